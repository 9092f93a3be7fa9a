// Writes and reads event logs. The checksum of a line covers its bytes, so that reading needs no canonical
// form of JSON.
#include "sim/formats/event_log.h"

#include <unistd.h>

#include <cerrno>

#include <fmt/format.h>

#include "sim/scenario/event_fields.h"
#include "sim/scenario/words.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/json_fields.h"

namespace murmur {
namespace {

constexpr int64_t kWholeRun = 1, kResumedRun = 2;  // versions of the format
constexpr std::string_view kCheckKey = ",\"check\":\"";
constexpr size_t kCheckSize = kCheckKey.size() + 8 + 2;  // size of ,"check":"01234567"}

/// FNV-1a checksum: each byte is followed by a bijection, so that every change of a single byte is detected.
uint32_t checksum(std::string_view text) {
  uint32_t sum = 2166136261u;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619u;
  return sum;
}

/// Inserts the checksum: `{...}` becomes `{...,"check":"01234567"}`.
std::string with_checksum(const std::string& json) {
  return fmt::format("{}{}{:08x}\"}}", std::string_view(json).substr(0, json.size() - 1), kCheckKey,
                     checksum(json));
}

/// Removes the checksum from a line. @returns false when the checksum is missing or wrong.
bool take_checksum(std::string_view line, std::string& json) {
  if (line.size() <= kCheckSize) return false;
  const std::string_view checksum_text = line.substr(line.size() - kCheckSize);
  json = std::string(line.substr(0, line.size() - kCheckSize)) + "}";
  return checksum_text == fmt::format("{}{:08x}\"}}", kCheckKey, checksum(json));
}

struct JsonFields {
  Json& json;
  template <class V>
  void operator()(const Field& field, const V& value) const {
    json[field.key] = value;
  }
  template <class V>
  void operator()(const Field& field, const std::optional<V>& value) const {
    if (value) json[field.key] = *value;
  }
  void operator()(const Field& field, const SetValue& value) const { json[field.key] = value.text(); }
};

struct Take {
  Fields& fields;
  template <class V>
  void operator()(const Field& field, V& value) const {
    fields.take_into(value, field.key);
  }
  void operator()(const Field& field, SetValue& value) const { value = fields.take<std::string>(field.key); }
};

EventKind kind_of(const std::string& name) {
  std::string allowed;
  for (const auto& word : kEventWords) {
    if (name == word.text) return word.value;
    allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", word.text);
  }
  throw UserError(fmt::format("kind '{}' is not known; allowed: {}", name, allowed));
}

Event event_from(Fields& fields) {
  Event event;
  fields.take_into(event.step, "step");
  event.kind = kind_of(fields.take<std::string>("kind"));
  visit_event_body(event, Take{fields});
  fields.take_into(event.by, "by");
  return event;
}

HashRecord hash_from(Fields& fields) {
  HashRecord record;
  fields.take_into(record.step, "step");
  record.hash = hash_from_text("hash", fields.take<std::string>("hash"));
  return record;
}

/// Refuses steps that no run reaches.
void check_step(int64_t step) {
  if (step < 0 || step > kLastStep)
    throw UserError(fmt::format("step {} is not from 0 to {}", step, kLastStep));
}

/// Visits the fields of LogResume with their names.
template <class Resume, class Visit>
void visit_resume(Resume& resume, const Visit& visit) {
  visit("step", resume.step);
  visit("scenario_now", resume.scenario);
  visit_windows(resume.windows, visit);
}

LogHeader header_from(Fields& fields) {
  LogHeader header;
  const int64_t version = fields.take<int64_t>("version");
  if (version < kWholeRun || version > kResumedRun) {
    throw UserError(fmt::format("log version {} is not known; this program reads {} and {}", version,
                                kWholeRun, kResumedRun));
  }
  fields.take_into(header.origin.scenario, "scenario");
  fields.take_into(header.seed, "seed");
  fields.take_into(header.build, "build");
  if (fields.has("run")) fields.take_into(header.origin.run, "run");
  if (fields.has("image_hash")) fields.take_into(header.origin.image_hash, "image_hash");
  if (fields.has("initial")) fields.take_into(header.initial, "initial");
  if (version == kResumedRun) {
    visit_resume(header.resume.emplace(),
                 [&fields](const char* key, auto& value) { fields.take_into(value, key); });
    check_step(header.resume->step);
  }
  return header;
}

/// Reads one line after the header. Steps must not decrease.
void read_record(Fields& fields, EventLog& log, int64_t& step) {
  int64_t next = 0;
  if (fields.has("hash")) {
    const HashRecord record = hash_from(fields);
    next = record.step;
    log.records.emplace_back(record);
  } else {
    Event event = event_from(fields);
    next = event.step;
    log.records.emplace_back(std::move(event));
  }
  check_step(next);
  if (next < step) throw UserError(fmt::format("step {} comes after step {}", next, step));
  step = next;
}

}  // namespace

std::string event_to_json(const Event& event) {
  Json json = {{"step", event.step}, {"kind", event_kind_name(event.kind)}};
  visit_event_body(const_cast<Event&>(event), JsonFields{json});
  if (event.by) json["by"] = *event.by;
  return json_line(json);
}

Event event_from_json(const std::string& json) {
  Fields fields(parse_json(json));
  Event event = event_from(fields);
  fields.done();
  return event;
}

Event event_from_line(std::string_view line, int64_t step) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  std::string json;
  if (!take_checksum(line, json)) json = line;
  Json object = parse_json(json);
  if (object.is_object() && !object.contains("step")) object["step"] = step;
  Fields fields(std::move(object));
  Event event = event_from(fields);
  fields.done();
  if (event.step != step)
    throw UserError(
        fmt::format("step {} of the event is not the present one; allowed: {}, or none", event.step, step));
  return event;
}

EventLogWriter::EventLogWriter(const std::string& path, const LogHeader& header) : file_(path) {
  begin(header);
}

EventLogWriter::EventLogWriter(const LogHeader& header)
    : file_(File(std::tmpfile()), "the event log"), named_(false) {
  if (!file_.get()) cannot_write("a temporary file for the event log", errno);
  begin(header);
}

void EventLogWriter::begin(const LogHeader& header) {
  Json json = {{"version", header.resume ? kResumedRun : kWholeRun},
               {"build", header.build},
               {"seed", header.seed},
               {"scenario", header.origin.scenario}};
  if (!header.origin.run.empty()) json["run"] = header.origin.run;
  if (!header.origin.image_hash.empty()) json["image_hash"] = header.origin.image_hash;
  if (!header.initial.empty()) json["initial"] = header.initial;
  if (header.resume)
    visit_resume(*header.resume, [&json](const char* key, const auto& value) { json[key] = value; });
  line(json_line(json));
}

void EventLogWriter::write(const Event& event) { line(event_to_json(event)); }

void EventLogWriter::write(const HashRecord& record) {
  line(json_line({{"step", record.step}, {"hash", fmt::format("{:016x}", record.hash)}}));
}

int64_t EventLogWriter::size() const { return std::ftell(file_.get()); }

void EventLogWriter::cut(int64_t size) { file_.cut(size); }

std::string EventLogWriter::text() const {
  if (named_) return read_text_file(file_.path());
  std::string text(static_cast<size_t>(size()), '\0');
  for (size_t done = 0; done < text.size();) {
    const ssize_t count =
        pread(fileno(file_.get()), text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (count <= 0) throw RunError("the event log cannot be read");
    done += static_cast<size_t>(count);
  }
  return text;
}

void EventLogWriter::line(const std::string& json) {
  file_.write(with_checksum(json) + "\n");
  file_.flush();
}

EventLog read_event_log(const std::string& path) {
  const std::string text = read_text_file(path);
  EventLog log;
  int64_t number = 0, step = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    const bool whole = end != std::string::npos;
    const std::string_view line = std::string_view(text).substr(begin, whole ? end - begin : end);
    begin = whole ? end + 1 : text.size();
    ++number;
    std::string json;
    const bool good = take_checksum(line, json);
    // A line that lacks only its newline is not truncated: its newline was changed.
    if (std::string unused; !good && !whole && !take_checksum(line.substr(0, line.size() - 1), unused)) {
      log.cut = true;
      break;
    }
    if (!good) {
      throw UserError(
          fmt::format("{}:{}: the checksum does not fit the line: the {}", path, number,
                      number == 1 ? "file is no event log of murmur, or it was changed" : "log was changed"));
    }
    try {
      Fields fields(parse_json(json));
      if (number == 1) {
        log.header = header_from(fields);
      } else {
        read_record(fields, log, step);
      }
      fields.done();
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}:{}: {}", path, number, error.what()));
    }
  }
  if (number == 0 || (number == 1 && log.cut))
    throw UserError(fmt::format("{}: holds no whole header: nothing to replay", path));
  return log;
}

}  // namespace murmur

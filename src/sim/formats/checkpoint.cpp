#include "sim/formats/checkpoint.h"

#include <bit>
#include <cmath>
#include <filesystem>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/bits.h"
#include "build_info.h"
#include "sim/formats/event_log.h"
#include "sim/run/event_effects.h"
#include "sim/scenario/event.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/json_fields.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
static_assert(std::endian::native == std::endian::little, "checkpoints are little-endian");

constexpr int64_t kVersion2 = 2;           // version 1 had neither run nor image_hash
constexpr size_t kMostBoids = 0xffffffff;  // ids have 32 bits
constexpr size_t kChecksumSize = 17;       // 16 hex digits and a line end

/// A checksum over words of eight bytes; each word is followed by a bijection, so that every change of one word is detected.
class Checksum {
 public:
  void add(const void* data, size_t size) {
    const auto* bytes = static_cast<const char*>(data);
    for (; size >= 8; bytes += 8, size -= 8) {
      uint64_t word;
      memcpy(&word, bytes, 8);
      sum_ = mix64(sum_ ^ word) + 0x9e3779b97f4a7c15ull;
    }
    if (size == 0) return;
    uint64_t word = uint64_t{size} << 56;
    memcpy(&word, bytes, size);
    sum_ = mix64(sum_ ^ word) + 0x9e3779b97f4a7c15ull;
  }
  uint64_t value() const { return sum_; }

 private:
  uint64_t sum_ = 0x243f6a8885a308d3ull;
};

/// Calls visit(name, array, always) for the arrays in the order of the file; always: every file has the array.
/// Columns without a salt are older than the others: they are in every file, before the predators.
template <class S, class Visit>
void visit_arrays(S& state, Visit visit) {
  const auto columns = [&](bool always) {
    each_column(
        [&](const ColumnInfo& info, auto& rows) {
          if ((info.salt == 0) == always) visit(info.name, rows, always);
        },
        state.columns);
  };
  visit("position", state.position, true);
  visit("velocity", state.velocity, true);
  columns(true);
  visit("predator_position", state.predator_position, true);
  visit("predator_velocity", state.predator_velocity, true);
  columns(false);
}

template <class T>
std::string header(const Checkpoint<T>& c) {
  const auto events = [](const std::deque<Event>& list) {
    Json array = Json::array();
    for (const Event& event : list) array.push_back(event_to_json(event));
    return array;
  };
  Json json = {{"murmur_checkpoint", kVersion2},
               {"build", fmt::format("murmur {} ({})", kVersion, kCompiler)},
               {"run", c.origin.run},
               {"image_hash", c.origin.image_hash},
               {"precision", precision_name<T>()},
               {"step", c.state.step},
               {"dimensions", c.state.dimensions},
               {"hash", fmt::format("{:016x}", c.hash)},
               {"scenario", c.origin.scenario},
               {"scenario_now", changed_scenario(c.run)},
               {"schedule", events(c.run.schedule)},
               {"pending", events(c.run.pending)}};
  visit_windows(c.run.windows, [&json](const char* key, const auto& value) { json[key] = value; });
  visit_arrays(c.state, [&](const char* name, const auto& values, bool always) {
    if (always || !values.empty()) json[name] = values.size();
  });
  return json_line(json) + "\n";
}

/// Reads the parts of a file one after the other; any missing part gives the same error.
class Parts {
 public:
  explicit Parts(const std::string& text) : rest_(text) {}
  /// Takes `count` pieces of `each` bytes.
  std::string_view take(size_t count, size_t each = 1) {
    if (count > rest_.size() / each) throw UserError("its sizes do not fit its contents");
    const size_t size = count * each;
    const std::string_view part = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return part;
  }
  std::string_view line() { return take(rest_.find('\n') + 1); }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

std::deque<Event> events_from(Fields& fields, const char* key) {
  std::deque<Event> events;
  for (const Json& json : fields.take<Json>(key)) {
    if (!json.is_string()) throw UserError(fmt::format("'{}' has the wrong type", key));
    events.push_back(event_from_json(json.get<std::string>()));
  }
  return events;
}

/// Checks that the remaining events suit the scenario at their steps, as when the run began.
void check_events(const RunState& run, int64_t step, int64_t boids) {
  ScenarioSource now = run.source;
  const auto check = [&](const Event& event) { now.accept(event, boids); };
  size_t due = 0;
  while (due < run.schedule.size() && run.schedule[due].step <= step) check(run.schedule[due++]);
  for (const Event& event : run.pending) check(event);
  while (due < run.schedule.size()) check(run.schedule[due++]);
}

/// Checks everything that a step relies on: a correct checksum does not mean that the numbers are valid.
template <class T>
void check_state(const State<T>& state, const Scenario& scenario) {
  const auto refuse = [](const std::string& text) { throw UserError("its state is not whole: " + text); };
  if (state.dimensions != scenario.dimensions()) {
    refuse(fmt::format("it has {} dimensions, its scenario {}", state.dimensions, scenario.dimensions()));
  }
  if (state.step < 0 || state.step > kLastStep)
    refuse(fmt::format("step {} is not from 0 to {}", state.step, kLastStep));
  const auto width = static_cast<size_t>(state.dimensions);
  const size_t boids = state.position.size() / width, predators = scenario.predators.size();
  if (state.position.size() != boids * width || boids > kMostBoids)
    refuse(fmt::format("it has {} numbers for positions of {} dimensions", state.position.size(), width));
  const Carried carried = carried_by(scenario);
  const auto check_size = [&](const char* name, size_t size, size_t wanted) {
    if (size != wanted) refuse(fmt::format("{} has {} numbers and needs {}", name, size, wanted));
  };
  check_size("velocity", state.velocity.size(), state.position.size());
  check_size("predator_position", state.predator_position.size(), predators * width);
  check_size("predator_velocity", state.predator_velocity.size(), predators * width);
  each_column(
      [&](const ColumnInfo& info, const auto& rows, size_t places) {
        check_size(info.name, rows.size(),
                   carried & info.bit ? boids * static_cast<size_t>(info.width(state.dimensions)) : 0);
        if constexpr (std::is_same_v<decltype(rows), const std::vector<uint32_t>&>) {
          for (size_t i = 0; i < rows.size(); ++i) {
            if (rows[i] >= places)
              refuse(fmt::format("boid {}: {} {} is not an index of {}: allowed 0 to {}", i, info.name,
                                 rows[i], info.place, places - 1));
          }
        }
      },
      state.columns, column_places(scenario));
  visit_arrays(state, [&](const char*, const auto& values, bool) {
    for (size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) refuse(fmt::format("a number of body {} is not finite", i / width));
    }
  });
}

template <class T>
Checkpoint<T> parse(const std::string& text) {
  Parts parts(text);
  Fields fields(parse_json(parts.line()));
  const auto version = fields.take<int64_t>("murmur_checkpoint");
  if (version < 1 || version > kVersion2)
    throw UserError(
        fmt::format("its version {} is not known; this program reads 1 to {}", version, kVersion2));
  fields.take<std::string>("build");
  RunOrigin origin;
  if (version >= kVersion2) {
    fields.take_into(origin.run, "run");
    fields.take_into(origin.image_hash, "image_hash");
    if (!origin.run.empty() && !is_run_id(origin.run))
      throw UserError(fmt::format("its run '{}' is no id of a run", origin.run));
  }
  if (const auto precision = fields.take<std::string>("precision"); precision != precision_name<T>())
    throw UserError(fmt::format("it holds a run of --precision {}: resume it with that", precision));
  State<T> state;
  fields.take_into(state.step, "step");
  fields.take_into(state.dimensions, "dimensions");
  const auto hash = fields.take<std::string>("hash");
  fields.take_into(origin.scenario, "scenario");
  RunState run{ScenarioSource::from_text(fields.take<std::string>("scenario_now"), "its scenario"),
               events_from(fields, "schedule"), events_from(fields, "pending")};
  visit_windows(run.windows, [&fields](const char* key, auto& value) { fields.take_into(value, key); });
  visit_arrays(state, [&](const char* name, auto& values, bool always) {
    if (!always && !fields.has(name)) return;
    const auto count = fields.take<uint64_t>(name);
    const std::string_view bytes = parts.take(count, sizeof(values[0]));
    values.resize(count);
    if (count > 0) memcpy(values.data(), bytes.data(), bytes.size());
  });
  fields.done();
  if (!parts.empty()) throw UserError("its sizes do not fit its contents");
  check_state(state, run.source.scenario());
  check_events(run, state.step, state.count());
  return {std::move(origin), std::move(run), std::move(state), hash_from_text("its hash", hash)};
}

/// Removes the last line, the checksum. @returns why the file is not complete, or "".
const char* take_checksum(std::string& text) {
  if (!text.starts_with(kCheckpointBegin)) return text.empty() ? "is empty" : "is no checkpoint of murmur";
  static_assert(std::string_view(kCheckpointBegin).size() >= kChecksumSize);  // room for a checksum
  if (text.back() != '\n') return "is cut short";
  Checksum sum;
  sum.add(text.data(), text.size() - kChecksumSize);
  const std::string checksum_text = text.substr(text.size() - kChecksumSize);
  text.resize(text.size() - kChecksumSize);
  return checksum_text == fmt::format("{:016x}\n", sum.value()) ? ""
                                                                : "is damaged: its checksum does not fit";
}

std::string advice(const std::string& path) {
  std::error_code ignored;
  const std::string before = output_place(path).path + kBefore;
  if (!fs::is_regular_file(before, ignored)) return "";
  std::string text = read_text_file(before);
  return *take_checksum(text) == '\0' ? fmt::format("; the one before is whole: --resume {}", before) : "";
}

}  // namespace

template <class T>
void write_checkpoint(const std::string& path, const Checkpoint<T>& checkpoint) {
  check_finite(checkpoint.state, "saved");  // read_checkpoint() refuses other numbers
  OutputFile part(path, Begin::kPart);
  Checksum sum;
  std::string text = header(checkpoint);
  // Writes the file in one piece: the checksum is over words, so pieces would have to end at a word.
  size_t size = text.size();
  visit_arrays(checkpoint.state,
               [&](const char*, const auto& values, bool) { size += values.size() * sizeof(values[0]); });
  text.reserve(size + kChecksumSize);
  visit_arrays(checkpoint.state, [&](const char*, const auto& values, bool) {
    text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  });
  sum.add(text.data(), text.size());
  text += fmt::format("{:016x}\n", sum.value());
  part.write(text);
  part.put_in_place_keeping(kBefore);
}

template <class T>
Checkpoint<T> read_checkpoint(const std::string& path) {
  std::string text = read_text_file(path);
  if (const char* const fault = take_checksum(text); *fault != '\0')
    throw UserError(fmt::format("{}: {}{}", path, fault, advice(path)));
  try {
    return parse<T>(text);
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", path, error.what()));
  }
}

bool checkpoint_is_whole(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return false;
  std::string text = read_text_file(path);
  return *take_checksum(text) == '\0';
}

std::string checkpoint_run_id(const std::string& path) {
  const File file = open_to_read(path);
  std::string begin(1024, '\0');  // the id is one of the first fields
  begin.resize(std::fread(begin.data(), 1, begin.size(), file.get()));
  constexpr std::string_view kKey = "\"run\":\"";
  const size_t at = begin.starts_with(kCheckpointBegin) ? begin.find(kKey) : std::string::npos;
  const std::string id = at == std::string::npos ? "" : begin.substr(at + kKey.size(), 17);
  return is_run_id(id) ? id : "";
}

template void write_checkpoint(const std::string&, const Checkpoint<float>&);
template void write_checkpoint(const std::string&, const Checkpoint<double>&);
template Checkpoint<float> read_checkpoint(const std::string&);
template Checkpoint<double> read_checkpoint(const std::string&);

}  // namespace murmur

#include "app/sweep/run_folder.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "sim/formats/checkpoint.h"
#include "sim/formats/run_id.h"
#include "sim/util/csv_text.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/json_fields.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIdLine = "# run ";  // the first line of scenario.toml, before the run id

bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// The last row of a metrics file as JSON, by column.
Json last_metrics(const std::string& path) {
  constexpr int kMostColumns = 128;  // more columns than 16 species have
  const std::string text = read_text_file(path);
  CsvLines lines(text);
  std::string_view head, row, names[kMostColumns], fields[kMostColumns];
  lines.next(head);
  while (lines.next(row)) continue;
  const int count = std::min({split(head, names), split(row, fields), kMostColumns});
  Json json = Json::object();
  for (int k = 0; k < count; ++k) json[std::string(names[k])] = std::string(fields[k]);
  return json;
}

}  // namespace

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw RunError(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

void RunFolder::check(const std::string& scenario, const std::string& id, const std::string& old_id,
                      int64_t steps) const {
  const auto refuse = [this](const std::string& what) {
    throw UserError(fmt::format("{}: holds a run {}; choose another --output-dir, or take the folder away",
                                folder_.string(), what));
  };
  std::string text = is_there(file("scenario.toml")) ? read_text_file(file("scenario.toml")) : scenario;
  std::string found;
  if (text.starts_with(kIdLine)) {
    found = text.substr(kIdLine.size(), text.find('\n') - kIdLine.size());
    text.erase(0, text.find('\n') + 1);
  }
  if (text != scenario) refuse("of another scenario");
  const std::optional<FinishedRun> run = finished();
  if (run && run->steps != steps) refuse(fmt::format("of {} steps, not {}", run->steps, steps));
  const bool is_old = found.empty();
  if (const std::string path = is_old ? checkpoint() : ""; !path.empty()) found = checkpoint_run_id(path);
  if (found.empty() && is_there(file("metrics.csv")))
    found = last_metrics(file("metrics.csv")).value("run", "");
  if (is_old ? is_run_id(found) && found != old_id : found != id)
    refuse("with another --precision, --initial, --metrics-every or other files of the scenario");
}

std::unique_ptr<OutputLock> RunFolder::claim() const {
  make_folder(folder_);
  auto lock = OutputLock::if_free(file("done.json"));
  if (!lock) return lock;
  for (const char* name : {"done.json", "scenario.toml"}) OutputFile::remove_abandoned(file(name));
  return lock;
}

void RunFolder::begin(const std::string& scenario, const std::string& id) const {
  replace_file(file("scenario.toml"), fmt::format("{}{}\n{}", kIdLine, id, scenario));
}

void RunFolder::finish(const RunResult& result) const {
  Json metrics = last_metrics(file("metrics.csv"));
  metrics.erase("step");
  metrics.erase("run");
  const Json done = {{"steps", result.step},
                     {"boids", result.boids},
                     {"backend", result.backend},
                     {"ms_per_step", fmt::format("{:.4f}", result.ms_per_step)},
                     {"hash", fmt::format("{:016x}", result.hash)},
                     {"metrics", metrics}};
  replace_file(file("done.json"), done.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  std::error_code ignored;
  for (const char* name : {"checkpoint", "checkpoint.1"}) fs::remove(file(name), ignored);
}

std::optional<FinishedRun> RunFolder::finished() const {
  const std::string path = file("done.json");
  if (!is_there(path)) return std::nullopt;
  try {
    Fields fields(parse_json(read_text_file(path)));
    FinishedRun run;
    fields.take_into(run.steps, "steps");
    fields.take_into(run.boids, "boids");
    fields.take_into(run.backend, "backend");
    fields.take_into(run.ms_per_step, "ms_per_step");
    fields.take_into(run.hash, "hash");
    const auto metrics = fields.take<Json>("metrics");
    for (const auto& [column, value] : metrics.items()) {
      if (!value.is_string()) throw UserError("'metrics' has the wrong type");
      run.metrics.emplace_back(column, value.template get<std::string>());
    }
    fields.done();
    return run;
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: is not what a sweep wrote ({}); take it away to run this again", path,
                                error.what()));
  }
}

std::string RunFolder::checkpoint() const {
  for (const char* name : {"checkpoint", "checkpoint.1"})
    if (checkpoint_is_whole(file(name)) && !checkpoint_run_id(file(name)).empty()) return file(name);
  return "";
}

}  // namespace murmur

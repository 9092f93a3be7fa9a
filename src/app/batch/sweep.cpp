#include "app/batch/sweep.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "app/batch/outputs/kinds.h"
#include "app/batch/run_once.h"
#include "app/batch/sweep_plan.h"
#include "app/options/terminal.h"
#include "sim/formats/checkpoint.h"
#include "sim/measure/metrics.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/json_fields.h"
#include "sim/util/output_lock.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

struct SweepRun {
  SweepPoint point;
  RunOptions options;
  std::string scenario;  ///< TOML
  fs::path folder;

  std::string file(const char* name) const { return (folder / name).string(); }
  std::string title() const {
    std::string text;
    for (const auto& [key, value] : point.values)
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
    return text.empty() ? "run" : text;
  }
};

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw RunError(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

void check_options(const RunOptions& options) {
  const std::string_view kOwnFiles = "every run of a sweep has its own files in its folder; leave it out";
  std::vector<std::string> faults;
  for (const OutputKind& kind : output_kinds()) {
    const std::string& name = kind.option.name;
    if (options.wants(name)) faults.push_back(fmt::format("--{}: {}", name, kOwnFiles));
    if (!options.outputs.at(name).steps.empty())
      faults.push_back(fmt::format("--{}-steps: a sweep keeps the last state of each run", name));
  }
  if (!options.resume.empty()) faults.push_back(fmt::format("--resume: {}", kOwnFiles));
  if (!faults.empty()) throw UserError(faults);
}

/// All runs of the sweep; all scenarios are read and checked before the first run.
std::vector<SweepRun> plan(const RunOptions& options) {
  std::vector<SweepRun> runs;
  std::vector<std::string> faults;
  for (SweepPoint& point : sweep_points(options.common.set)) {
    SweepRun run;
    run.options = options;
    run.options.common.set.clear();
    for (const auto& [key, value] : point.values)
      run.options.common.set.push_back(fmt::format("{}={}", key, value));
    run.folder = fs::path(options.output_dir) / point.folder;
    run.point = std::move(point);
    run.options.outputs["metrics"].path = run.file("metrics.csv");
    run.options.outputs["metrics"].at_end = true;
    run.options.outputs["metrics"].every_named = true;  // the row at the end has its own distance
    run.options.outputs["output"].path = run.file("final.csv");
    run.options.overwrite = true;  // what an earlier try left in the folder
    try {
      run.scenario = scenario_source(run.options.common).to_toml();
    } catch (const UserError& error) {
      for (const std::string& fault : error.faults()) {
        if (std::find(faults.begin(), faults.end(), fault) == faults.end()) faults.push_back(fault);
      }
    }
    runs.push_back(std::move(run));
  }
  if (!faults.empty()) throw UserError(faults);
  return runs;
}

/// What done.json says of a finished run.
struct Done {
  int64_t steps = 0, boids = 0;
  std::string backend, ms_per_step, hash;
  std::vector<std::string> metrics;  ///< in the order of metrics_header() without the step
};

/// Nothing when the run has not finished.
std::optional<Done> read_done(const SweepRun& run) {
  std::error_code ignored;
  const std::string path = run.file("done.json");
  if (!fs::exists(path, ignored)) return std::nullopt;
  try {
    Fields fields(parse_json(read_text_file(path)));
    Done done;
    fields.take_into(done.steps, "steps");
    fields.take_into(done.boids, "boids");
    fields.take_into(done.backend, "backend");
    fields.take_into(done.ms_per_step, "ms_per_step");
    fields.take_into(done.hash, "hash");
    for (const Json& value : fields.take<Json>("metrics")) {
      if (!value.is_string()) throw UserError("'metrics' has the wrong type");
      done.metrics.push_back(value.get<std::string>());
    }
    fields.done();
    return done;
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: is not what a sweep wrote ({}); take it away to run this again", path,
                                error.what()));
  }
}

/// A folder must not hold a run of another scenario or length.
void check_folder(const SweepRun& run) {
  std::error_code ignored;
  const std::string path = run.file("scenario.toml");
  if (fs::exists(path, ignored) && read_text_file(path) != run.scenario) {
    throw UserError(
        fmt::format("{}: holds a run of another scenario; choose another --output-dir, or take the "
                    "folder away",
                    run.folder.string()));
  }
  const std::optional<Done> done = read_done(run);
  if (done && done->steps != run.options.steps) {
    throw UserError(
        fmt::format("{}: holds a run of {} steps, not {}; choose another --output-dir, or take the "
                    "folder away",
                    run.folder.string(), done->steps, run.options.steps));
  }
}

/// The last row of a metrics file, by column.
Json last_metrics(const std::string& path) {
  const std::string text = read_text_file(path);
  const size_t end = text.find_last_not_of('\n');
  const size_t begin = end == std::string::npos ? 0 : text.rfind('\n', end) + 1;
  std::string_view names = text, fields = text;
  names = names.substr(0, text.find('\n'));
  fields = fields.substr(begin, end + 1 - begin);
  Json row = Json::object();
  const auto take = [](std::string_view& line) {
    const size_t comma = line.find(',');
    const std::string field(line.substr(0, comma));
    line = comma == std::string_view::npos ? std::string_view() : line.substr(comma + 1);
    return field;
  };
  while (!names.empty()) {
    const std::string name = take(names);
    row[name] = take(fields);
  }
  row.erase("step");
  row.erase("run");
  return row;
}

/// @returns the exit code of a signal that stopped it.
int run_point(const SweepRun& run, std::string& said) {
  RunOptions options = run.options;
  replace_file(run.file("scenario.toml"), run.scenario);
  const std::string checkpoint = options.outputs["checkpoint"].path = run.file("checkpoint");
  std::error_code ignored;
  for (const std::string& path : {checkpoint + ".1", checkpoint}) {
    // Neither a damaged one nor one of an older version is a reason to stop: the run begins anew.
    if (checkpoint_is_whole(path) && !checkpoint_run_id(path).empty()) options.resume = path;
  }
  const RunResult result = run_once(options);
  if (result.signal != 0) return result.signal;
  const Json done = {{"steps", result.step},
                     {"boids", result.boids},
                     {"backend", result.backend},
                     {"ms_per_step", fmt::format("{:.4f}", result.ms_per_step)},
                     {"hash", fmt::format("{:016x}", result.hash)},
                     {"metrics", last_metrics(run.file("metrics.csv"))}};
  replace_file(run.file("done.json"), done.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  for (const char* name : {"checkpoint", "checkpoint.1"}) fs::remove(run.file(name), ignored);
  said = fmt::format("steps={} boids={} ms/step={:.3f} hash={:016x}", result.step, result.boids,
                     result.ms_per_step, result.hash);
  return 0;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string summary_path(const std::string& folder) { return (fs::path(folder) / "summary.csv").string(); }

/// Once for a sweep: a folder may hold a million runs.
void tidy_summary(const std::string& folder) {
  const std::string path = summary_path(folder);
  const auto lock = OutputLock::wait_for(path);
  PartFile::remove_abandoned(path);
}

/// One row per finished run of any process.
void write_summary(const std::string& folder, const std::vector<SweepRun>& runs) {
  const std::string path = summary_path(folder);
  const auto lock = OutputLock::wait_for(path);
  std::string text = "folder";
  for (const auto& [key, value] : runs.front().point.values) text += "," + csv_field(key);
  std::string columns = metrics_header();
  text += ",boids,steps,backend,ms_per_step,hash" + columns.substr(columns.find(',')) + "\n";
  for (const SweepRun& run : runs) {
    const std::optional<Done> done = read_done(run);
    if (!done) continue;
    text += csv_field(run.point.folder);
    for (const auto& [key, value] : run.point.values) text += "," + csv_field(value);
    for (const std::string& field : {std::to_string(done->boids), std::to_string(done->steps), done->backend,
                                     done->ms_per_step, done->hash})
      text += "," + csv_field(field);
    for (const std::string& metric : done->metrics) text += "," + csv_field(metric);
    text += "\n";
  }
  replace_file(path, text);
}

}  // namespace

int run_sweep(const RunOptions& options) {
  check_options(options);
  const Shard shard = parse_shard(options.shard);
  const std::vector<SweepRun> runs = plan(options);
  for (const SweepRun& run : runs) check_folder(run);
  make_folder(options.output_dir);
  tidy_summary(options.output_dir);
  size_t ran = 0, done_before = 0, elsewhere = 0, failed = 0;
  int signal = 0;
  for (size_t i = 0; i < runs.size() && signal == 0; ++i) {
    if (!shard.has(i)) continue;
    const SweepRun& run = runs[i];
    const auto say = [&](const std::string& text) {
      print_out("[{}/{}] {}: {}\n", i + 1, runs.size(), run.title(), message_text(text));
      flush_results();
    };
    make_folder(run.folder);
    const auto lock = OutputLock::if_free(run.file("done.json"));
    if (!lock) {
      ++elsewhere;
      say("another program is at it");
      continue;
    }
    for (const char* name : {"done.json", "scenario.toml"}) PartFile::remove_abandoned(run.file(name));
    if (read_done(run)) {
      ++done_before;
      continue;
    }
    try {
      std::string said;
      signal = run_point(run, said);
      if (signal != 0) break;
      ++ran;
      say(said);
    } catch (const RunError& error) {
      ++failed;
      say(fmt::format("failed: {}", error.what()));
    } catch (const UserError& error) {  // a file in the folder that is not what a sweep wrote
      ++failed;
      say(fmt::format("failed: {}", error.what()));
    }
    write_summary(options.output_dir, runs);
  }
  write_summary(options.output_dir, runs);
  print_out("sweep: {} of {} run now, {} done before, {} elsewhere, {} failed; summary in {}\n", ran,
            runs.size(), done_before, elsewhere, failed, summary_path(options.output_dir));
  if (signal != 0) note("stopped; the same command goes on with the sweep");
  return signal != 0 ? signal : failed > 0 ? 1 : 0;
}

}  // namespace murmur

#include "app/sweep/sweep.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/batch/outputs/kinds.h"
#include "app/live/seconds.h"
#include "app/options/terminal.h"
#include "app/sweep/plan.h"
#include "app/sweep/run_folder.h"
#include "app/sweep/run_pool.h"
#include "sim/formats/run_id.h"
#include "sim/formats/terrain_image.h"
#include "sim/measure/metrics.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

struct SweepRun {
  SweepPoint point;
  RunFolder folder;
  std::string scenario{};      ///< TOML
  std::string image_hash{};    ///< of the terrain image
  std::string id{}, old_id{};  ///< as RunFolder::check() has them

  std::string title() const {
    std::string text;
    for (const auto& [key, value] : point.values)
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
    return text.empty() ? "run" : text;
  }
};

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
  for (const std::string& set : options.common.set) {
    if (!options.initial.path.empty() && set.starts_with("boids=") && sweep_values(set).size() > 1)
      faults.push_back(
          fmt::format("--set {}: the boids are those of --initial; leave one of the two out", set));
  }
  if (!faults.empty()) throw UserError(faults);
}

/// All runs of the sweep; all scenarios are read and checked before the first run.
std::vector<SweepRun> plan(const RunOptions& options) {
  const std::string others =
      fmt::format("sweep 1, metrics every {}, initial {}", options.outputs.at("metrics").every,
                  options.initial.text ? content_digest(*options.initial.text) : "");
  std::map<std::string, std::string> images;  // path -> digest
  std::map<std::string, std::string> titles;  // by id
  std::vector<SweepRun> runs;
  std::vector<std::string> faults;
  for (SweepPoint& point : sweep_points(options.common.set)) {
    CommonOptions common = options.common;
    common.set.clear();
    for (const auto& [key, value] : point.values) common.set.push_back(fmt::format("{}={}", key, value));
    RunFolder folder(fs::path(options.output_dir) / point.folder);
    SweepRun run{std::move(point), std::move(folder)};
    try {
      if (options.initial.text) take_boids(common, options.initial);
      const ScenarioSource source = scenario_source(common);
      run.scenario = source.to_toml();
      const std::string image = terrain_image(source.scenario());
      if (!image.empty() && !images.contains(image)) images[image] = content_digest(read_text_file(image));
      run.image_hash = images[image];
      run.id = run_id({run.scenario + others, options.precision, 0, 0, run.image_hash});
      if (!options.initial.text) run.old_id = run_id({run.scenario, options.precision, 0, 0, run.image_hash});
      // A value that changes nothing would give its name to the results of another.
      if (const auto [other, differs] = titles.emplace(run.id, run.title()); !differs)
        faults.push_back(
            fmt::format("--set: {} and {} are the same run: another key or option sets what would "
                        "differ; name each key once",
                        other->second, run.title()));
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

/// The options of one run: the inputs as they were read for the plan, and its own files.
RunOptions begin(const RunOptions& sweep, const SweepRun& run) {
  const RunFolder& folder = run.folder;
  RunOptions options = sweep;
  options.common = {};
  static_cast<MachineOptions&>(options.common) = sweep.common;
  options.common.scenario_file = folder.file("scenario.toml");
  options.common.scenario_text = std::make_shared<const std::string>(run.scenario);
  options.names_scenario = true;
  options.outputs["metrics"].path = folder.file("metrics.csv");
  options.outputs["metrics"].at_end = true;
  options.outputs["metrics"].every_named = true;  // the row at the end has its own distance
  options.outputs["output"].path = folder.file("final.csv");
  options.outputs["checkpoint"].path = folder.file("checkpoint");
  options.overwrite = true;  // what an earlier try left in the folder
  options.resume = folder.checkpoint();
  if (!options.resume.empty()) options.initial = {};
  check_terrain_image(options.common.scenario_file, scenario_source(options.common).scenario(),
                      run.image_hash);
  folder.begin(run.scenario, run.id);
  return options;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// One row per finished run of any process.
void write_table(const std::string& path, const std::vector<SweepRun>& runs) {
  const auto lock = OutputLock::wait_for(path);
  std::string text = "folder";
  for (const auto& [key, value] : runs.front().point.values) text += "," + csv_field(key);
  const std::string columns = metrics_header();
  text += ",boids,steps,backend,ms_per_step,hash" + columns.substr(columns.find(',')) + "\n";
  for (const SweepRun& run : runs) {
    const std::optional<FinishedRun> done = run.folder.finished();
    if (!done) continue;
    std::vector<std::string> row = {run.point.folder};
    for (const auto& [key, value] : run.point.values) row.push_back(value);
    row.insert(row.end(), {std::to_string(done->boids), std::to_string(done->steps), done->backend,
                           done->ms_per_step, done->hash});
    row.insert(row.end(), done->metrics.begin(), done->metrics.end());
    std::ranges::transform(row, row.begin(), csv_field);
    text += fmt::format("{}\n", fmt::join(row, ","));
  }
  replace_file(path, text);
}

}  // namespace

int run_sweep(RunOptions options) {
  check_options(options);
  const Shard shard = parse_shard(options.shard);
  options.initial.read();
  if (const std::string& path = options.common.scenario_file; !path.empty())
    options.common.scenario_text = std::make_shared<const std::string>(ScenarioSource::file_text(path));
  const std::vector<SweepRun> runs = plan(options);
  for (const SweepRun& run : runs) run.folder.check(run.scenario, run.id, run.old_id, options.steps);
  make_folder(options.output_dir);
  const std::string table = (fs::path(options.output_dir) / "summary.csv").string();
  {
    const auto lock = OutputLock::wait_for(table);
    PartFile::remove_abandoned(table);  // once for a sweep: a folder may hold a million runs
  }
  std::vector<size_t> share;  // of `runs`
  for (size_t i = 0; i < runs.size(); ++i)
    if (shard.has(i)) share.push_back(i);
  size_t ran = 0, done_before = 0, elsewhere = 0, failed = 0;
  int signal = 0;
  double table_due = 0.0;
  const auto run_one = [&](size_t number) {
    const SweepRun& run = runs[share[number]];
    const auto say = [&](const std::string& text) {
      print_out("[{}/{}] {}: {}\n", share[number] + 1, runs.size(), run.title(), message_text(text));
      flush_results();
    };
    const auto fail = [&](const std::exception& error) {
      ++failed;
      say(fmt::format("failed: {}", error.what()));
    };
    const auto lock = run.folder.claim();
    if (!lock) {
      ++elsewhere;
      say("another program is at it");
      return true;
    }
    try {
      run.folder.check(run.scenario, run.id, run.old_id,
                       options.steps);  // others may have used it since the plan
      if (run.folder.finished()) {
        ++done_before;
        return true;
      }
      const RunResult result = run_once(begin(options, run));
      signal = result.signal;
      if (signal != 0) return false;
      run.folder.finish(result);
      ++ran;
      say(fmt::format("steps={} boids={} ms/step={:.3f} hash={:016x}", result.step, result.boids,
                      result.ms_per_step, result.hash));
    } catch (const RunError& error) {
      fail(error);
    } catch (const UserError& error) {  // a file in the folder that is not what a sweep wrote
      fail(error);
    }
    // At most a twentieth of the time: it looks at every folder.
    if (const double begin = seconds(); begin > table_due) {
      write_table(table, runs);
      table_due = seconds() + 20.0 * (seconds() - begin);
    }
    return true;
  };
  run_all(
      share.size(), 1, [](size_t) { return false; }, run_one);
  write_table(table, runs);
  print_out("sweep: {} of {} run now, {} done before, {} elsewhere, {} failed; summary in {}\n", ran,
            runs.size(), done_before, elsewhere, failed, table);
  if (signal != 0) note("stopped; the same command goes on with the sweep");
  return signal != 0 ? signal : failed > 0 ? 1 : 0;
}

}  // namespace murmur

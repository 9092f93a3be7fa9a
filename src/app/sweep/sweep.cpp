#include "app/sweep/sweep.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/batch/outputs/kinds.h"
#include "app/live/seconds.h"
#include "app/options/interrupt.h"
#include "app/options/progress.h"
#include "app/options/terminal.h"
#include "app/sweep/plan.h"
#include "app/sweep/run_folder.h"
#include "app/sweep/run_pool.h"
#include "sim/formats/run_id.h"
#include "sim/formats/scenario_files.h"
#include "sim/machine/registry.h"
#include "sim/measure/metrics.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/processors.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

struct SweepRun {
  SweepPoint point;
  RunFolder folder;
  std::string scenario{};  ///< TOML of the run
  int64_t boids = 0;
  int dimensions = 2;
  std::string image_hash{};    ///< hash of the files that the scenario names
  std::string id{}, old_id{};  ///< ids that RunFolder::check() compares

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
    const bool has_every = !kind.option.every_help.empty() && options.outputs.at(name).every_named;
    if (has_every && name != "metrics" && name != "checkpoint")
      faults.push_back(
          fmt::format("--{}-every: a sweep writes metrics and checkpoints alone; leave it out", name));
  }
  if (!options.resume.empty()) faults.push_back(fmt::format("--resume: {}", kOwnFiles));
  for (const std::string& set : options.common.set) {
    if (!options.initial.path.empty() && set.starts_with("boids=") && sweep_values(set).size() > 1)
      faults.push_back(
          fmt::format("--set {}: the boids are those of --initial; leave one of the two out", set));
  }
  if (!faults.empty()) throw UserError(faults);
}

/// Lists all runs of the sweep; reads and checks every scenario before the first run.
std::vector<SweepRun> plan(const RunOptions& options) {
  const std::string others =
      fmt::format("sweep 1, metrics every {}, initial {}", options.outputs.at("metrics").every,
                  options.initial.text ? content_digest(*options.initial.text) : "");
  std::map<std::string, std::string> digests;  // digests by path of the file
  std::map<std::string, std::string> titles;   // titles by id of the run
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
      run.boids = source.scenario().boids;
      run.dimensions = source.scenario().dimensions();
      for (const auto& [name, path] : scenario_files(source.scenario()))
        if (!digests.contains(path)) digests[path] = content_digest(read_text_file(path));
      run.image_hash = files_digest(source.scenario(), digests);
      run.id = run_id({run.scenario + others, options.precision, 0, 0, run.image_hash});
      if (!options.initial.text) run.old_id = run_id({run.scenario, options.precision, 0, 0, run.image_hash});
      // A value that changes nothing would give the results of a run a second name.
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

/// The options of one run: the inputs as read for the plan, and output files in the folder of the run.
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
  options.outputs["metrics"].every_named = true;  // metrics.csv must have the --metrics-every of this sweep
  options.outputs["output"].path = folder.file("final.csv");
  options.outputs["checkpoint"].path = folder.file("checkpoint");
  options.overwrite = true;  // replaces what an earlier try left in the folder
  options.resume = folder.checkpoint();
  if (!options.resume.empty()) options.initial = {};
  check_files(options.common.scenario_file, scenario_source(options.common).scenario(), run.image_hash);
  folder.begin(run.scenario, run.id);
  return options;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// Writes a table with one row for each finished run of any process. Species that any run has get columns.
void write_table(const std::string& path, const std::vector<SweepRun>& runs) {
  const auto lock = OutputLock::wait_for(path);
  std::vector<std::string> columns;  // columns of metrics
  each_metric({}, [&](const char* name, auto, bool) { columns.emplace_back(name); });
  std::vector<std::pair<std::string, size_t>> rows;  // a row, and the number of columns known at its time
  for (const SweepRun& run : runs) {
    const std::optional<FinishedRun> done = run.folder.finished();
    if (!done) continue;
    std::vector<std::string> row = {run.point.folder};
    for (const auto& [key, value] : run.point.values) row.push_back(value);
    row.insert(row.end(), {std::to_string(done->boids), std::to_string(done->steps), done->backend,
                           done->ms_per_step, done->hash});
    const size_t first = row.size();
    row.resize(first + columns.size());
    for (const auto& [column, value] : done->metrics) {
      const auto at = static_cast<size_t>(std::ranges::find(columns, column) - columns.begin());
      if (at == columns.size()) {
        columns.push_back(column);
        row.emplace_back();
      }
      row[first + at] = value;
    }
    std::ranges::transform(row, row.begin(), csv_field);
    rows.emplace_back(fmt::format("{}", fmt::join(row, ",")), columns.size());
  }
  std::string text = "folder";
  for (const auto& [key, value] : runs.front().point.values) text += "," + csv_field(key);
  text += fmt::format(",boids,steps,backend,ms_per_step,hash,{}\n", fmt::join(columns, ","));
  for (const auto& [row, known] : rows) text += row + std::string(columns.size() - known, ',') + "\n";
  replace_file(path, text);
}

/// Runs this process's share of a sweep, small runs side by side.
class Sweep {
 public:
  Sweep(RunOptions options, const std::vector<SweepRun>& runs, const Shard& shard)
      : options_(std::move(options)),
        runs_(runs),
        table_((fs::path(options_.output_dir) / "summary.csv").string()),
        share_(share_of(runs, shard)),
        progress_(0, static_cast<int64_t>(share_.size()), "run") {
    options_.interrupt = &interrupt_;
    const auto lock = OutputLock::wait_for(table_);
    OutputFile::remove_abandoned(table_);  // once for a sweep, because a folder may hold a million runs
  }

  int run() {
    share_threads();
    run_all(
        share_.size(), static_cast<int>(jobs_), [this](size_t i) { return is_small(i); },
        [this](size_t i) { return run_one(i); });
    progress_.finish();
    for (const auto& [number, text] : said_) print(number, text);  // texts that waited for a stopped run
    write_table(table_, runs_);
    print_out("sweep: {} of {} run now, {} done before, {} elsewhere, {} failed; summary in {}\n", ran_,
              runs_.size(), done_before_, elsewhere_, failed_, table_);
    if (stopped_) note("stopped; the same command goes on with the sweep");
    return stopped_ ? interrupt_.exit_code() : failed_ > 0 ? 1 : 0;
  }

 private:
  static std::vector<size_t> share_of(const std::vector<SweepRun>& runs, const Shard& shard) {
    std::vector<size_t> share;
    for (size_t i = 0; i < runs.size(); ++i)
      if (shard.has(i)) share.push_back(i);
    return share;
  }
  bool is_small(size_t number) const {
    return jobs_ > 1 && (options_.jobs > 0 || runs_[share_[number]].boids < kLargeRun);
  }

  /// Decides how many runs are side by side, and how many threads each has. With a GPU, or with processes that step
  /// one flock together, a single run at a time is the default.
  void share_threads() {
    int64_t& threads = threads_ = options_.common.threads > 0 ? options_.common.threads : processors();
    jobs_ = options_.jobs;
    if (jobs_ == 0) {
      const auto backend = choose_backend(options_.common);
      const BackendKind* const kind = find_backend(backend->name());
      if (backend->device_index() >= 0 || (kind && kind->processes > 0)) jobs_ = 1;
    }
    if (jobs_ == 0) jobs_ = threads;
    int64_t small = 0, boids = 0;
    for (size_t i = 0; i < share_.size(); ++i) small += is_small(i);
    jobs_ = std::clamp<int64_t>(small, 1, jobs_);
    for (size_t i = 0; i < share_.size(); ++i)
      if (is_small(i)) boids = std::max(boids, runs_[share_[i]].boids);
    if (jobs_ > 1) check_memory(boids * jobs_, runs_.front().dimensions, options_.common.backend);
    threads = std::max<int64_t>(threads / jobs_, 1);
  }

  void print(size_t number, const std::string& text) {
    const size_t at = share_[number];
    if (!text.empty())
      print_out("[{}/{}] {}: {}\n", at + 1, runs_.size(), runs_[at].title(), message_text(text));
  }

  /// Prints results in the order of the runs. `text`: empty if a run has nothing to print.
  void say(size_t number, const std::string& text) {
    said_[number] = text;
    progress_.finish();
    for (auto next = said_.find(told_); next != said_.end(); next = said_.find(++told_)) {
      print(next->first, next->second);
      said_.erase(next);
    }
    flush_results();
    if (progress_.is_bar()) progress_.update(static_cast<int64_t>(told_));
  }

  bool run_one(size_t number) {
    const SweepRun& run = runs_[share_[number]];
    if (interrupt_.came()) return note_stop();
    std::string text;
    size_t* counted = &failed_;
    try {
      const auto lock = run.folder.claim();
      if (!lock) {
        counted = &elsewhere_;
        text = "another program is at it";
      } else if (run.folder.check(run.scenario, run.id, run.old_id,
                                  options_.steps);  // other programs may have used the folder since the plan
                 run.folder.finished()) {
        counted = &done_before_;
      } else {
        RunOptions options = begin(options_, run);
        if (is_small(number)) options.common.threads = static_cast<int>(threads_);
        const RunResult result = run_once(options);
        if (result.signal != 0) return note_stop();
        run.folder.finish(result);
        counted = &ran_;
        text = fmt::format("steps={} boids={} ms/step={:.3f} hash={:016x}", result.step, result.boids,
                           result.ms_per_step, result.hash);
      }
    } catch (const RunError& error) {
      text = fmt::format("failed: {}", error.what());
    } catch (const UserError& error) {  // a file in the folder is not one that a sweep wrote
      text = fmt::format("failed: {}", error.what());
    }
    const std::lock_guard lock(mutex_);
    ++*counted;
    say(number, text);
    // Writing the table takes at most a twentieth of the time, because every folder is read.
    if (const double begin = seconds();
        counted != &elsewhere_ && counted != &done_before_ && begin > table_due_) {
      write_table(table_, runs_);
      table_due_ = seconds() + 20.0 * (seconds() - begin);
    }
    return true;
  }
  /// Notes that a signal has stopped the sweep. @returns false, so that run_all() begins no other run.
  bool note_stop() {
    stopped_ = true;
    return false;
  }

  RunOptions options_;
  const std::vector<SweepRun>& runs_;
  const Interrupt interrupt_;
  std::string table_;
  std::vector<size_t> share_;  // indices of runs_
  Progress progress_;
  int64_t jobs_ = 1, threads_ = 1;
  std::mutex mutex_;  // guards the members below
  std::map<size_t, std::string> said_;
  size_t told_ = 0, ran_ = 0, done_before_ = 0, elsewhere_ = 0, failed_ = 0;
  double table_due_ = 0.0;
  std::atomic<bool> stopped_{false};
};

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
  return Sweep(std::move(options), runs, shard).run();
}

}  // namespace murmur

#include "app/batch/run_outputs.h"

#include <filesystem>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/formats/checkpoint.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
constexpr int64_t kHashEvery = 60;  // steps between hashes in an event log: a second of the window's time

/// A resumed run keeps what the one before it wrote.
void refuse_to_replace(const char* option, const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return;
  throw UserError(
      fmt::format("{} {}: the file is there already and holds the first part of the run; name a "
                  "new one for the part that follows --resume",
                  option, path));
}

template <class T>
std::string state_csv_text(const State<T>& state, const std::string& path) {
  StateCsvWriter<T> writer(path);
  writer.write(state);
  writer.finish();
  std::string text = read_text_file(path);
  std::remove(path.c_str());
  return text;
}

}  // namespace

template <class T>
RunOutputs<T>::RunOutputs(const RunOptions& options, const RunStart<T>& start)
    : options_(options),
      scenario_(start.scenario),
      states_due_(options.output_steps.begin(), options.output_steps.end()) {
  if (states_due_.empty()) states_due_.insert(options.steps);
  check_steps(start);
  lock_all();
  open(start);
}

template <class T>
void RunOutputs<T>::check_steps(const RunStart<T>& start) const {
  if (options_.steps < start.step) {
    throw UserError(fmt::format("--steps {}: {} is at step {} already; --steps is the step to end at",
                                options_.steps, start.resumed ? options_.resume : options_.initial,
                                start.step));
  }
  if (!options_.output_steps.empty() && options_.output.empty())
    throw UserError("--output-steps: says when to write, but --output FILE does not say where to");
  for (const int64_t step : options_.output_steps) {
    if (step < start.step || step > options_.steps) {
      throw UserError(fmt::format("--output-steps {}: is not part of this run; allowed: {} to {}", step,
                                  start.step, options_.steps));
    }
  }
}

template <class T>
void RunOutputs<T>::lock_all() {
  std::set<std::string> seen;
  for (const std::string* path : {&options_.output, &options_.log_events, &options_.frame_log,
                                  &options_.metrics, &options_.trajectory, &options_.checkpoint}) {
    if (path->empty()) continue;
    std::error_code ignored;
    refuse_dash(*path);
    const bool device = fs::exists(*path, ignored) && !fs::is_regular_file(*path, ignored);
    if (device && !fs::is_directory(*path, ignored) && path == &options_.checkpoint) {  // would be replaced
      throw UserError(fmt::format(
          "--checkpoint {}: is not a file; allowed: a name that is free or another checkpoint's", *path));
    }
    if (!device && !seen.insert(fs::weakly_canonical(*path, ignored).string()).second)
      throw UserError(
          fmt::format("{}: was named for two outputs of this run; give each its own file", *path));
    locks_.push_back(std::make_unique<OutputLock>(*path));
  }
}

template <class T>
void RunOutputs<T>::open(const RunStart<T>& start) {
  const int64_t resumed_at = start.resumed ? start.step : -1;
  if (!options_.output.empty()) states_ = std::make_unique<StateCsvWriter<T>>(options_.output);
  if (!options_.metrics.empty()) {
    metrics_ = std::make_unique<MetricsCsv>(options_.metrics, resumed_at);
    metrics_pool_ = std::make_unique<ThreadPool>(options_.common.threads);
  }
  if (!options_.frame_log.empty()) {
    if (start.resumed) refuse_to_replace("--frame-log", options_.frame_log);
    frame_log_ = open_to_write(options_.frame_log);
    frame_line("step,sort_ms,gather_ms,rules_ms,total_ms\n");
  }
  if (!options_.log_events.empty()) open_log(start);
  if (!options_.trajectory.empty()) {
    trajectory_ = std::make_unique<TrajectoryThread<T>>(
        open_trajectory<T>(options_.trajectory, start.scenario, resumed_at));
  }
}

template <class T>
void RunOutputs<T>::open_log(const RunStart<T>& start) {
  if (start.resumed) refuse_to_replace("--log-events", options_.log_events);
  LogHeader header;
  header.scenario = start.scenario;
  header.seed = start.seed;
  header.build = fmt::format("murmur {} {} ({})", kVersion, kBuildType, kCompiler);
  if (!options_.initial.empty()) header.initial = read_text_file(options_.initial);
  if (start.resumed) header.initial = state_csv_text(*start.state, options_.log_events + ".state");
  log_ = std::make_unique<EventLogWriter>(options_.log_events, header);
}

template <class T>
void RunOutputs<T>::listen(Simulation<T>& simulation) {
  if (log_) simulation.on_event = [this](const Event& event) { log_->write(event); };
}

template <class T>
bool RunOutputs<T>::metrics_due(int64_t step) const {
  return due(metrics_.get(), options_.metrics_every, step) ||
         (metrics_ && options_.metrics_at_end && step == options_.steps);
}

template <class T>
auto RunOutputs<T>::snapshot(Simulation<T>& simulation) -> const Snapshot& {
  if (!snapshot_) snapshot_ = std::make_shared<const State<T>>(simulation.state());
  return snapshot_;
}

template <class T>
void RunOutputs<T>::before_step(Simulation<T>& simulation) {
  velocity_before_.clear();
  if (metrics_due(simulation.step_number() + 1)) velocity_before_ = snapshot(simulation)->velocity;
  snapshot_.reset();
}

template <class T>
void RunOutputs<T>::after_step(Simulation<T>& simulation, bool stepped) {
  const int64_t step = simulation.step_number();
  if (frame_log_ && stepped) {
    const PhaseTimes t = simulation.backend().last_step_times();
    frame_line(fmt::format("{},{:.4f},{:.4f},{:.4f},{:.4f}\n", step, t.sort, t.gather, t.rules, t.total));
  }
  if (log_ && (!stepped || step % kHashEvery == 0)) write_hash(simulation);
  if (states_ && states_due_.count(step)) write_state(simulation);
  if (metrics_due(step) && step > metrics_->last_step()) {
    metrics_->write(measure(*snapshot(simulation), simulation.scenario(), *metrics_pool_,
                            stepped ? &velocity_before_ : nullptr));
  }
  if (due(trajectory_.get(), options_.trajectory_every, step) && step > trajectory_->first_step())
    trajectory_->write(make_frame(snapshot(simulation), simulation.scenario()));
  if (!options_.checkpoint.empty() && stepped && step % options_.checkpoint_every == 0)
    write_checkpoint_of(simulation);
}

template <class T>
void RunOutputs<T>::finish(Simulation<T>& simulation) {
  const int64_t step = simulation.step_number();
  if (log_ && hashed_ != step) write_hash(simulation);
  if (states_ && written_ != step && step < *states_due_.rbegin()) write_state(simulation);
  if (!options_.checkpoint.empty() && checkpointed_ != step) write_checkpoint_of(simulation);
  if (trajectory_) trajectory_->flush();
  if (states_) states_->finish();
  if (frame_log_) flush(frame_log_.get(), options_.frame_log);
}

template <class T>
void RunOutputs<T>::frame_line(const std::string& text) {
  write_all(frame_log_.get(), options_.frame_log, text.data(), text.size());
}

template <class T>
void RunOutputs<T>::write_hash(Simulation<T>& simulation) {
  hashed_ = simulation.step_number();
  log_->write(HashRecord{hashed_, simulation.hash()});
}

template <class T>
void RunOutputs<T>::write_state(Simulation<T>& simulation) {
  written_ = simulation.step_number();
  states_->write(*snapshot(simulation));
}

/// A checkpoint promises that what was written before it is there.
template <class T>
void RunOutputs<T>::write_checkpoint_of(Simulation<T>& simulation) {
  if (trajectory_) trajectory_->flush();
  write_checkpoint<T>(options_.checkpoint,
                      {scenario_, simulation.run_state(), *snapshot(simulation), simulation.hash()});
  checkpointed_ = simulation.step_number();
}

template class RunOutputs<float>;
template class RunOutputs<double>;

}  // namespace murmur

#include "app/live/run_job.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "app/options/device_check.h"
#include "sim/backends/faults.h"
#include "sim/formats/checkpoint.h"
#include "sim/formats/state_csv.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

/// Creates a folder with a free name. A folder that exists belongs to another program or share.
std::string new_folder(const std::string& before) {
  for (;;) {
    std::string folder = free_name(before, "");
    std::error_code error;
    if (std::filesystem::create_directory(folder, error)) return folder;
    if (error) throw RunError(fmt::format("cannot make the folder {}: {}.", folder, error.message()));
  }
}

/// Words about a jump of more than 60 steps, ", 100 steps ago"; empty: a short jump.
std::string far_back(int64_t steps) { return steps > 60 ? fmt::format(", {} steps ago", steps) : ""; }

/// Performs the jobs: one function for each kind of job works on the run and notes in the result what it did.
struct Performer {
  RecordedRun& run;
  std::unique_ptr<SecondRun>& second;
  const std::atomic<bool>& cancel;
  JobResult& result;

  void operator()(job::ApplyEvents& apply) const { run.apply(apply.events); }

  void operator()(job::Step& step) const {
    run.apply(step.events);
    const double start = seconds();
    run.simulation().time_phases(true);
    result.stepped = run.step();
    result.cancelled = cancel;
    result.ms = ms_since(start);
    result.phases = run.simulation().backend().last_step_times();
  }

  void operator()(const job::Seek& seek) const {
    try {
      run.seek(seek.target, cancel);
    } catch (const DeviceFailure&) {
      throw;
    } catch (const RunError& error) {  // a hash differs: the run stays where the difference shows
      result.notice = error.what();
      return;
    }
    result.notice =
        seek.arrival.empty() ? fmt::format("step {}", run.simulation().step_number()) : seek.arrival;
    if (run.in_past()) result.notice += "; Space plays what came after, a change goes on from here";
  }

  void operator()(const job::TakeBack& act) const {
    try {
      const char* const how = act.again ? "made again" : "taken back";
      const int64_t before = run.simulation().step_number();
      if (!run.take_back(act.act, act.again, cancel))
        result.notice = fmt::format("{} cannot be {}: it is too long ago", act.what, how);
      else
        result.notice = fmt::format("{}: {} (step {}{}){}", how, act.what, run.simulation().step_number(),
                                    far_back(before - run.simulation().step_number()),
                                    run.in_past() ? "; Space plays what came after" : "");
    } catch (const DeviceFailure&) {
      throw;
    } catch (const RunError& error) {  // a hash differs
      result.notice = error.what();
    }
  }

  void operator()(const job::SwitchBackend& to) const {
    try {
      run.simulation().set_backend(make_checked_backend(to.name, to.options));
      if (second) second->simulation().set_backend(make_checked_backend(to.name, to.options));
      result.notice = fmt::format("backend {}: {}", to.name, run.simulation().backend().description());
    } catch (const UserError& error) {
      result.notice = error.what();
    } catch (const RunError& error) {
      result.notice = error.what();
    }
  }

  void operator()(job::Export& to) const {
    if (to.kind == ExportKind::kShare) return share(to);
    to.path = free_name(to.before, to.ending);
    write(to, to.kind, to.path);
  }

  /// Writes all files of a share at the same moment, or none of them.
  void share(job::Export& to) const {
    to.path = to.before;  // name for messages until the folder exists
    to.path = new_folder(to.before);
    try {
      write(to, ExportKind::kScenario, file_of_share(to.path, ".toml"));
      if (run.log()) write(to, ExportKind::kLog, file_of_share(to.path, ".jsonl"));
      write(to, ExportKind::kCheckpoint, file_of_share(to.path, ".checkpoint"));
    } catch (...) {
      std::error_code ignored;
      std::filesystem::remove_all(to.path, ignored);
      throw;
    }
  }

  void write(const job::Export& to, ExportKind kind, const std::string& path) const {
    Simulation<float>& simulation = run.simulation();
    switch (kind) {
      case ExportKind::kScenario:
      case ExportKind::kMeasures:
        replace_file(path, to.text);
        break;
      case ExportKind::kState: {
        StateCsvWriter<float> writer(path);
        writer.write(simulation.state());
        writer.finish();
        break;
      }
      case ExportKind::kCheckpoint: {
        RunState state = simulation.run_state();
        if (to.kind == kind && !to.text.empty()) state.source.set("view", SetValue(to.text));
        write_checkpoint<float>(path, {to.origin, std::move(state), simulation.state(), simulation.hash()});
        break;
      }
      case ExportKind::kLog:
        if (!run.log()) throw RunError("the event log could not be written, and has ended");
        run.note_hash();
        replace_file(path, run.log()->text());
        break;
      case ExportKind::kShare:  // share() writes the files of such a folder
        break;
    }
  }

  void operator()(const job::CopyFlock& copy) const {
    add_copy(run.simulation(), copy.purpose);
    if (!second || copy.purpose != job::CopyFlock::For::kMetrics) return;
    add_copy(second->simulation(), copy.purpose);
    result.copies.back().second = true;
  }

  void add_copy(const Simulation<float>& simulation, job::CopyFlock::For purpose) const {
    const double start = seconds();
    FlockCopy made{.purpose = purpose, .run = simulation.run_state(), .state = simulation.state()};
    made.seconds = seconds() - start;
    result.copies.push_back(std::move(made));
  }

  void operator()(const job::NoteHash&) const { run.note_hash(); }

  void operator()(const job::ShowHash&) const {
    result.hash = run.simulation().hash();
    if (second) result.second_hash = second->simulation().hash();
  }

  void operator()(const job::BeginSecond& begin) const {
    if (second) return;
    try {
      const std::string name(run.simulation().backend().name());
      second = std::make_unique<SecondRun>(run, make_checked_backend(name, begin.options), begin.tracks);
      run.forget_future();
      result.notice =
          begin.tracks
              ? "A/B: left is the flock, which begins where the animals do, right are their tracks"
              : "A/B: left is flock A with the values of the panel, right is B, which keeps its values";
    } catch (const DeviceFailure&) {
      throw;
    } catch (const UserError& error) {
      result.notice = error.what();
    } catch (const RunError& error) {
      result.notice = error.what();
    }
  }

  /// Brings flock B to the step of A after a job, and adds what happened to the result.
  void follow() const {
    const double start = seconds();
    std::string over;
    try {
      second->follow();
      over = second->over();
    } catch (const DeviceFailure&) {
      throw;
    } catch (const RunError& error) {  // a hash differs
      over = error.what();
    }
    if (result.stepped) result.ms += ms_since(start);
    result.refused = second->take_refused();
    if (!over.empty()) end_second(over);
  }

  void operator()(const job::EndSecond&) const { end_second(""); }

  void end_second(const std::string& why) const {
    if (!second) return;
    result.report = report_of(*second);
    second.reset();
    if (!result.notice.empty()) result.notice += "; ";
    result.notice += why.empty() ? "A/B has ended; flock A flies on" : "A/B has ended: " + why;
  }

  void operator()(job::SetBoth& set) const {
    if (!second) return;
    if (set.to_start) {
      second->both_to_start();
      result.notice = fmt::format("both flocks begin at step {} again", second->start_step());
      set.to_start = false;  // a repeated job must not return again
    }
    second->set(set.first, set.second);
  }

  void operator()(const job::Recover& recover) const {
    run.recover(recover.target, default_backend().make(recover.options));
    if (second) second->recover(default_backend().make(recover.options));
    result.notice = fmt::format("{}; the flock goes on with backend {}", recover.cause,
                                run.simulation().backend().name());
  }

  void operator()(const job::TakeStepsBack& back) const { run.take_steps_back(back.good_steps); }
};

}  // namespace

std::string file_of_share(const std::string& folder, const std::string& ending) {
  const std::filesystem::path path(folder);
  return (path / (path.filename().string() + ending)).string();
}

std::string report_of(const SecondRun& second) {
  const Simulation<float>& flock = second.simulation();
  return fmt::format("{} at step {}: {} boids, hash={:016x}", second.shows_tracks() ? "tracks" : "flock B",
                     flock.step_number(), flock.count(), flock.hash());
}

JobResult perform(Job job, RecordedRun& run, std::unique_ptr<SecondRun>& second,
                  const std::atomic<bool>& cancel) {
  JobResult result{.job = std::move(job)};
  const Performer performer{run, second, cancel, result};
  try {
    std::visit(performer, result.job);
    if (second) performer.follow();
  } catch (...) {
    result.error = std::current_exception();
  }
  return result;
}

}  // namespace murmur

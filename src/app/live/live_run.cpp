#include "app/live/live_run.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "app/options/gallery_list.h"
#include "sim/backends/faults.h"
#include "sim/editing/table_arrays.h"
#include "sim/scenario/words.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kStaleSeek = 0.5;  // a longer seek gives way to a new target [s]

/// Whether `later` makes `earlier` needless: a drag during a long step sets one key many times, and only the last value is applied.
bool replaces(const Event& later, const Event& earlier) {
  return later.kind == EventKind::kSet && earlier.kind == EventKind::kSet && later.key == earlier.key &&
         !later.value.empty() && !earlier.value.empty() && later.key.find('[') == std::string::npos;
}

}  // namespace

std::string boids_text(int64_t more) {
  const int64_t count = std::abs(more);
  return fmt::format("{} boid{} {}", count, count == 1 ? "" : "s", more < 0 ? "less" : "more");
}

std::string words_of(const Event& event) {
  if (event.kind == EventKind::kSet) {
    const std::string name = words_of_key(event.key), &value = event.value.text();
    if (value.empty()) return name + " removed";
    return value.starts_with('{') ? name : fmt::format("{} = {}", name, value);
  }
  if (event.kind == EventKind::kPreset) return "the flock " + gallery_title(event.preset);
  if (event.kind == EventKind::kAdd) return boids_text(event.count);
  if (event.kind == EventKind::kRemove) return boids_text(-event.count);
  return std::string(event_kind_name(event.kind));
}

LiveRun::LiveRun(std::unique_ptr<RecordedRun> run, const BackendOptions& recovery, void (*wake)())
    : recovery_(recovery),
      is_replay_(run->player() != nullptr),
      thread_(std::move(run), wake),
      shown_(thread_.borrow()->simulation().source()) {
  copy_shown(false);
  take_report(thread_.borrow()->take_report());
}

/// Copies what pictures and controls show while the next job runs. `scenario_too`: also the scenario.
void LiveRun::copy_shown(bool scenario_too) {
  const Lease lease = *thread_.borrow();
  const RecordedRun& run = lease.run();
  const Simulation<float>& simulation = run.simulation();
  if (scenario_too) shown_ = simulation.source();
  boids_ = simulation.count();
  step_ = simulation.step_number();
  backend_ = lease.simulation().backend().name();
  device_ = lease.simulation().backend().description();
  has_log_ = run.log() != nullptr;
  reach_ = {.first = run.first_step(),
            .last = run.last_step(),
            .undo = run.history().before_last_act().has_value(),
            .redo = run.history().after_next_act().has_value(),
            .in_past = run.in_past(),
            .last_act = run.history().last_act()};
  if (const LogPlayer* const player = run.player()) {
    reach_.over = player->finished();
    reach_.differs = player->difference().has_value();
    reach_.hashes = player->hashes();
  }

  look_at_second(lease.second(), scenario_too);

  const auto has_events = [](const Job& job) { return std::holds_alternative<job::ApplyEvents>(job); };
  expected_.reset();
  if (!simulation.events_due() && std::ranges::none_of(waiting_, has_events)) return;
  expected_ = shown_;
  expected_boids_ = boids_;
  try {
    simulation.follow_due(*expected_, expected_boids_);
  } catch (
      const UserError&) {  // an event of the scenario that does not fit is refused when it is applied, with a notice
  }
  for (const Job& waiting : waiting_) {
    if (!has_events(waiting)) continue;
    for (const PostedEvent& one : std::get<job::ApplyEvents>(waiting).events) {
      try {
        expected_->follow(one.event, expected_boids_);
      } catch (const UserError&) {  // refused when it is applied
      }
    }
  }
}

void LiveRun::look_at_second(const SecondRun* second, bool scenario_too) {
  if (!second) {
    second_.reset();
    return;
  }
  const Simulation<float>& flock = second->simulation();
  if (!second_)
    second_.emplace(SecondFlock{.source = flock.source(),
                                .start = second->start(),
                                .start_step = second->start_step(),
                                .tracks = second->shows_tracks()});
  else if (scenario_too)
    second_->source = flock.source();
  second_->step = flock.step_number();
  second_->boids = flock.count();
}

void LiveRun::post(Event event, const UndoTag& tag) {
  if (seeking()) throw UserError("the flock is on its way to another step: wait, or press Esc");
  ScenarioSource next = expected_source();
  int64_t boids = expected().boids;
  event.step = idle() ? step_ : step_ + 1;
  next.accept(event, boids);
  expected_ = std::move(next);
  expected_boids_ = boids;
  if (waiting_.empty() || !std::holds_alternative<job::ApplyEvents>(waiting_.back()))
    waiting_.emplace_back(job::ApplyEvents{});
  std::vector<PostedEvent>& events = std::get<job::ApplyEvents>(waiting_.back()).events;
  if (!idle() && !events.empty() && replaces(event, events.back().event)) events.pop_back();
  events.push_back({.event = std::move(event), .tag = tag});
}

ScenarioSource LiveRun::after(const Event& event) const {
  ScenarioSource next = expected_source();
  int64_t boids = expected().boids;
  next.follow(event, boids);
  return next;
}

void LiveRun::switch_backend(const std::string& name, const BackendOptions& options) {
  recovery_ = options;
  waiting_.emplace_back(job::SwitchBackend{name, options});
}

void LiveRun::begin_waiting(bool seeks) {
  if (!idle()) {
    if (seek_ && seeking() && seconds_running() > kStaleSeek) cancel();
    return;
  }
  if (!waiting_.empty()) {
    Job job = std::move(waiting_.front());
    waiting_.pop_front();
    thread_.start(std::move(job));
  } else if (seeks && (seek_ || undo_ != 0)) {
    begin_seek();
  }
}

bool LiveRun::step() {
  job::Step step;
  if (!waiting_.empty()) {
    auto* const posted = std::get_if<job::ApplyEvents>(&waiting_.front());
    if (!posted) {
      begin_waiting();
      return false;
    }
    step.events = std::move(posted->events);
    waiting_.pop_front();
  }
  thread_.start(std::move(step));
  return true;
}

/// Begins a seek to the latest target: a pointer on the time bar asks for one in each frame.
void LiveRun::begin_seek() {
  job::Seek seek;
  {
    const Lease lease = *thread_.borrow();
    const RecordedRun& run = lease.run();
    const RunHistory& history = run.history();
    if (undo_ != 0) {
      const bool back = undo_ > 0;
      undo_ += back ? -1 : 1;
      const auto target = back ? history.before_last_act() : history.after_next_act();
      if (!target) {
        undo_ = 0;
        notes_.notices.emplace_back(back ? "there is nothing to undo" : "there is nothing to redo");
        return;
      }
      const std::string act = words_of(history.act_at(back ? target->records : history.present().records));
      seek = {*target, fmt::format("{}: {} (step {})", back ? "undone" : "done again", act, target->step)};
    } else {
      int64_t step = std::max(*std::exchange(seek_, {}), run.first_step());
      if (is_replay()) step = std::min(step, run.last_step());
      seek.target = history.at_step(step);
      if (is_replay() ? step == history.present().step : seek.target == history.present()) return;
    }
  }
  destination_ = seek.target.step;
  notes_.rests = true;
  thread_.start(std::move(seek));
}

RunNotes LiveRun::collect(double seconds) {
  if (std::optional<JobResult> result = thread_.wait(seconds)) {
    destination_.reset();
    take(*result);
  }
  return std::exchange(notes_, {});
}

void LiveRun::take(JobResult& result) {
  RunReport report = thread_.borrow()->take_report();
  const bool moved =
      std::holds_alternative<job::Seek>(result.job) || std::holds_alternative<job::TakeBack>(result.job) ||
      std::holds_alternative<job::Recover>(result.job) || std::holds_alternative<job::SetBoth>(result.job) ||
      std::holds_alternative<job::TakeStepsBack>(result.job);
  const bool changed = moved || !report.applied.empty();
  take_report(std::move(report));
  if (result.error) {
    fail(result);
    return;
  }
  if (changed || result.stepped || std::holds_alternative<job::BeginSecond>(result.job)) hash_.reset();
  if (second_ && (changed || result.stepped)) second_->hash.reset();
  if (result.hash) hash_ = result.hash;
  notes_.hashed = notes_.hashed || result.hash;
  copy_shown(changed);
  if (second_ && result.second_hash) second_->hash = result.second_hash;
  notes_.arrived = notes_.arrived || moved;
  if (!result.notice.empty()) notes_.notices.push_back(result.notice);
  for (std::string& why : result.refused) notes_.notices.push_back(std::move(why));
  if (!result.report.empty()) notes_.reports.push_back(std::move(result.report));
  for (FlockCopy& copy : result.copies) notes_.copies.push_back(std::move(copy));
  notes_.refused = notes_.refused ||
                   (std::holds_alternative<job::Step>(result.job) && !result.stepped && !result.cancelled);
  if (reach_.over || reach_.differs) notes_.rests = notes_.rests || notes_.refused;
  if (result.stepped) {
    ++notes_.steps;
    last_step_ms_ = result.ms;
    notes_.step_ms += result.ms;
    notes_.phases.sort += result.phases.sort;
    notes_.phases.gather += result.phases.gather;
    notes_.phases.rules += result.phases.rules;
  }
  if (const auto* const recovered = std::get_if<job::Recover>(&result.job)) {
    notes_.reports.push_back(fmt::format("backend {} from step {}: {}", backend_, step_, recovered->cause));
  }
  if (const auto* const to = std::get_if<job::SwitchBackend>(&result.job); to && to->name == backend_) {
    notes_.reports.push_back(fmt::format("backend {} from step {}: {}", backend_, step_, device_));
  }
  if (const auto* const back = std::get_if<job::TakeStepsBack>(&result.job)) {
    notes_.rests = true;
    notes_.fault =
        fmt::format("{}. The flock is as it was before that step: change a value, or go back.", back->fault);
    notes_.reports.push_back(back->fault);
  }
  if (const auto* const file = std::get_if<job::Export>(&result.job))
    notes_.exported.push_back({.kind = file->kind, .path = file->path});
}

void LiveRun::take_report(RunReport report) {
  for (Event& event : report.applied) notes_.applied.push_back(std::move(event));
  for (std::string& why : report.refused) notes_.notices.push_back(std::move(why));
  notes_.changed = notes_.changed || report.changed;
  if (!report.log_failure.empty()) notes_.failure = report.log_failure;
  if (report.replay_end.empty()) return;
  notes_.notices.push_back(std::move(report.replay_end));
  notes_.rests = true;
}

/// Handles a job that failed: after a failure of the device it begins the recovery, and queues what the job has not done.
void LiveRun::fail(JobResult& result) {
  try {
    std::rethrow_exception(result.error);
  } catch (const DeviceFailure& failure) {
    if (std::holds_alternative<job::Recover>(result.job)) throw;
    RunPosition target = thread_.borrow()->run().history().present();
    if (const auto* const seek = std::get_if<job::Seek>(&result.job)) target = seek->target;
    wait_again(result.job);
    begin_recovery(target, failure.cause());
  } catch (const NotFinite& fault) {
    if (std::holds_alternative<job::TakeStepsBack>(result.job)) throw;
    wait_again(result.job);
    take_steps_back(fault);
  } catch (const RunError& error) {
    const auto* const file = std::get_if<job::Export>(&result.job);
    if (!file) throw;
    copy_shown(false);
    notes_.exported.push_back({.kind = file->kind, .path = file->path, .error = error.what()});
  }
}

/// Puts a failed job back into the queue, as far as it was not done. The caller restores the position.
void LiveRun::wait_again(Job& job) {
  if (std::holds_alternative<job::Seek>(job)) return;
  if (auto* const step = std::get_if<job::Step>(&job)) {
    if (!step->events.empty()) waiting_.emplace_front(job::ApplyEvents{std::move(step->events)});
    return;
  }
  waiting_.push_front(std::move(job));
}

void LiveRun::take_steps_back(const NotFinite& fault) {
  thread_.start(job::TakeStepsBack{fault.good_steps(), fault.what()});
}

void LiveRun::begin_recovery(RunPosition target, const std::string& cause) {
  thread_.start(job::Recover{.target = target, .options = recovery_, .cause = cause});
}

void LiveRun::recover(const std::string& cause) {
  const RunPosition present = thread_.borrow()->run().history().present();
  begin_recovery(present, cause);
}

}  // namespace murmur

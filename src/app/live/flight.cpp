#include "app/live/flight.h"

#include <chrono>
#include <utility>

#include "app/live/seconds.h"
#include "sim/backends/faults.h"
#include "sim/run/event_effects.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// For a drag during a long step: of many values of one key only the last is applied.
bool replaces(const Event& later, const Event& earlier) {
  return later.kind == EventKind::kSet && earlier.kind == EventKind::kSet && later.key == earlier.key &&
         !later.value.empty() && !earlier.value.empty() && later.key.find('[') == std::string::npos;
}

}  // namespace

Flight::Flight(Simulation<float>& simulation) : simulation_(simulation), thread_([this] { work(); }) {
  simulation_.cancel_when(cancel_);
}

Flight::~Flight() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  cancel();
  begin_.notify_one();
  thread_.join();
  static const std::atomic<bool> never = false;
  simulation_.cancel_when(never);
}

void Flight::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock, [this] { return stop_ || task_; });
    if (stop_) return;
    const Task task = std::exchange(task_, {});
    lock.unlock();
    const double start = seconds();
    std::exception_ptr error;
    try {
      task(cancel_);
      if (was_step_) {
        phases_ = simulation_.backend().last_step_times();  // a device is done then, not before
        took_ms_ = ms_since(start);
        if (after_step && !cancelled_) after_step();
      }
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    error_ = error;
    done_ = true;
    end_.notify_one();
    if (on_step_end) on_step_end();
  }
}

const Scenario& Flight::scenario() const { return expected_ ? expected_->scenario() : drawn_scenario(); }
int64_t Flight::count() const { return expected_ ? expected_count_ : drawn_count(); }
int64_t Flight::drawn_count() const { return under_way_ ? drawn_count_ : simulation_.count(); }
int64_t Flight::step_number() const { return under_way_ ? step_number_ : simulation_.step_number(); }

/// A backend's description may depend on data that its step changes.
void Flight::note_names() const {
  if (under_way_) return;
  name_ = simulation_.backend().name();
  description_ = simulation_.backend().description();
}

const std::string& Flight::backend_name() const {
  note_names();
  return name_;
}

const std::string& Flight::backend_description() const {
  note_names();
  return description_;
}

void Flight::post(Event event) {
  if (!under_way_) {
    simulation_.post(std::move(event));
    simulation_.apply_events();
    return;
  }
  if (on_journey()) throw UserError("the flock is on its way to another step: wait, or press Esc");
  ScenarioSource next = expected_ ? *expected_ : simulation_.source();
  int64_t boids = count();
  event.step = step_number_ + 1;
  check_event(event, next.scenario());
  follow_scenario(next, boids, event);
  expected_ = std::move(next);
  expected_count_ = boids;
  if (!waiting_.empty() && waiting_.back().event && replaces(event, *waiting_.back().event))
    waiting_.pop_back();
  waiting_.push_back({.event = std::move(event), .act = {}});
}

ScenarioSource Flight::after(const Event& event) const {
  ScenarioSource next = expected_ ? *expected_ : held_ ? *held_ : simulation_.source();
  int64_t boids = count();
  follow_scenario(next, boids, event);
  return next;
}

void Flight::when_whole(std::function<void()> act) {
  if (under_way_) {
    waiting_.push_back({.event = {}, .act = std::move(act)});
  } else {
    act();
  }
}

void Flight::begin_step() {
  if (under_way_) return;
  simulation_.apply_events();  // here: whoever hears of events is on this thread
  was_step_ = true;
  begin([this](const std::atomic<bool>&) { cancelled_ = !simulation_.advance(); });
}

void Flight::begin_other(std::function<void()> work, std::function<void()> done) {
  if (under_way_) return;
  was_step_ = false;
  done_with_other_ = std::move(done);
  begin([work = std::move(work)](const std::atomic<bool>&) { work(); });
}

void Flight::begin_journey(Task task) {
  if (under_way_) return;
  held_ = simulation_.source();
  was_step_ = false;
  begin(std::move(task));
}

void Flight::begin(Task task) {
  note_names();
  drawn_count_ = simulation_.count();
  step_number_ = simulation_.step_number();
  begun_ = seconds();
  under_way_ = true;
  cancel_ = cancelled_ = false;
  {
    const std::lock_guard lock(mutex_);
    task_ = std::move(task);
    done_ = false;
  }
  begin_.notify_one();
}

bool Flight::end_step(double longest) {
  if (!under_way_) return true;
  {
    std::unique_lock lock(mutex_);
    if (!end_.wait_for(lock, std::chrono::duration<double>(longest), [this] { return done_; })) return false;
  }
  under_way_ = false;
  held_.reset();
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  if (was_step_ && !cancelled_) {
    last_ms_ = took_ms_;
    last_phases_ = phases_;
  }
  if (done_with_other_) std::exchange(done_with_other_, {})();
  release();
  return true;
}

double Flight::seconds_under_way() const { return under_way_ ? seconds() - begun_ : 0.0; }

void Flight::release() {
  expected_.reset();
  std::deque<Waiting> waiting = std::exchange(waiting_, {});
  while (!waiting.empty()) {
    const Waiting one = std::move(waiting.front());
    waiting.pop_front();
    if (one.act) one.act();
    if (!one.event) continue;
    try {
      post(*one.event);
    } catch (const UserError& error) {
      if (on_refusal) on_refusal(error.what());
    } catch (const DeviceFailure&) {
      waiting_ = std::move(waiting);  // for whoever goes on with the flock
      throw;
    }
  }
}

}  // namespace murmur

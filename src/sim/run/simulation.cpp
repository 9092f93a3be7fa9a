#include "sim/run/simulation.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sim/backends/faults.h"
#include "sim/run/event_effects.h"
#include "sim/scenario/custom_rules.h"
#include "sim/scenario/events.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/write.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"
#include "sim/util/exact_arithmetic.h"
#include "sim/util/memory.h"

namespace murmur {
namespace {

constexpr int64_t kMostIds = std::numeric_limits<uint32_t>::max();  // ids have 32 bits

std::deque<Event> scheduled(const Scenario& scenario) {
  const std::vector<Event> events = by_step(scenario.events);
  return {events.begin(), events.end()};
}

template <class T>
std::vector<T> converted(const std::vector<float>& values) {
  return std::vector<T>(values.begin(), values.end());
}

/// `count` copies of the same row.
template <class T>
std::vector<T> repeated(const std::vector<double>& row, int64_t count) {
  std::vector<T> rows;
  rows.reserve(static_cast<size_t>(count) * row.size());
  for (int64_t i = 0; i < count; ++i) {
    for (const double x : row) rows.push_back(static_cast<T>(x));
  }
  return rows;
}

/// Positions of the boids of an `add`; fewer than event.count if walls leave no room.
template <class T>
std::vector<T> places_of(const Event& event, const Scenario& scenario, int64_t step, int64_t first_id,
                         const WallRoom& room) {
  if (event.radius)
    return converted<T>(added_places(scenario, step, first_id, event.count, event.at, *event.radius, room));
  return repeated<T>(event.at, room.allows(event.at) ? event.count : 0);
}

template <class T>
double host_bytes_per_boid(const Backend<T>& backend, int dimensions) {
  return backend.device_index() >= 0 ? host_bytes_per_boid_of_device(dimensions) : bytes_per_boid(dimensions);
}

}  // namespace

std::string changed_scenario(const RunState& run) {
  Scenario now = run.source.scenario();
  now.events.clear();
  return scenario_to_toml(now);
}

template <class T>
Simulation<T>::Simulation(ScenarioSource source, std::unique_ptr<Backend<T>> backend)
    : run_{std::move(source)}, backend_(std::move(backend)) {
  run_.schedule = scheduled(scenario());
  start_fresh(scenario());
}

template <class T>
Simulation<T>::Simulation(ScenarioSource source, std::unique_ptr<Backend<T>> backend, const State<T>& initial)
    : run_{scenario_at(source, initial.step), scheduled(source.scenario())}, backend_(std::move(backend)) {
  for (auto& next = run_.schedule; !next.empty() && next.front().step < initial.step; next.pop_front())
    run_.windows.begin(next.front());
  start(initial);
}

template <class T>
Simulation<T>::Simulation(RunState run, std::unique_ptr<Backend<T>> backend, const State<T>& state)
    : run_(std::move(run)), backend_(std::move(backend)) {
  start(state);
}

template <class T>
void Simulation<T>::start(const State<T>& state) {
  const ExactArithmetic exact;
  configure(backend_, scenario());
  backend_->load(state);
  step_ = state.step;
}

/// Loads the seeded start of `fresh`, which is the scenario, possibly with another N.
template <class T>
void Simulation<T>::start_fresh(const Scenario& fresh) {
  const ExactArithmetic exact;
  configure(backend_, scenario());
  backend_->load_start(fresh);
}

template <class T>
State<T> Simulation<T>::state() const {
  State<T> state;
  state.dimensions = scenario().dimensions();
  backend_->save(state);
  state.step = step_;
  return state;
}

template <class T>
void Simulation<T>::post(Event event) {
  const ExactArithmetic exact;
  event.step = step_;
  // The event is checked against the scenario of its turn, because a queued preset may change positions
  // and dimensions.
  ScenarioSource now = run_.source;
  int64_t boids = count();
  follow_due(now, boids);
  const int64_t before = boids;
  now.accept(event, boids);
  name_files_in_full(event);
  if (event.kind == EventKind::kAdd)
    check_room_for(event, now.scenario(), before);
  else if (event.kind == EventKind::kSet || event.kind == EventKind::kPreset)
    check_wall_pieces(now.scenario());
  run_.pending.push_back(std::move(event));
}

template <class T>
void Simulation<T>::follow_due(ScenarioSource& source, int64_t& boids) const {
  for (const Event& event : run_.schedule) {
    if (event.step <= step_) source.follow(event, boids);
  }
  for (const Event& event : run_.pending) source.follow(event, boids);
}

template <class T>
void Simulation<T>::apply_events() {
  apply_due_events([this](const Event& event) {
    if (on_event) on_event(event);
  });
}

template <class T>
void Simulation<T>::apply_due_events(const std::function<void(const Event&)>& applied) {
  const ExactArithmetic exact;
  const auto take = [&](std::deque<Event>& queue) {
    const Event event = std::move(queue.front());
    queue.pop_front();  // removed first, so that a failing event is not applied again
    try {
      apply(event);
    } catch (const DeviceFailure&) {
      queue.push_front(event);  // the event can be applied when the run continues
      throw;
    }
    applied(event);
  };
  while (scheduled_is_due()) take(run_.schedule);
  while (!run_.pending.empty()) take(run_.pending);
}

template <class T>
bool Simulation<T>::advance() {
  if (!can_cancel() || !events_due()) {
    apply_events();
    return step();
  }
  // A backend cannot undo events, so they are recorded only when their step is complete.
  const std::pair<RunState, State<T>> before{run_state(), state()};
  const size_t departures = stayed_.size();
  std::vector<Event> events;
  const auto tell = [&] {
    for (const Event& event : events) {
      if (on_event) on_event(event);
    }
  };
  bool done = false;
  try {
    apply_due_events([&](const Event& event) { events.push_back(event); });
    done = step();
  } catch (...) {
    tell();
    throw;
  }
  if (done) {
    tell();
  } else {
    restore(before.first, before.second);
    stayed_.resize(departures);
  }
  return done;
}

/// @returns false if the step was cancelled.
template <class T>
bool Simulation<T>::step() {
  if (step_ >= kLastStep)
    throw RunError(fmt::format("step {} is the last that a file can hold: the run ends there", kLastStep));
  if (can_cancel() && cancel_->load(std::memory_order_relaxed)) return false;
  const ExactArithmetic exact;  // set in each step: other code may change the mode
  try {
    StepInput input = step_input(scenario(), run_.windows, step_);
    if (can_cancel()) input.cancel = cancel_;
    input.time_phases = times_phases_;
    backend_->step(input);
  } catch (const StepCancelled&) {
    return false;
  }
  ++step_;
  return true;
}

template <class T>
void Simulation<T>::restore(const RunState& run, const State<T>& state) {
  run_ = run;
  start(state);
}

template <class T>
void Simulation<T>::restore(const RunState& run, const KeptFlock<T>& kept, int64_t step) {
  const ExactArithmetic exact;
  run_ = run;
  configure(backend_, scenario());
  backend_->restore(kept);
  step_ = step;
}

template <class T>
void Simulation<T>::set_backend(std::unique_ptr<Backend<T>> backend) {
  configure(backend, scenario());
  backend->load(state());
  backend_ = std::move(backend);
}

/// Checks an `add` event if start.walls is "refuse". @throws UserError if walls do not allow the position of one of its boids.
template <class T>
void Simulation<T>::check_room_for(const Event& event, const Scenario& now, int64_t boids) {
  if (now.start.walls != StartWalls::kRefuse || !has_closed_walls(now)) return;
  const auto places = static_cast<int64_t>(places_of<T>(event, now, step_, boids, room_.room_of(now)).size());
  if (const int64_t left = event.count - places / now.dimensions(); left > 0)
    throw UserError(fmt::format(
        "event add at step {}: {} of {} boids would be inside a wall, or outside of one that keeps them in; "
        "allowed: other places, or start.walls = \"move\"",
        step_, left, event.count));
}

template <class T>
State<T> Simulation<T>::added_boids(const Event& event) {
  State<T> boids{.dimensions = scenario().dimensions(),
                 .position = places_of<T>(event, scenario(), step_, count(), room_.room_of(scenario())),
                 .velocity = {}};
  boids.velocity = event.velocity ? repeated<T>(*event.velocity, boids.count())
                                  : converted<T>(added_headings(scenario(), step_, count(), boids.count()));
  begin_columns(scenario(), count(), boids);
  if (event.species) make_species(boids, scenario(), *event.species);
  return boids;
}

template <class T>
void Simulation<T>::add(const Event& event) {
  check_event(event, scenario());
  if (event.count > kMostIds - count()) {
    throw UserError(fmt::format(
        "event add at step {}: {} boids more than the {} there are exceed the {} that ids can count",
        event.step, event.count, count(), kMostIds));
  }
  require_memory(
      static_cast<double>(count() + event.count) * host_bytes_per_boid(*backend_, scenario().dimensions()),
      fmt::format("event add at step {}: {} boids more than the {} there are", event.step, event.count,
                  count()),
      "add fewer");
  check_room_for(event, scenario(), count());
  const State<T> boids = added_boids(event);
  if (boids.count() > 0) backend_->add(boids);
  if (const int64_t left = event.count - boids.count(); left > 0 && on_notice)
    on_notice(
        fmt::format("event add at step {}: {} of {} boids find no room among the walls and are not added",
                    event.step, left, event.count));
}

template <class T>
void Simulation<T>::apply(const Event& event) {
  run_.windows.begin(event);
  switch (event.kind) {
    case EventKind::kScatter:
      check_event(event, scenario());
      backend_->scatter(event.at, event.strength, event.radius.value_or(-1.0));
      break;
    case EventKind::kAdd:
      add(event);
      break;
    case EventKind::kConvert: {
      State<T> now = state();
      convert(now, scenario(), event);
      start(now);
      break;
    }
    case EventKind::kRemove:
      backend_->remove(event.count);
      stayed_.push_back(count());
      break;
    case EventKind::kSet:
      change_scenario(event, after(event));
      break;
    case EventKind::kPreset:
      restart(after(event));
      break;
    case EventKind::kRestart:
      restart(run_.source);
      break;
    default:
      break;  // the event's window has begun
  }
}

template <class T>
ScenarioSource Simulation<T>::after(const Event& event) const {
  ScenarioSource next = run_.source;
  int64_t boids = count();
  next.follow(event, boids);
  return next;
}

template <class T>
void Simulation<T>::change_scenario(const Event& event, ScenarioSource next) {
  const auto arrays = [](const Scenario& s) {
    return std::tuple(s.predators.size(), s.goal ? s.goal->path.size() : 0, column_names(s).species,
                      carried_by(s), custom_state_names(s));
  };
  const bool arrays_change = arrays(next.scenario()) != arrays(scenario());
  if (arrays_change) {
    State<T> now = state();
    move_custom_states(now, custom_state_names(scenario()), custom_state_names(next.scenario()));
    follow_species(now, scenario(), next.scenario());
    const TableOfKey set = table_of(event.key);
    if (set.table == "predator" && set.element &&
        next.scenario().predators.size() < scenario().predators.size())
      remove_predator(now, *set.element);
    run_.source = std::move(next);
    fit_to_scenario(now, scenario());
    start(now);
  } else {
    run_.source = std::move(next);
    configure(backend_, scenario());
  }
}

template <class T>
void Simulation<T>::restart(ScenarioSource source) {
  Scenario fresh = source.scenario();
  fresh.boids = count();
  run_.source = std::move(source);
  start_fresh(fresh);
  stayed_.push_back(0);
}

template <class T>
int64_t Simulation<T>::same_ids(size_t departures) const {
  int64_t same = count();
  for (size_t k = departures; k < stayed_.size(); ++k) same = std::min(same, stayed_[k]);
  return same;
}

template class Simulation<float>;
template class Simulation<double>;

}  // namespace murmur

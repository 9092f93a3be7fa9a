#include "sim/embedded/run.h"

#include <chrono>
#include <cmath>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/formats/checkpoint.h"
#include "sim/formats/log_player.h"
#include "sim/formats/run_id.h"
#include "sim/formats/scenario_files.h"
#include "sim/formats/state_csv.h"
#include "sim/run/event_effects.h"
#include "sim/state/start.h"
#include "sim/state/start_room.h"
#include "sim/util/errors.h"

namespace murmur::embedded {
namespace {

constexpr std::chrono::milliseconds kUninterrupted{10};  // shorter than a person notices

using Clock = std::chrono::steady_clock;

/// Checks the columns of a state that Python has passed.
void check_columns(const State<float>& start, const Scenario& scenario) {
  each_column(
      [&](const ColumnInfo& info, const auto& rows, size_t places) {
        if (rows.empty()) return;
        if (!(carried_by(scenario) & info.bit))
          throw UserError(fmt::format("{}: needs a scenario with {}", info.name, info.needs));
        if constexpr (std::is_same_v<decltype(rows), const std::vector<uint32_t>&>) {
          for (size_t i = 0; i < rows.size(); ++i) {
            if (rows[i] >= places)
              throw UserError(fmt::format("{}[{}] is {}; allowed: 0 to {}, an index of {}", info.name, i,
                                          rows[i], places - 1, info.place));
          }
        }
      },
      start.columns, column_places(scenario));
}

std::string first_id(const std::string& scenario, const std::string& image_hash) {
  return run_id({.scenario = scenario, .precision = "float", .image_hash = image_hash});
}

}  // namespace

void check_numbers(const char* what, const float* numbers, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows * columns; ++i) {
    if (!std::isfinite(numbers[i])) {
      throw UserError(fmt::format("{}[{}, {}] is {}; allowed: finite numbers", what, i / columns, i % columns,
                                  numbers[i]));
    }
  }
}

std::unique_ptr<State<float>> StatePool::take() {
  const std::lock_guard lock(mutex_);
  for (auto& spare : states_) {
    if (spare) return std::move(spare);
  }
  return std::make_unique<State<float>>();
}

void StatePool::give_back(std::unique_ptr<State<float>> state) noexcept {
  const std::lock_guard lock(mutex_);
  for (auto& spare : states_) {
    if (!spare) {
      spare = std::move(state);
      return;
    }
  }
}

Run::Run(Machine machine, std::string scenario, std::string id, std::unique_ptr<Simulation<float>> simulation)
    : simulation_(std::move(simulation)),
      machine_(std::move(machine)),
      scenario_(std::move(scenario)),
      id_(std::move(id)) {}

Run::Run(const ScenarioSource& source, const Machine& machine, const std::string& log, State<float>* start)
    : machine_(machine), scenario_(source.to_toml()) {
  const Scenario& scenario = source.scenario();
  const std::string image_hash = files_digest(scenario);
  LogHeader header;
  if (start) {
    check_positions(scenario, *start);
    check_room(scenario, *start);
    check_columns(*start, scenario);
    fit_to_scenario(*start, scenario);
    id_ = run_id({scenario_, "float", start->step, state_hash(*start), image_hash});
    simulation_ = std::make_unique<Simulation<float>>(
        source, machine.make_for(start->count(), start->dimensions), *start);
    if (!log.empty()) header.initial = StateCsvWriter<float>::text(*start);
  } else {
    id_ = first_id(scenario_, image_hash);
    simulation_ =
        std::make_unique<Simulation<float>>(source, machine.make_for(scenario.boids, scenario.dimensions()));
  }
  if (log.empty()) return;
  header.origin = {scenario_, id_, image_hash};
  header.seed = scenario.seed;
  header.build = fmt::format("murmur {} {} ({}), {}", kVersion, kBuildType, kCompiler, machine.language);
  log_lock_ = std::make_unique<OutputLock>(log);
  log_ = std::make_unique<EventLogWriter>(log, header);
  simulation_->on_event = [this](const Event& event) {
    if (log_) log_->write(event);
  };
  log_hash();
}

Run::Run(const std::string& checkpoint, const Machine& machine) : machine_(machine) {
  Checkpoint<float> saved = read_checkpoint<float>(checkpoint);
  const RunOrigin& origin = saved.origin;
  scenario_ = origin.scenario;
  id_ = origin.run.empty() ? first_id(scenario_, origin.image_hash) : origin.run;
  check_files(checkpoint, saved.run.source.scenario(), origin.image_hash);
  simulation_ = std::make_unique<Simulation<float>>(
      std::move(saved.run), machine.make_for(saved.state.count(), saved.state.dimensions), saved.state);
  if (simulation_->hash() == saved.hash) return;
  throw RunError(
      fmt::format("{}: its state has the hash {:016x}, not {:016x} as it says: it does not come from this "
                  "program",
                  checkpoint, simulation_->hash(), saved.hash));
}

std::shared_ptr<Run> Run::replay(const std::string& path, const Machine& machine, std::optional<int64_t> step,
                                 const Between& between) {
  const EventLog log = read_event_log(path);
  int64_t boids = 0;
  auto simulation = simulation_of_log(
      path, log, [&](int64_t count, int dimensions) { return machine.make_for(count, dimensions); }, boids);
  LogPlayer player(path, log);
  const int64_t first = simulation->step_number(), last = player.last_step(*simulation);
  if (step && (*step < first || *step > last)) {
    throw UserError(
        fmt::format("step: {} is not in the log {}; allowed: {} to {}", *step, path, first, last));
  }
  auto looked = Clock::now();
  for (player.play_current_step_or_throw(*simulation); simulation->step_number() < step.value_or(last);
       player.play_current_step_or_throw(*simulation)) {
    simulation->advance();
    if (Clock::now() - looked < kUninterrupted) continue;
    between();
    looked = Clock::now();
  }
  auto run = std::shared_ptr<Run>(
      new Run(machine, log.header.origin.scenario, log.header.origin.run, std::move(simulation)));
  run->change_id("a replay");  // events came from the log, not from the scenario alone
  return run;
}

std::shared_ptr<Run> Run::copy() const {
  check_process();
  const std::lock_guard lock(mutex_);
  const State<float> state = simulation_->state();
  auto run = std::shared_ptr<Run>(
      new Run(machine_, scenario_, id_,
              std::make_unique<Simulation<float>>(
                  simulation_->run_state(), machine_.make_for(state.count(), state.dimensions), state)));
  run->simulation_->take_departures(*simulation_);
  run->pushed_ = pushed_;
  return run;
}

Run::~Run() {
  if (getpid() != process_) {
    (void)simulation_.release();
    (void)log_.release();
    (void)log_lock_.release();
    return;
  }
  try {
    close_log();
  } catch (const RunError&) {  // the log is valid, except that its last hash is missing
  }
}

void Run::check_process() const {
  if (getpid() == process_) return;
  throw RunError(
      fmt::format("this flock belongs to process {}, and a fork does not copy its threads: make a flock in "
                  "this process, or load() a checkpoint of it",
                  process_));
}

void Run::begin_change(const char* what) {
  if (exported_ > 0) {
    throw RunError(
        fmt::format("{}: arrays of a view still look into this flock's memory; delete them first, and copy "
                    "what you keep (numpy.array(v.position))",
                    what));
  }
  ++version_;
}

void Run::change_id(const std::string& by) {
  id_ = run_id(
      {.scenario = scenario_ + id_ + by, .precision = "float", .first_step = simulation_->step_number()});
}

std::pair<std::unique_ptr<State<float>>, size_t> Run::state() const {
  check_process();
  auto state = state_pool_->take();
  const std::lock_guard lock(mutex_);
  simulation_->backend().save(*state);
  state->dimensions = simulation_->scenario().dimensions();
  state->step = simulation_->step_number();
  return {std::move(state), simulation_->departures()};
}

void Run::step(int64_t steps, const Between& between) {
  check_process();
  if (steps < 0) throw UserError(fmt::format("step: {} steps cannot be taken; allowed: 0 or more", steps));
  if (const int64_t now = simulation_->step_number(); steps > kLastStep - now)
    throw UserError(
        fmt::format("step: {} steps from step {} go beyond step {}, the last that a file can hold", steps,
                    now, kLastStep));
  for (int64_t taken = 0; taken < steps;) {
    {
      const std::lock_guard lock(mutex_);
      begin_change("step");
      const auto start = Clock::now();
      do {
        simulation_->advance();
        ++taken;
        if (log_ && simulation_->step_number() % kHashEvery == 0) log_hash();
      } while (taken < steps && Clock::now() - start < kUninterrupted);
    }
    if (taken < steps) between();  // Python checks for signals after the last step
  }
}

void Run::post(Event event) {
  check_process();
  const std::lock_guard lock(mutex_);
  if (event.kind == EventKind::kRemove && event.count > simulation_->count()) {
    throw UserError(fmt::format("remove: {} boids cannot be removed, because there are {}", event.count,
                                simulation_->count()));
  }
  begin_change("this event");
  event.step = simulation_->step_number();
  simulation_->post(event);
  simulation_->apply_events();
  change_id(event_to_json(event));
}

std::shared_ptr<Run::Moment> Run::moment() const {
  check_process();
  const std::lock_guard lock(mutex_);
  return std::make_shared<Moment>(
      Moment{simulation_->run_state(), simulation_->state(), id_, log_ ? log_->size() : 0, logged_step_});
}

void Run::back(const Moment& moment) {
  check_process();
  const std::lock_guard lock(mutex_);
  begin_change("back");
  if (log_) log_->cut(moment.log_size);
  simulation_->restore(moment.run, moment.state);
  id_ = moment.id;
  logged_step_ = moment.logged_step;
}

void Run::push(const float* dv, int64_t rows, int64_t columns) {
  check_process();
  const std::lock_guard lock(mutex_);
  if (log_) {
    throw UserError(
        "push: this flock keeps an event log, and a log with velocities from outside could not be replayed; "
        "make the flock without log");
  }
  const int dimensions = simulation_->scenario().dimensions();
  if (rows != simulation_->count() || columns != dimensions) {
    throw UserError(fmt::format("push: dv has the shape ({}, {}); allowed: ({}, {}), a row for each boid",
                                rows, columns, simulation_->count(), dimensions));
  }
  check_numbers("push: dv", dv, rows, columns);
  begin_change("push");
  State<float> state = simulation_->state();
  for (size_t i = 0; i < state.velocity.size(); ++i) state.velocity[i] += dv[i];
  simulation_->backend().load(state);
  pushed_ = true;
}

void Run::save(const std::string& path) const {
  check_process();
  const std::lock_guard lock(mutex_);
  const uint64_t hash = simulation_->hash();
  const std::string image_hash = files_digest(simulation_->scenario());
  // The log does not have changes by push(); only the state shows them.
  const std::string id =
      pushed_ ? run_id({scenario_ + id_, "float", simulation_->step_number(), hash, image_hash}) : id_;
  write_checkpoint<float>(
      path, {{scenario_, id, image_hash}, simulation_->run_state(), simulation_->state(), hash});
}

void Run::log_hash() {
  if (logged_step_ == simulation_->step_number()) return;
  logged_step_ = simulation_->step_number();
  log_->write(HashRecord{logged_step_, simulation_->hash()});
}

void Run::close_log() {
  check_process();
  const std::lock_guard lock(mutex_);
  if (!log_) return;
  logged_step_ = -1;  // events of the present step come after its hash
  log_hash();
  log_.reset();
  log_lock_.reset();
}

BoidView<float> Run::view(int64_t& count, int& dimensions) {
  check_process();
  const std::lock_guard lock(mutex_);
  return present_view(count, dimensions);
}

BoidView<float> Run::export_view(uint64_t version, int64_t& count, int& dimensions) {
  check_process();
  const std::lock_guard lock(mutex_);
  if (version != version_) {
    throw RunError("this view is of a flock that has changed since: take another with flock.view()");
  }
  const BoidView<float> boids = present_view(count, dimensions);
  ++exported_;
  return boids;
}

BoidView<float> Run::present_view(int64_t& count, int& dimensions) {
  BoidView<float> boids = simulation_->backend().view();
  count = simulation_->count();
  dimensions = simulation_->scenario().dimensions();
  if (!boids.position && count > 0) {
    throw RunError(fmt::format("backend {} keeps no arrays that can be looked at; use flock.state()",
                               simulation_->backend().name()));
  }
  return boids;
}

}  // namespace murmur::embedded

#include "sim/formats/log_player.h"

#include <fmt/format.h>

#include "sim/formats/scenario_files.h"
#include "sim/formats/state_csv.h"
#include "sim/run/event_effects.h"
#include "sim/util/errors.h"

namespace murmur {

int64_t step_of(const LogRecord& record) {
  return std::visit([](const auto& r) { return r.step; }, record);
}

LogResume log_resume(const RunState& run, int64_t step) { return {step, changed_scenario(run), run.windows}; }

namespace {

/// The state at the start of a log. A state without boids is valid: the log's checksum shows that it is complete.
State<float> initial_state(const std::string& name, const LogHeader& header, Scenario scenario) {
  scenario.boids = 0;
  return parse_state_csv<float>(header.initial, name + " (initial)", scenario);
}

std::unique_ptr<Simulation<float>> resumed_simulation(const std::string& name, const LogHeader& header,
                                                      const BackendMaker& make_backend, int64_t& boids) {
  const LogResume& resume = *header.resume;
  RunState run{ScenarioSource::from_text(resume.scenario, name + " (scenario_now)")};
  run.windows = resume.windows;
  const Scenario& scenario = run.source.scenario();
  check_files(name, scenario, header.origin.image_hash);
  State<float> initial = initial_state(name, header, scenario);
  initial.step = resume.step;
  boids = initial.count();
  auto backend = make_backend(boids, initial.dimensions);
  return std::make_unique<Simulation<float>>(std::move(run), std::move(backend), initial);
}

/// Makes the simulation of a run that begins with the scenario's own start or with a given state.
std::unique_ptr<Simulation<float>> begun_simulation(const std::string& name, const EventLog& log,
                                                    const BackendMaker& make_backend, int64_t& boids) {
  const ScenarioSource source = ScenarioSource::from_text(log.header.origin.scenario, name + " (scenario)");
  check_files(name, source.scenario(), log.header.origin.image_hash);
  boids = source.scenario().boids;
  if (log.header.initial.empty())
    return std::make_unique<Simulation<float>>(source, make_backend(boids, source.scenario().dimensions()));
  const ScenarioSource then = scenario_at(source, summarise_state_csv(log.header.initial).step);
  const State<float> initial = initial_state(name, log.header, then.scenario());
  boids = initial.count();
  return std::make_unique<Simulation<float>>(source, make_backend(boids, initial.dimensions), initial);
}

}  // namespace

std::unique_ptr<Simulation<float>> simulation_of_log(const std::string& name, const EventLog& log,
                                                     const BackendMaker& make_backend, int64_t& boids) {
  auto simulation = log.header.resume ? resumed_simulation(name, log.header, make_backend, boids)
                                      : begun_simulation(name, log, make_backend, boids);
  simulation->forget_schedule();  // the log also has the events of the schedule
  if (!log.records.empty() && step_of(log.records.front()) < simulation->step_number()) {
    throw UserError(fmt::format("{}:2: step {} comes before the run's first step, {}", name,
                                step_of(log.records.front()), simulation->step_number()));
  }
  return simulation;
}

int64_t LogPlayer::last_step(const Simulation<float>& simulation) const {
  return log_.records.empty() ? simulation.step_number() : step_of(log_.records.back());
}

bool LogPlayer::play_current_step(Simulation<float>& simulation) {
  for (; !difference_ && !finished() && step_of(log_.records[next_]) <= simulation.step_number(); ++next_) {
    if (const Event* const event = std::get_if<Event>(&log_.records[next_])) {
      simulation.post(*event);
      simulation.apply_events();
      ++events_;
      continue;
    }
    const HashRecord& recorded = std::get<HashRecord>(log_.records[next_]);
    if (const uint64_t hash = simulation.hash(); hash != recorded.hash) {
      difference_ = {recorded.step, recorded.hash, hash, simulation.backend().name()};
      break;
    }
    agreed_ = recorded.step;
    ++hashes_;
  }
  return !difference_;
}

void LogPlayer::play_current_step_or_throw(Simulation<float>& simulation) {
  if (play_current_step(simulation)) return;
  throw MismatchError(fmt::format("{}: at step {} it says {:016x}, backend {} computes {:016x}", name_,
                                  difference_->step, difference_->recorded, difference_->backend,
                                  difference_->computed));
}

void LogPlayer::go_to(int64_t place) {
  next_ = static_cast<size_t>(place);
  hashes_ = events_ = agreed_ = 0;
  difference_.reset();
  for (size_t k = 0; k < next_; ++k) {
    if (const HashRecord* const hash = std::get_if<HashRecord>(&log_.records[k])) {
      agreed_ = hash->step;
      ++hashes_;
    } else {
      ++events_;
    }
  }
}

std::string LogPlayer::difference_text() const {
  if (!difference_) return "";
  return fmt::format(
      "differs at step {}: the log says {:016x}, backend {} computes {:016x}; {} earlier hashes agree{}",
      difference_->step, difference_->recorded, difference_->backend, difference_->computed, hashes_,
      hashes_ > 0 ? fmt::format(", the last at step {}", agreed_) : "");
}

}  // namespace murmur

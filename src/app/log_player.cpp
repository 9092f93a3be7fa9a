#include "app/log_player.h"

#include <fmt/format.h>

#include "sim/errors.h"
#include "sim/state_csv.h"

namespace murmur {

int64_t step_of(const LogRecord& record) {
  return std::visit([](const auto& r) { return r.step; }, record);
}

std::unique_ptr<Simulation<float>> simulation_of_log(const CommonOptions& options, const std::string& name,
                                                     const EventLog& log, int64_t& boids) {
  const ScenarioSource source = ScenarioSource::from_text(log.header.scenario, name + " (scenario)");
  boids = source.scenario().boids;
  std::unique_ptr<Simulation<float>> simulation;
  if (log.header.initial.empty()) {
    check_memory(boids, source.scenario().dimensions());
    simulation = std::make_unique<Simulation<float>>(source, choose_backend(options));
  } else {
    const ScenarioSource then = scenario_at(source, summarise_state_csv(log.header.initial).step);
    const State<float> initial =
        parse_state_csv<float>(log.header.initial, name + " (initial)", then.scenario());
    boids = initial.count();
    check_memory(boids, initial.dimensions);
    simulation = std::make_unique<Simulation<float>>(source, choose_backend(options), initial);
  }
  simulation->forget_schedule();  // the log has those events too
  if (!log.records.empty() && step_of(log.records.front()) < simulation->step_number()) {
    throw UserError(fmt::format("{}:2: step {} comes before the run's first step, {}", name,
                                step_of(log.records.front()), simulation->step_number()));
  }
  return simulation;
}

int64_t LogPlayer::last_step(const Simulation<float>& simulation) const {
  return log_.records.empty() ? simulation.step_number() : step_of(log_.records.back());
}

void LogPlayer::do_present(Simulation<float>& simulation) {
  for (; next_ < log_.records.size() && step_of(log_.records[next_]) <= simulation.step_number(); ++next_) {
    if (const Event* const event = std::get_if<Event>(&log_.records[next_])) {
      simulation.post(*event);
      simulation.apply_events();
      continue;
    }
    const HashRecord& recorded = std::get<HashRecord>(log_.records[next_]);
    if (const uint64_t hash = simulation.hash(); hash != recorded.hash) {
      throw MismatchError(fmt::format("{}: at step {} it says {:016x}, backend {} computes {:016x}", name_,
                                      recorded.step, recorded.hash, simulation.backend().name(), hash));
    }
  }
}

}  // namespace murmur

#include "bindings/measures.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/unlocked.h"
#include "sim/measure/flock_motion.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/metrics.h"
#include "sim/util/errors.h"

namespace nb = nanobind;

namespace murmur::python {
namespace {

using Simulated = const Simulation<float>&;

/// of(state, scenario, pool) of the flock, or of one species as if the others were not there.
template <class Measure>
auto measured_species(Simulated s, const std::optional<std::string>& species, ThreadPool& pool,
                      const Measure& of) {
  const State<float> state = s.state();
  if (!species) return of(state, s.scenario(), pool);
  const State<float> alone = boids_of_species(state, s.scenario(), *species);
  Scenario scenario = s.scenario();
  scenario.species.clear();
  return of(alone, scenario, pool);
}

/// of(simulation, pool) of the flock, on so many threads, while other threads of Python go on.
template <class Measure>
auto measured(const Run& run, int threads, const Measure& of) {
  if (threads < 0 || threads > 4096)
    throw UserError(fmt::format(
        "threads: {} is not allowed; allowed: 0 (one for each processor it may use) to 4096", threads));
  const Unlocked unlocked;
  ThreadPool pool(threads);
  return run.look([&](Simulated s) { return of(s, pool); });
}

}  // namespace

nb::dict metrics_of(const Run& run, int threads, const std::optional<std::string>& species) {
  const ExactArithmetic exact;
  const Metrics m = measured(run, threads, [&](Simulated s, ThreadPool& pool) {
    return measured_species(s, species, pool,
                            [](const auto& state, const Scenario& scenario, ThreadPool& all) {
                              return measure(state, scenario, all);
                            });
  });
  nb::dict values;
  values["step"] = m.step;
  each_metric(m, [&](const char* name, auto value, bool of_this_state) {
    if (of_this_state) values[name] = value;
  });
  return values;
}

nb::dict shape_of(const Run& run, int threads, const std::optional<std::string>& species) {
  const ExactArithmetic exact;
  const FlockShape shape = measured(run, threads, [&](Simulated s, ThreadPool& pool) {
    return measured_species(s, species, pool,
                            [](const auto& state, const Scenario& scenario, ThreadPool& all) {
                              return measure_shape(state, scenario, all);
                            });
  });
  nb::dict values;
  values["step"] = shape.step;
  values["boids"] = shape.boids;
  for (const auto& [name, value] : shape_values(shape)) values[nb::str(name.data(), name.size())] = value;
  return values;
}

nb::dict motion_of(const Run& run, const Rows& positions, std::optional<size_t> departures, int threads) {
  const ExactArithmetic exact;
  embedded::check_numbers("motion: before", positions.data(), static_cast<int64_t>(positions.shape(0)),
                          static_cast<int64_t>(positions.shape(1)));
  State<float> before{.dimensions = static_cast<int>(positions.shape(1))};
  before.position.assign(positions.data(), positions.data() + positions.size());
  const FlockMotion motion = measured(run, threads, [&](Simulated simulation, ThreadPool& pool) {
    const State<float> state = simulation.state();
    if (before.dimensions != state.dimensions)
      throw UserError(fmt::format("motion: before has {} coordinates of each boid; allowed: {}",
                                  before.dimensions, state.dimensions));
    const int64_t same = simulation.same_ids(departures.value_or(0));
    if (!departures && same < std::min(before.count(), state.count()))
      throw UserError(
          "motion: before: boids of this flock have been removed, and others may have their ids now; "
          "allowed: a whole state(), not its positions alone");
    return measure_motion(before, state, simulation.scenario(), pool, same);
  });
  nb::dict values;
  values["boids"] = motion.boids;
  for (const auto& [name, value] : motion_values(motion)) values[nb::str(name.data(), name.size())] = value;
  return values;
}

}  // namespace murmur::python

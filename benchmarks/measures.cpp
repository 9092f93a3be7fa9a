// Time of each measure of docs/metrics.md, of a flock of starlings that has flown some steps: 100,000 and a million boids.
#include <map>

#include <benchmark/benchmark.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/measure/flock_motion.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/metrics.h"
#include "sim/measure/turning_front.h"
#include "sim/run/simulation.h"

namespace murmur {
namespace {

struct Flock {
  State<float> before, now;
  Scenario scenario;
};

const Flock& flock_of(int64_t boids) {
  static std::map<int64_t, Flock> flocks;
  const auto [found, is_new] = flocks.try_emplace(boids);
  if (is_new) {
    ScenarioOverrides overrides;
    overrides.boids = boids;
    overrides.keep_density = true;
    Simulation<float> simulation(ScenarioSource::from_preset("starlings", overrides), make_cpu({}));
    for (int step = 0; step < 16; ++step) {
      if (step == 8) found->second.before = simulation.state();
      simulation.advance();
    }
    found->second.now = simulation.state();
    found->second.scenario = simulation.scenario();
  }
  return found->second;
}

template <class Use>
void each(benchmark::State& state, const Use& use) {
  const Flock& flock = flock_of(state.range(0));
  ThreadPool pool(0);
  for (auto _ : state) use(flock, pool);
}

void metrics(benchmark::State& state) {
  each(state, [](const Flock& f, ThreadPool& pool) {
    benchmark::DoNotOptimize(measure(f.now, f.scenario, pool, &f.before.velocity));
  });
}
void shape(benchmark::State& state) {
  each(state, [](const Flock& f, ThreadPool& pool) {
    benchmark::DoNotOptimize(measure_shape(f.now, f.scenario, pool));
  });
}
void motion(benchmark::State& state) {
  each(state, [](const Flock& f, ThreadPool& pool) {
    benchmark::DoNotOptimize(measure_motion(f.before, f.now, f.scenario, pool));
  });
}
/// Its begin, one comparison of two states, and its values.
void turning_front(benchmark::State& state) {
  each(state, [](const Flock& f, ThreadPool& pool) {
    TurningFront front(f.now, f.scenario, {45.0}, pool);
    front.compare_states(1.0, f.before, f.now);
    benchmark::DoNotOptimize(front.values(0));
  });
}
#define MURMUR_MEASURE(name) \
  BENCHMARK(name)->Arg(100000)->Arg(1000000)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond)
MURMUR_MEASURE(metrics);
MURMUR_MEASURE(shape);
MURMUR_MEASURE(motion);
MURMUR_MEASURE(turning_front);

}  // namespace
}  // namespace murmur

BENCHMARK_MAIN();

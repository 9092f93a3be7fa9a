#include "app/sweep/twin_runs.h"

#include <algorithm>

#include "sim/measure/turning_front.h"
#include "sim/run/simulation.h"
#include "sim/util/thread_pool.h"

namespace murmur {

std::vector<double> fronts_of(const ScenarioSource& source, const std::vector<const FigureSeries*>& series,
                              const MakeBackend& make_backend, const Interrupt& interrupt) {
  const FigureSeries& first = *series.front();
  Simulation<float> without(source, make_backend());
  without.cancel_when(interrupt.flag());
  const auto steps = [&](Simulation<float>& run, int64_t count) {
    for (int64_t k = 0; k < count; ++k)
      if (!run.advance() || interrupt.came()) return false;
    return true;
  };
  if (!steps(without, first.sampling.skip)) return {};
  const State<float> start = without.state();
  Simulation<float> with(without.run_state(), make_backend(), start);
  with.cancel_when(interrupt.flag());
  ThreadPool pool(1);  // one thread, because small flocks run side by side
  std::vector<double> thresholds;
  for (const FigureSeries* one : series) thresholds.push_back(one->threshold);
  TurningFront front(start, without.scenario(), thresholds, pool);
  for (int64_t step = 1; step <= first.sampling.steps - first.sampling.skip; ++step) {
    const double time = static_cast<double>(step) * without.scenario().rules.time_step;
    State<float> led = with.state();
    front.turn_leaders(led, std::min(time / first.turn, 1.0));
    with.backend().load(led);
    if (!steps(without, 1) || !steps(with, 1)) return {};
    if (step % first.sampling.every == 0) front.compare_states(time, without.state(), with.state());
  }
  std::vector<double> values;
  for (size_t k = 0; k < series.size(); ++k) {
    const auto all = front_values(front.values(k));
    values.push_back(
        std::ranges::find(all, series[k]->front, &std::pair<std::string_view, double>::first)->second);
  }
  return values;
}

}  // namespace murmur

// Cost of an event, from post() to its effect: the window posts one in each frame in which the cursor moves.
#include <benchmark/benchmark.h>

#include "sim/backends/backend.h"
#include "sim/backends/reference/reference.h"
#include "sim/run/simulation.h"

namespace murmur {
namespace {

/// `set cursor.at` on a flock of one boid, so that only the cost of the scenario is measured.
void move_cursor(benchmark::State& state, const char* scenario) {
  Simulation<float> simulation(ScenarioSource::from_text(scenario, "scenario"), make_reference_float());
  int64_t moves = 0;
  for (auto _ : state) {
    const double x = 100.0 + static_cast<double>(++moves % 300);
    simulation.post({.kind = EventKind::kSet, .key = "cursor.at", .value = std::vector{x, 200.5}});
    simulation.apply_events();
  }
}
BENCHMARK_CAPTURE(move_cursor, plain, "preset = \"book\"\nboids = 1\n[cursor]\nmode = \"flee\"");
BENCHMARK_CAPTURE(move_cursor, many_behaviours, R"(
preset = "book"
boids = 1
[cursor]
[wind]
velocity = [1.0, 0.5]
gust = { probability = 0.01, duration = 30, strength = 2.0 }
[goal]
path = [[100.0, 100.0], [300.0, 200.0]]
[[obstacle]]
at = [400.0, 300.0]
radius = 50.0
[[predator]]
[[event]]
step = 1000000000
kind = "restart"
)");

}  // namespace
}  // namespace murmur

BENCHMARK_MAIN();

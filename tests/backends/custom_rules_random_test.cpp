// Random custom rules on every backend and instruction set: equal bits after each step, or the same boid that is not finite. With
// MURMUR_NVRTC=wait devices compile them (kernels/compiled_rules.h).
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/machine/registry.h"
#include "sim/state/start.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/random_rules.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

std::string array(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) text += fmt::format("{}{:.6f}", text.empty() ? "[" : ", ", x);
  return text + "]";
}

/// A flock in which these rules have what they may use.
Scenario flock_for(const RuleContext& context, uint64_t seed) {
  const bool wide = seed % 3 != 0;  // cells around a boid, or the images of a small world
  std::vector<double> size;
  for (const double side : context.size) size.push_back(wide ? side + 4 * context.radius : side);
  std::string text = fmt::format(
      "preset = \"benchmark\"\nboids = 40\nseed = {}\n[world]\nsize = {}\nmetric = \"{}\"\nboundary = "
      "\"{}\"\n"
      "[rules]\nradius = {:.6f}\nseparation_radius = {:.6f}\ntime_step = {:.6f}\nmin_speed = 0.0\nmax_speed "
      "= 3.0\n{}",
      seed, array(size), context.wrapped ? "wrapped" : "plain", seed % 2 == 0 ? "wrap" : "bounce",
      context.radius, context.radius / 2, context.time_step,
      seed % 5 == 0   ? "nearest = 3\n"
      : seed % 7 == 0 ? "nearest = \"octants\"\n"
                      : "");
  if (context.cursor) text += fmt::format("[cursor]\nat = {}\n", array(*context.cursor));
  if (context.goal) text += fmt::format("[goal]\nat = {}\n", array(*context.goal));
  for (size_t k = 0; k < context.species; ++k) text += "[[species]]\n";
  return scenario_of(text).scenario();
}

/// What a backend says after each of a few steps.
std::string course(std::unique_ptr<Backend<float>>& backend, const Scenario& scenario,
                   const State<float>& start) {
  std::string text;
  try {
    configure(backend, scenario);
    backend->load(start);
    for (int64_t step = 0; step < 3; ++step) {
      StepInput input;
      input.step = step;
      backend->step(input);
      text += fmt::format("{:016x} ", backend->hash());
    }
  } catch (const RunError& error) {
    text += error.what();
  }
  return text;
}

TEST(CustomRules, RandomOnesHaveEqualBits) {
  std::vector<std::unique_ptr<Backend<float>>> backends;
  backends.push_back(make_reference_float());
  for (const Simd simd : available_simds()) backends.push_back(make_cpu({.threads = 1, .simd = simd}));
  backends.push_back(flock_on(std::make_shared<SerialDevice>()));
  for (const BackendKind& kind : murmur::backends())
    if (kind.on_device() && kind.why_not().empty()) backends.push_back(kind.make({}));
  int first = 1, last = 2000;
  const char* const given = std::getenv("MURMUR_RULE_SEEDS");  // "LAST" or "FIRST-LAST"
  if (given && std::sscanf(given, "%d-%d", &first, &last) == 1) last = std::exchange(first, 1);
  const int64_t seeds = last - first + 1;
  const char* const mode = std::getenv("MURMUR_NVRTC");
  const bool compiles = mode && std::string(mode) == "wait";
  int64_t finite = 0, compiled = 0;
  for (int k = first; k <= last; ++k) {
    const auto seed = static_cast<uint64_t>(k);
    const RandomRules rules(seed);
    Scenario scenario = flock_for(rules.context, seed);
    scenario.custom_rules = rules.as_text();
    State<float> state;
    {
      Scenario without = scenario;
      without.custom_rules.clear();
      auto reference = make_reference_float();
      configure(reference, without);
      reference->load_start(without);
      reference->save(state);
      Scenario with = scenario;
      with.boids = state.count();
      begin_columns(with, 0, state);
    }
    const std::string right = course(backends[0], scenario, state);
    finite += right.find("finite") == std::string::npos;
    for (auto& backend : backends) {
      ASSERT_EQ(course(backend, scenario, state), right)
          << backend->name() << " (" << backend->description() << "), seed " << seed << ":\n"
          << rules.described();
      const std::string described = backend->description();
      compiled += described.find(", rules compiled") != std::string::npos ? 1 : 0;
      if (compiles && described.find("there is no libnvrtc") != std::string::npos) GTEST_SKIP() << described;
    }
  }
  EXPECT_GT(finite, seeds / 4);
  if (compiles) {
    EXPECT_EQ(compiled, seeds);
  }
}

}  // namespace
}  // namespace murmur

#include "support/lockstep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace murmur {

void expect_lockstep(const ScenarioSource& source, std::unique_ptr<Backend<float>> a, std::unique_ptr<Backend<float>> b,
                     int64_t steps, const Post& post, const State<float>* initial) {
  const std::string who = a->name() + " against " + b->name() + " (" + b->description() + ")";
  const auto start = [&](std::unique_ptr<Backend<float>> backend) {
    return initial ? Simulation<float>(source, std::move(backend), *initial) : Simulation<float>(source, std::move(backend));
  };
  Simulation<float> first = start(std::move(a)), second = start(std::move(b));
  ASSERT_EQ(first.hash(), second.hash()) << who << " before the first step";
  for (int64_t step = 1; step <= steps; ++step) {
    if (post) {
      post(step, first);
      post(step, second);
    }
    first.advance();
    second.advance();
    ASSERT_EQ(fmt::format("{:016x}", first.hash()), fmt::format("{:016x}", second.hash()))
        << who << " after step " << step << " with " << first.count() << " boids of " << source.scenario().preset
        << "\nfind it with: murmur verify --backends " << first.backend().name() << "," << second.backend().name();
  }
  EXPECT_EQ(first.count(), second.count());
}

void busy_user(int64_t step, Simulation<float>& simulation) {
  const Scenario& scenario = simulation.scenario();
  std::vector<double> middle, corner;
  for (const double size : scenario.world.size) {
    middle.push_back(size / 2);
    corner.push_back(size * 0.99);
  }
  Event event;
  switch (step % 40) {
    case 5:
      event.kind = EventKind::kAdd;
      event.at = corner;
      event.count = 37;
      break;
    case 15:
      event.kind = EventKind::kScatter;
      event.at = middle;
      event.strength = 0.05;
      if (step % 80 > 40) event.radius = 3 * scenario.rules.radius;
      break;
    case 25:
      event.kind = EventKind::kRemove;
      event.count = 21;
      break;
    default:
      return;
  }
  simulation.post(event);
}

State<float> settled(const ScenarioSource& source, int64_t steps) {
  Simulation<float> simulation(source, make_cpu({}));
  while (simulation.step_number() < steps) simulation.advance();
  return simulation.state();
}

ScenarioSource scenario_of(const std::string& toml, const ScenarioOverrides& overrides) {
  return ScenarioSource::from_text(toml, "test.toml", overrides);
}

}  // namespace murmur

#include "support/lockstep.h"
#include "sim/backends/cpu/cpu.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace murmur {

void expect_lockstep(const ScenarioSource& source, std::vector<std::unique_ptr<Backend<float>>> backends,
                     int64_t steps, const Post& post, const State<float>* initial) {
  std::vector<Simulation<float>> runs;
  for (auto& backend : backends) {
    if (initial) {
      runs.emplace_back(source, std::move(backend), *initial);
    } else {
      runs.emplace_back(source, std::move(backend));
    }
  }
  for (int64_t step = 0; step <= steps; ++step) {
    for (auto& run : runs) {
      if (step == 0) continue;
      if (post) post(step, run);
      run.advance();
    }
    for (auto& run : runs) {
      ASSERT_EQ(fmt::format("{:016x}", runs[0].hash()), fmt::format("{:016x}", run.hash()))
          << runs[0].backend().name() << " against " << run.backend().name() << " ("
          << run.backend().description() << ") after step " << step << " with " << run.count() << " boids of "
          << source.scenario().preset << "\nfind it with: murmur verify --backends "
          << runs[0].backend().name() << ',' << run.backend().name();
    }
  }
}

void expect_lockstep(const ScenarioSource& source, std::unique_ptr<Backend<float>> a,
                     std::unique_ptr<Backend<float>> b, int64_t steps, const Post& post,
                     const State<float>* initial) {
  std::vector<std::unique_ptr<Backend<float>>> both;
  both.push_back(std::move(a));
  both.push_back(std::move(b));
  expect_lockstep(source, std::move(both), steps, post, initial);
}

void busy_user(int64_t step, Simulation<float>& simulation) {
  const Scenario& scenario = simulation.scenario();
  std::vector<double> middle, corner;
  for (const double size : scenario.world.size) {
    middle.push_back(size / 2);
    corner.push_back(size * 0.99);
  }
  Event event;
  const auto set = [&](const char* key, const char* value) {
    event.kind = EventKind::kSet;
    event.key = key;
    event.value = value;
  };
  const bool octants = scenario.rules.nearest == kOctants;  // what it changes otherwise is refused with them
  switch (octants && step % 40 < 7 && step % 40 != 5 ? 0 : step % 40) {
    case 2:
      set("rules.nearest", "4");
      break;
    case 3:
      set("rules.separation.sees_all", "true");
      break;
    case 4:
      set("rules.nearest", "\"all\"");
      break;
    case 6:
      set("rules.separation.sees_all", "false");
      break;
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

void shrink_world(int64_t step, Simulation<float>& simulation) {
  if (step != 20) return;
  Event event;
  event.kind = EventKind::kSet;
  event.key = "world.size";
  event.value = "[300.0, 450.0]";
  simulation.post(event);
}

void expect_picks(Simulation<float>& simulation, const std::vector<uint32_t>& ids) {
  const State<float> all = simulation.state();
  State<float> picked;
  simulation.backend().pick(ids, picked);
  ASSERT_EQ(picked.dimensions, all.dimensions);
  ASSERT_EQ(picked.count(), static_cast<int64_t>(ids.size()));
  EXPECT_EQ(picked.predator_position, all.predator_position);
  EXPECT_EQ(picked.predator_velocity, all.predator_velocity);
  const State<float> rows = all.rows(ids);
  EXPECT_EQ(picked.position, rows.position);
  EXPECT_EQ(picked.velocity, rows.velocity);
  each_column([](const ColumnInfo& info, const auto& a, const auto& b) { EXPECT_EQ(a, b) << info.name; },
              picked.columns, rows.columns);
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

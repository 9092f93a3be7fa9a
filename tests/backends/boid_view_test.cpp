// Backend::view(): the boids in place are those of the state, in contract order, and looking at them changes no bit.
#include <gtest/gtest.h>

#include "sim/backends/boid_view.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

std::unique_ptr<Backend<float>> device() { return flock_on(std::make_shared<SerialDevice>()); }

BoidView<float> view_of(Simulation<float>& simulation) { return simulation.backend().view(); }

void expect_view(Simulation<float>& simulation, bool on_device) {
  const State<float> state = simulation.state();
  const auto d = static_cast<size_t>(state.dimensions);
  std::vector<float> instances(static_cast<size_t>(state.count()) * d * 2);
  simulation.backend().write_instances(instances.data());
  const BoidView<float> view = view_of(simulation);
  EXPECT_EQ(view.on_device, on_device);
  for (size_t i = 0; i < static_cast<size_t>(state.count()); ++i) {
    const size_t at = i * static_cast<size_t>(view.stride);
    for (size_t k = 0; k < d; ++k) {
      ASSERT_EQ(view.position[at + k], state.position[view.ids[i] * d + k]) << i;
      ASSERT_EQ(view.velocity[at + k], state.velocity[view.ids[i] * d + k]) << i;
      ASSERT_EQ(view.position[at + k], instances[i * d * 2 + k]) << i;
    }
  }
  each_column(
      [&](const ColumnInfo& info, const auto* first, const auto& rows) {
        ASSERT_EQ(first == nullptr, rows.empty()) << info.name;
        const auto width = static_cast<size_t>(info.width(state.dimensions));
        for (size_t i = 0; i < rows.size(); ++i)
          ASSERT_EQ(first[i], rows[view.ids[i / width] * width + i % width]) << info.name << " " << i;
      },
      view.columns, state.columns);
}

/// A flock whose boids keep every column.
const char* const kAllColumns = R"(
preset = "benchmark-3d"
boids = 300
rules.alignment.inertia = 0.5
[goal]
path = [[10.0, 10.0, 10.0], [20.0, 10.0, 10.0]]
[[species]]
name = "a"
[[species]]
name = "b"
)";

TEST(BoidView, ShowsTheStateInContractOrderAndChangesNothing) {
  ScenarioOverrides overrides;
  overrides.boids = 300;
  for (const char* preset : {"murmuration", "benchmark-3d", kAllColumns}) {
    const auto source = preset == kAllColumns ? ScenarioSource::from_text(preset, "the scenario")
                                              : ScenarioSource::from_preset(preset, overrides);
    for (const bool on_device : {false, true}) {
      Simulation<float> looked_at(source, on_device ? device() : make_cpu({})), left(source, make_cpu({}));
      for (int step = 0; step < 10; ++step) {
        if (step % 3 != 1) expect_view(looked_at, on_device);
        looked_at.advance();
        left.advance();
        ASSERT_EQ(looked_at.hash(), left.hash()) << preset << " after step " << step;
      }
      looked_at.post({.kind = EventKind::kRemove, .count = 100});
      looked_at.apply_events();
      expect_view(looked_at, on_device);
    }
  }
}

TEST(BoidView, ThereIsNoneWithoutBoidsAndOnTheReference) {
  ScenarioOverrides overrides;
  overrides.boids = 0;
  const auto none = ScenarioSource::from_preset("murmuration", overrides);
  Simulation<float> empty(none, make_cpu({})), empty_device(none, device());
  EXPECT_EQ(view_of(empty).position, nullptr);
  EXPECT_EQ(view_of(empty_device).ids, nullptr);
  Simulation<float> reference(ScenarioSource::from_preset("book"), make_reference_float());
  EXPECT_EQ(view_of(reference).position, nullptr);
}

}  // namespace
}  // namespace murmur

// Backend::pick: the picked bodies equal those of save(), on every backend.
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

std::unique_ptr<Backend<float>> device() { return flock_on(std::make_shared<SerialDevice>()); }

TEST(Pick, TellsWhatSavingTells) {
  ScenarioOverrides overrides;
  overrides.boids = 300;
  overrides.set = {{"predator", "[{}, {}]"}};
  std::vector<uint32_t> many;
  for (uint32_t id = 200; id > 0; id -= 2) many.push_back(id), many.push_back(id);
  for (const char* name : {"murmuration", "cis565", "book-centroid"}) {
    if (std::string(name) == "book-centroid") overrides.set.emplace_back("species", "[{}, { count = 40 }]");
    const auto source = ScenarioSource::from_preset(name, overrides);
    for (const auto& make : {+[] { return make_reference_float(); }, +[] { return make_cpu({}); }, &device}) {
      Simulation<float> simulation(source, make());
      expect_picks(simulation, {299, 0, 77});
      for (int step = 0; step < 30; ++step) simulation.advance();
      expect_picks(simulation, {299, 0, 77});
      expect_picks(simulation, {});
      expect_picks(simulation, many);
      simulation.post({.kind = EventKind::kRemove, .count = 100});
      simulation.apply_events();
      expect_picks(simulation, {5, 199});
    }
  }
}

}  // namespace
}  // namespace murmur

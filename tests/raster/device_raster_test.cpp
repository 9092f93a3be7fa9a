// A device draws the boids in its memory with the bytes of the host: here a device of plain loops; tests/gpu/gpu_backend_test.cpp has CUDA.
#include <gtest/gtest.h>

#include <memory>

#include "sim/run/simulation.h"
#include "support/device_pictures.h"
#include "support/flock_on.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

TEST(DeviceRaster, PresetsHaveTheBytesOfTheHost) {
  for (const char* preset : {"murmuration", "book", "cis565", "starlings"}) {
    SCOPED_TRACE(preset);
    Simulation<float> simulation(two_species(preset, 700), flock_on(std::make_shared<SerialDevice>()));
    for (int step = 0; step < 20; ++step) simulation.advance();
    const DrawnColumn species = DrawnColumn::kSpecies;
    expect_pictures_of_the_host(simulation.backend(), simulation.scenario().world.size, &species);
  }
}

// Sums of 32 bits would wrap.
TEST(DeviceRaster, SeventyThousandBoidsOnAPixelAreOne) {
  ScenarioOverrides overrides;
  overrides.boids = 70'000;
  Simulation<float> simulation(ScenarioSource::from_preset("murmuration", overrides),
                               flock_on(std::make_shared<SerialDevice>()));
  State<float> state = simulation.state();
  for (float& at : state.position) at = 30.0f;
  for (float& speed : state.velocity) speed = 1.0f;
  simulation.backend().load(state);
  expect_pictures_of_the_host(simulation.backend(), simulation.scenario().world.size, nullptr);
}

TEST(DeviceRaster, WithoutBoidsTheHostDraws) {
  ScenarioOverrides overrides;
  overrides.boids = 0;
  Simulation<float> simulation(ScenarioSource::from_preset("murmuration", overrides),
                               flock_on(std::make_shared<SerialDevice>()));
  EXPECT_FALSE(simulation.backend().draw_boids({}, {}, {}, nullptr));
}

}  // namespace
}  // namespace murmur

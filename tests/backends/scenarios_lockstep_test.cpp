// Every scenario file that comes with the program gives the same bits on the reference and on each instruction set of
// cpu, from a small flock to which a user does this and that.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

class ScenarioFiles : public testing::TestWithParam<std::string> {};

std::vector<std::string> scenario_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(MURMUR_SOURCE_DIR "/scenarios")) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST_P(ScenarioFiles, GiveTheSameBitsEverywhere) {
  ScenarioOverrides overrides;
  overrides.boids = 800;  // of fewer, some would have their places outside the world
  const auto source =
      ScenarioSource::from_file(MURMUR_SOURCE_DIR "/scenarios/" + GetParam() + ".toml", overrides);
  std::vector<std::unique_ptr<Backend<float>>> backends;
  backends.push_back(make_reference_float());
  int threads = 0;
  for (const Simd simd : available_simds())
    backends.push_back(make_cpu({.threads = ++threads, .simd = simd}));
  expect_lockstep(source, std::move(backends), 25, busy_user);
}

INSTANTIATE_TEST_SUITE_P(All, ScenarioFiles, testing::ValuesIn(scenario_files()), [](const auto& file) {
  std::string name = file.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace murmur

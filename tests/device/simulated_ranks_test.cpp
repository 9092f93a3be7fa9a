// Ranks on CUDA devices: the kernels of a slab, its copies beside the work of the device and its pinned memory, on the simulated device,
// with the bits of one process. The ranks are threads; tests/backends/device_ranks_test.cpp has more cases on plain loops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cuda_slab.h"
#include "sim/backends/device/update_kernel.h"
#include "sim/ranks/ranks_backend.h"
#include "support/behaviour_cases.h"
#include "support/lockstep.h"
#include "support/thread_ranks.h"

namespace murmur {
namespace {

const SlabMakers kCuda{make_cuda_slab_2d, make_cuda_slab_3d, ""};

void expect_same(int size, const ScenarioSource& source, int64_t steps, const std::string& kernel = "") {
  BackendOptions options;
  options.threads = 1;
  options.device = 0;
  options.kernel = kernel;
  with_thread_ranks(
      size,
      [&](Ranks& ranks) {
        expect_lockstep(source, make_cpu({}), make_ranks_backend(ranks, options, &kCuda), steps, busy_user);
      },
      kCuda);
}

class SimulatedRanks : public testing::TestWithParam<int> {
 protected:
  static std::string world(const char* metric) {
    return fmt::format("preset = \"benchmark\"\nboids = 150\n[world]\nsize = {}\nmetric = \"{}\"\n",
                       GetParam() == 3 ? "[190.0, 210.0, 340.0]" : "[300.0, 600.0]", metric);
  }
};
INSTANTIATE_TEST_SUITE_P(Dimensions, SimulatedRanks, testing::Values(2, 3));

TEST_P(SimulatedRanks, HaveTheBitsOfOneProcess) {
  for (const char* metric : {"plain", "wrapped"}) {
    for (const int size : {1, 2, 3}) expect_same(size, scenario_of(world(metric)), 16);
  }
}

TEST_P(SimulatedRanks, OfTheNearestNeighbours) {
  for (const char* metric : {"plain", "wrapped"})
    expect_same(2, scenario_of(world(metric) + "[rules]\nnearest = 4\n"), 8);
}

TEST_P(SimulatedRanks, WithBoidsOutsideAndPredators) {
  expect_same(
      2,
      scenario_of(
          world("wrapped") +
          "boundary = \"soft\"\npush = 0.1\n[[predator]]\nmax_speed = 3.0\n[[predator]]\nflocks = true\n"),
      16);
}

TEST_P(SimulatedRanks, WithAllBehaviours) {
  expect_same(3, source_of(behaviour_cases(GetParam()).back(), GetParam(), 150), 30);
}

TEST_P(SimulatedRanks, WithInertia) {
  const std::vector<BehaviourCase> cases = behaviour_cases(GetParam());
  for (const char* name : {"inertia", "all_inert"}) {
    const auto inert = std::ranges::find(cases, name, &BehaviourCase::name);
    expect_same(2, source_of(*inert, GetParam(), 150), 12);
  }
}

TEST_P(SimulatedRanks, WithCustomRules) {
  const std::vector<BehaviourCase> cases = behaviour_cases(GetParam());
  const auto species = std::ranges::find(cases, "custom_species", &BehaviourCase::name);
  expect_same(2, source_of(*species, GetParam(), 120), 3);
}

TEST_P(SimulatedRanks, WithEachKernel) {
  for (const std::string& kernel : update_kernel_names())
    expect_same(2, scenario_of(world("wrapped")), 5, kernel);
}

}  // namespace
}  // namespace murmur

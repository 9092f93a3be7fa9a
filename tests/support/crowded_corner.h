// A flock in the corner of its world, and then a crowd in it: ranks whose borders follow the work must move them. For the tests of
// ranks on processors and on devices.
#pragma once

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/ranks/ranks_backend.h"
#include "support/lockstep.h"

namespace murmur {

inline ScenarioSource corner(int dimensions) {
  return scenario_of(
      fmt::format("preset = \"benchmark\"\nboids = 6000\n[world]\nsize = [{0}]\n[start]\n"
                  "positions = \"patch\"\nat = [{1}]\nsize = [{2}]\n",
                  dimensions == 3 ? "1000, 1000, 2000" : "2000, 4000", dimensions == 3 ? "0, 0, 0" : "0, 0",
                  dimensions == 3 ? "400, 400, 600" : "600, 700"));
}

/// Steps one process and `backend`, and compares every bit after each step. `figures`: of the backend at the end.
inline void expect_same_with_a_crowd(int dimensions, int steps, std::unique_ptr<RanksBackend> backend,
                                     RankFigures& figures) {
  RanksBackend& leader = *backend;
  Simulation<float> one(corner(dimensions), make_cpu({1, Simd::kAuto, 0}));
  Simulation<float> many(corner(dimensions), std::move(backend));
  for (int step = 0; step < steps; ++step) {
    if (step == 20) {
      Event crowd;
      crowd.kind = EventKind::kAdd;
      crowd.at.assign(static_cast<size_t>(dimensions), 100.0);
      crowd.count = 1000;
      crowd.radius = 90.0;
      for (auto* run : {&one, &many}) run->post(crowd);
    }
    one.advance();
    many.advance();
    ASSERT_EQ(one.hash(), many.hash()) << "after step " << step + 1;
  }
  figures = leader.figures();
}

}  // namespace murmur

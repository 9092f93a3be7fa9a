// Metrics of species whose values are known. Against plain loops: metrics_test.cpp; that they do not depend on ids: measures_test.cpp.
#include "sim/measure/species_metrics.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "sim/measure/metrics.h"
#include "sim/state/start.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

TEST(MetricsOfSpecies, MixedAndApart) {
  ThreadPool pool(2);
  const Scenario scenario =
      scenario_of("preset = \"book\"\n[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\n").scenario();
  State<float> apart;  // two rows of 20, a way apart
  for (int i = 0; i < 40; ++i) {
    apart.position.insert(apart.position.end(), {static_cast<float>(i % 20), i < 20 ? 100.0f : 300.0f});
    apart.velocity.insert(apart.velocity.end(), {i < 20 ? 1.0f : -2.0f, 0.0f});
    apart.columns.species.push_back(i < 20 ? 0 : 1);
  }
  Metrics m = measure(apart, scenario, pool);
  EXPECT_EQ(m.mixing, 0.0);
  ASSERT_EQ(m.species.size(), 2u);
  EXPECT_EQ(m.species[1].count, 20);
  EXPECT_DOUBLE_EQ(m.species[1].speed_mean, 2.0);
  EXPECT_DOUBLE_EQ(m.species[1].polarisation, 1.0);
  EXPECT_DOUBLE_EQ(m.species[1].nearest_own, 1.0);
  EXPECT_DOUBLE_EQ(m.species[1].nearest_other, 200.0);
  State<float> one_place = apart;  // all tie: each boid has 20 unlike among 39
  std::fill(one_place.position.begin(), one_place.position.end(), 5.0f);
  m = measure(one_place, scenario, pool);
  EXPECT_DOUBLE_EQ(m.mixing, 1.0);
  EXPECT_EQ(m.species[0].nearest_other, 0.0);
  const Scenario many =
      scenario_of("preset = \"benchmark\"\nboids = 20000\n[[species]]\n[[species]]\nshare = 0.2\n")
          .scenario();
  EXPECT_NEAR(measure(make_start<float>(many), many, pool).mixing, 1.0, 0.01);
}

}  // namespace
}  // namespace murmur

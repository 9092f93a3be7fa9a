// What each of the three rules adds to a boid's velocity, as the window shows it: together it is what a step adds.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"

namespace murmur {
namespace {

TEST(RuleParts, TogetherAreWhatAStepAdds) {
  ScenarioOverrides overrides;
  overrides.boids = 200;
  overrides.set = {{"rules.max_speed", "1000.0"}, {"rules.min_speed", "0.0"}, {"", ""}, {"", ""}};
  const std::string species =
      "[{ separation_weight = 2.0, field_of_view = 200.0 }, { count = 80, cohesion_weight = -0.5 }]";
  struct Case {
    const char* preset;
    const char* inertia;
    std::string species;
  };
  for (const auto& [preset, inertia, kinds] : {Case{"book", "0.0", "[]"},
                                               {"cis565", "0.0", "[]"},
                                               {"cis565", "4.0", "[]"},
                                               {"cis565", "4.0", species},
                                               {"murmuration", "0.0", species}}) {
    for (const bool startled : {false, true}) {
      overrides.set[2] = {"rules.alignment.inertia", inertia};
      overrides.set[3] = {"species", kinds};
      Simulation<float> flock(ScenarioSource::from_preset(preset, overrides), make_cpu({}));
      for (int step = 0; step < 5; ++step) flock.advance();
      if (startled) flock.post({.kind = EventKind::kStartle, .steps = 3});
      flock.apply_events();
      EXPECT_EQ(flock.startled(), startled);
      const State<float> before = flock.state();
      Simulation<float> earlier(flock.run_state(), make_cpu({.threads = 1}), before);
      Simulation<float> reference(flock.run_state(), make_reference_float(), before);
      flock.advance();
      const State<float> after = flock.state();
      const auto d = static_cast<size_t>(before.dimensions);
      for (size_t i = 0; i < 200; ++i) {
        const FlockQuestions asked{.boid = static_cast<uint32_t>(i), .startled = startled};
        for (const RuleParts& parts :
             {*earlier.backend().read(asked).rule_parts, *reference.backend().read(asked).rule_parts})
          for (size_t k = 0; k < d; ++k) {
            const float added = after.velocity[i * d + k] - before.velocity[i * d + k];
            EXPECT_NEAR(parts[0][k] + parts[1][k] + parts[2][k], added, 1e-4f + 1e-4f * std::fabs(added))
                << preset << " boid " << i;
          }
      }
    }
  }
}

TEST(RuleParts, HaveTheBitsOfTheReferenceWhereRIsLongerThanHalfTheWorld) {
  for (const char* metric : {"wrapped", "plain"}) {
    for (const char* nearest : {"\"all\"", "5", "\"octants\""}) {
      const ScenarioOverrides overrides{
          .boids = 60,
          .seed = {},
          .set = {{"world.size", "[150.0, 120.0]"},
                  {"start.positions", "\"uniform\""},
                  {"world.boundary", metric[0] == 'w' ? "\"wrap\"" : "\"bounce\""},
                  {"world.metric", std::string("\"") + metric + "\""},
                  {"rules.radius", "90.0"},
                  {"rules.nearest", nearest}}};
      const ScenarioSource source = ScenarioSource::from_preset("book", overrides);
      Simulation<float> cpu(source, make_cpu({.threads = 1})), reference(source, make_reference_float());
      for (uint32_t id = 0; id < 60; ++id) {
        const FlockAnswers answers = cpu.backend().read({.boid = id});
        EXPECT_EQ(answers.rule_parts, reference.backend().read({.boid = id}).rule_parts) << metric << id;
        EXPECT_GT(answers.neighbour_count, 5);
      }
    }
  }
}

}  // namespace
}  // namespace murmur

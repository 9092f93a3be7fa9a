// Bad input of behaviours and events: a clear sentence each. And many obstacles, which are no fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/util/errors.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

using testing::HasSubstr;

TEST(BehaviourFaults, SayWhatIsWrongAndWhatIsAllowed) {
  const std::pair<const char*, std::vector<const char*>> cases[] = {
      {"[[obstacle]]\nat = [1.0, 2.0]\nradius = -5.0\n", {"4: obstacle[0].radius: is -5.0", "allowed"}},
      {"[[obstacle]]\nat = [1.0, 2.0]\n", {"obstacle[0].radius", "missing"}},
      {"[[obstacle]]\nat = [1.0, 2.0, 3.0]\nradius = 5.0\n", {"obstacle[0].at", "allowed: 2 numbers"}},
      {"[[obstacle]]\nat = [1.0, 2.0]\nradius = 5.0\navoid = \"jump\"\n",
       {"obstacle[0].avoid", "\"push\", \"look-ahead\""}},
      {"[wind]\nvelocity = [nan, 0.0]\n", {"3: wind.velocity[0]: is nan", "allowed"}},
      {"[wind]\nvelocity = [0.0, inf]\n", {"wind.velocity[1]: is inf", "allowed"}},
      {"[wind]\ngust = { probability = 1.5, duration = 3, strength = 1.0 }\n",
       {"wind.gust.probability: is 1.5", "from 0 to 1"}},
      {"[wind]\ngust = { probability = 0.5, duration = 0, strength = 1.0 }\n",
       {"wind.gust.duration: is 0", "allowed"}},
      {"[cursor]\nradius = -1.0\n", {"cursor.radius: is -1.0", "allowed"}},
      {"[goal]\nfactor = 0.1\n", {"goal", "at", "path"}},
      {"[goal]\npath = []\n", {"goal.path", "allowed"}},
      {"[[predator]]\nmax_speed = 0.0\n", {"predator[0].max_speed: is 0.0", "allowed"}},
      {"[perching]\nmean_rest = 0.5\n", {"perching.mean_rest: is 0.5", "allowed"}},
      {"[terrain]\nimage = \"none.png\"\nhill = { at = [1.0, 1.0], radius = 5.0, height = 5.0 }\n",
       {"terrain", "not both"}},
      {"[terrain]\nhill = { at = [1.0, 1.0], radius = 5.0, height = 101.0 }\n",
       {"terrain.hill.height: is 101.0", "from 0 to 100"}},
      {"[[event]]\nstep = -1\nkind = \"startle\"\n", {"3: event[0].step: is -1", "allowed"}},
      {"[[event]]\nstep = 1\nkind = \"explode\"\n",
       {"4: event[0].kind: is \"explode\"", "\"scatter\", \"startle\""}},
      {"[[event]]\nstep = 1\nkind = \"startle\"\nradius = 3.0\n", {"5: event[0].radius: unknown key"}},
      {"[[event]]\nstep = 1\nkind = \"scatter\"\nat = [1.0, 1.0]\nradius = -3.0\n",
       {"event[0].radius: is -3.0", "allowed"}},
      {"[[event]]\nstep = 1\nkind = \"add\"\nat = [9000.0, 1.0]\n", {"event[0].at", "outside the world"}},
      {"[[event]]\nstep = 1\nkind = \"set\"\nkey = \"rules.radus\"\nvalue = 3.0\n",
       {"event[0]", "rules.radus", "unknown key"}},
      {"[[event]]\nstep = 1\nkind = \"set\"\nkey = \"obstacle[0].radius\"\nvalue = 3.0\n",
       {"event[0]", "obstacle"}},
      {"[[event]]\nstep = 1\nkind = \"preset\"\npreset = \"bok\"\n", {"event[0].preset", "bok", "book"}},
  };
  for (const auto& [tables, texts] : cases) {
    std::string said = "nothing";
    try {
      scenario_of(std::string("preset = \"book\"\n") + tables);
    } catch (const UserError& error) {
      EXPECT_EQ(error.faults().size(), 1u) << tables << testing::PrintToString(error.faults());
      said = error.faults().front();
    }
    for (const char* text : texts) EXPECT_THAT(said, HasSubstr(text)) << tables;
    EXPECT_THAT(said, HasSubstr("test.toml:")) << tables;
  }
}

TEST(BehaviourFaults, PicturesAreToldAtTheirKey) {
  for (const char* image : {"/nowhere/hills.png", MURMUR_TEST_DATA "/golden/README.md"}) {
    try {
      Simulation<float> run(scenario_of(fmt::format("preset = \"book\"\n[terrain]\nimage = \"{}\"\n", image)),
                            make_cpu({}));
      FAIL() << image << " was taken for a picture";
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), HasSubstr("terrain.image"));
      EXPECT_THAT(error.what(), HasSubstr(image));
      EXPECT_THAT(error.what(), HasSubstr("greyscale PNG"));
    }
  }
}

TEST(ManyObstacles, TenThousandWork) {
  std::string tables;
  for (int k = 0; k < 10000; ++k) {
    tables += fmt::format("[[obstacle]]\nat = [{}, {}]\nradius = 3.0\navoid = \"{}\"\n", k % 100 * 6.4,
                          k / 100 * 4.8, k % 3 == 0 ? "look-ahead" : "push");
  }
  const ScenarioSource source = scenario_of("preset = \"book\"\nboids = 100\n" + tables);
  ASSERT_EQ(source.scenario().obstacles.size(), 10000u);
  expect_lockstep(source, make_reference_float(), make_cpu({2, Simd::kAuto, 0}), 20);
}

}  // namespace
}  // namespace murmur

// Custom rules: those with the text of a behaviour have its bits; cpu paths that few flocks take have those of the reference;
// and a rule acts from the step after it was set.
#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

std::unique_ptr<Backend<float>> device() { return flock_on(std::make_shared<SerialDevice>()); }

std::vector<std::unique_ptr<Backend<float>>> all_backends() {
  std::vector<std::unique_ptr<Backend<float>>> backends;
  backends.push_back(make_reference_float());
  for (const Simd simd : available_simds()) backends.push_back(make_cpu({.simd = simd}));
  backends.push_back(device());
  return backends;
}

std::string flock(int dimensions, const std::string& world, const std::string& rest) {
  return fmt::format(
      "preset = \"benchmark\"\nboids = 200\n[world]\nsize = {}\n{}\n[rules]\nradius = 40.0\n{}",
      dimensions == 2 ? "[420.0, 320.0]" : "[210.0, 160.0, 180.0]", world, rest);
}

/// What a behaviour is, and a rule that is the same.
struct Twin {
  const char *name, *world, *behaviour, *rule;
};
constexpr Twin kTwins[] = {
    {"goal", "", "[goal]\nat = {0}\nfactor = 0.02\ncap = 0.3\n",
     "[[rule]]\nadd = \"limit(to(vec({1})) * 0.02, 0.3)\"\n"},
    {"cursor", "metric = \"plain\"", "[cursor]\nat = {0}\nradius = 90.0\npush = 0.5\n",
     "[[rule]]\nlet.push = 0.5\nlet.reach = 8100.0\n"
     "when = \"dot(p - vec({1}), p - vec({1})) < reach\"\nadd = \"unit(p - vec({1})) * push\"\n"},
    {"soft border", "boundary = \"soft\"\nmargin = 40.0\npush = 0.2", "",
     "[[rule]]\nwhen = \"p.x < 40\"\nadd = \"vec(0.2, 0{2})\"\n[[rule]]\nwhen = \"p.x > size.x - 40\"\nadd = "
     "\"vec(-0.2, 0{2})\"\n[[rule]]\nwhen = \"p.y < 40\"\nadd = \"vec(0, 0.2{2})\"\n[[rule]]\nwhen = \"p.y > "
     "size.y - 40\"\nadd = \"vec(0, -0.2{2})\"\n"},
    // Of a flock whose three rules weigh nothing: the wind comes after their sum.
    {"wind", "",
     "[wind]\nvelocity = {0}\n[rules.separation]\nweight = 0.0\n[rules.alignment]\nweight = 0.0\n"
     "[rules.cohesion]\nweight = 0.0\n",
     "[[rule]]\nadd = \"vec({1}) * 0.1\"\n[rules.separation]\nweight = 0.0\n[rules.alignment]\nweight = 0.0\n"
     "[rules.cohesion]\nweight = 0.0\n"},
};

TEST(CustomRules, WithTheTextOfABehaviourHaveItsBits) {
  for (const Twin& twin : kTwins) {
    for (const int d : {2, 3}) {
      const bool soft = twin.name == std::string("soft border");
      if (soft && d == 3) continue;  // its third axis would be two more rules
      const char* const place = d == 2 ? "31.5, 244.25" : "31.5, 24.25, 90.0";
      const auto text = [&](const char* part) {
        return fmt::format(fmt::runtime(part), fmt::format("[{}]", place), place, d == 2 ? "" : ", 0");
      };
      const std::string world = twin.world;
      Simulation<float> built_in(scenario_of(flock(d, world, text(twin.behaviour))), make_cpu({}));
      Simulation<float> own(scenario_of(flock(d, soft ? "boundary = \"open\"" : world, text(twin.rule))),
                            make_cpu({}));
      Simulation<float> without(scenario_of(flock(d, soft ? "boundary = \"open\"" : world, "")),
                                make_cpu({}));
      for (int step = 0; step < 60; ++step) {
        built_in.advance();
        own.advance();
        without.advance();
      }
      EXPECT_EQ(own.hash(), built_in.hash()) << twin.name << ", " << d << "D";
      EXPECT_NE(own.hash(), without.hash()) << twin.name << ", " << d << "D";
    }
  }
}

constexpr const char* kRule =
    "[[rule]]\nrange = 30.0\nsums.pull = \"unit(d) * (1 - r / range)\"\nsums.n = \"1\"\nwhen = \"n > "
    "0\"\nadd = "
    "\"limit(pull / max(n, 1), 0.1)\"\n";

// Boids so far outside of a wrapped world that they see all images, and worlds within R.
TEST(CustomRules, EveryPathOfTheCpu) {
  for (const char* rules : {"", "nearest = 4\n", "nearest = \"octants\"\n", "field_of_view = 150.0\n"}) {
    for (const char* size : {"[30.0, 20.0]", "[25.0, 18.0, 20.0]"}) {
      const std::string text = fmt::format(
          "preset = \"benchmark\"\nboids = 120\n[world]\nsize = {}\nboundary = \"open\"\nmetric = "
          "\"wrapped\"\n[start]\nspeed = 9.0\n[rules]\nradius = 40.0\nmax_speed = 9.0\n{}{}",
          size, rules, kRule);
      expect_lockstep(scenario_of(text), all_backends(), 30);
      if (testing::Test::HasFatalFailure()) FAIL() << text;
    }
  }
}

constexpr const char* kNearest =
    "[[rule]]\nrange = 30.0\nsums.leader = \"least(id_j < 20 ? r : 1 / 0, d)\"\nsums.gap = \"least(r, "
    "r)\"\nsums.last = "
    "\"least(-id_j, v_j)\"\nwhere.close = \"gap > 0 and gap < near\"\nwhere.near = \"range / 3\"\nwhere.way "
    "= \"close ? "
    "-leader : leader\"\nadd = \"limit(way, 0.1) + last * 0.01\"\n";

TEST(CustomRules, TheLeastOfNeighboursHasTheSameBits) {
  for (const char* rules : {"", "nearest = 4\n", "nearest = \"octants\"\n"}) {
    for (const char* size : {"[300.0, 200.0]", "[25.0, 18.0, 20.0]"}) {
      const std::string text = fmt::format(
          "preset = \"benchmark\"\nboids = 120\n[world]\nsize = {}\nboundary = \"wrap\"\nmetric = "
          "\"wrapped\"\n[rules]\nradius = 40.0\n{}{}",
          size, rules, kNearest);
      expect_lockstep(scenario_of(text), all_backends(), 30);
      if (testing::Test::HasFatalFailure()) FAIL() << text;
    }
  }
}

/// `species` in sums and in `add` is that before the step, of a boid that is caught too.
TEST(CustomRules, ReadTheSpeciesBeforeTheStep) {
  const std::string text =
      flock(2, "",
            "[[species]]\nname = \"a\"\ncatch_radius = 15.0\ncaught_by = \"b\"\nbecomes = "
            "\"b\"\n[[species]]\nname = \"b\"\n[[rule]]\nlet.turn = [0.3, -0.2]\nsums.near = "
            "\"turn[species] * d\"\nadd = \"perp(v) * turn[species] + near * 0.01\"\n");
  expect_lockstep(scenario_of(text), all_backends(), 30);
}

TEST(CustomRules, NamesOfSpeciesAndRemaindersHaveTheSameBits) {
  const auto hash_on = [](std::unique_ptr<Backend<float>> backend, const std::string& name,
                          const std::string& turn) {
    Simulation<float> run(
        scenario_of(flock(2, "",
                          fmt::format("[[species]]\nname = \"hare\"\n[[species]]\nname = \"fox\"\n[[rule]]\n"
                                      "let.like = [[1.0, -0.5], [0.25, 0.125]]\n"
                                      "sums.pull = \"d * like[{0}, species_j]\"\nwhen = \"species == {0}\"\n"
                                      "add = \"limit(pull, 0.2) + perp(v) * {1}\"\n",
                                      name, turn))),
        std::move(backend));
    for (int step = 0; step < 10; ++step) run.advance();
    return run.hash();
  };
  const uint64_t plain =
      hash_on(make_reference_float(), "1", "((id - step) - 2.7 * floor((id - step) / 2.7))");
  for (auto& backend : all_backends())
    EXPECT_EQ(hash_on(std::move(backend), "fox", "mod(id - step, 2.7)"), plain);
  EXPECT_NE(hash_on(make_reference_float(), "hare", "mod(id - step, 2.7)"), plain);
}

TEST(CustomRules, ManyBoidsAndThreads) {
  for (const int d : {2, 3}) {
    const std::string text = fmt::format(
        "preset = \"benchmark{}\"\nboids = 20000\n{}[[rule]]\nsums.flow = \"v_j * exp(-r)\"\nadd = \"flow / "
        "(1 + n) "
        "+ vec(noise(p / 50, 0), noise(p / 50, 1){}) * 0.02\"\n",
        d == 2 ? "" : "-3d", kRule, d == 2 ? "" : ", 0");
    std::vector<std::unique_ptr<Backend<float>>> backends;
    for (const int threads : {1, 3}) backends.push_back(make_cpu({.threads = threads}));
    backends.push_back(device());
    expect_lockstep(scenario_of(text), std::move(backends), 8, busy_user);
  }
}

TEST(CustomRules, WhatIsNotFiniteNamesTheRuleTheBoidAndTheStep) {
  for (auto& backend : all_backends()) {
    const std::string name = backend->description();
    Simulation<float> run(
        scenario_of(flock(
            2, "", "[[rule]]\nname = \"pole\"\nwhen = \"step == 3 and id >= 5\"\nadd = \"v / (id - 5)\"\n")),
        std::move(backend));
    try {
      for (int step = 0; step < 6; ++step) run.advance();
      run.hash();
      FAIL() << name;
    } catch (const RunError& error) {
      EXPECT_STREQ(
          error.what(),
          "boid 5 has a position or velocity that is not a finite number after step 4; lower what the rule "
          "\"pole\" adds, which may divide by 0, the rules' amounts or weights, or the speeds")
          << name;
    }
  }
}

TEST(CustomRules, ASetRuleActsFromTheNextStep) {
  const std::string rule = "[[rule]]\nadd = \"vec(0.1, 0)\"\n";
  Simulation<float> changed(scenario_of(flock(2, "", rule) + "[[event]]\nstep = 10\nkind = \"set\"\nkey = "
                                                             "\"rule[0].add\"\nvalue = \"vec(0, 0.3)\"\n"),
                            make_cpu({}));
  Simulation<float> before(scenario_of(flock(2, "", rule)), make_cpu({}));
  for (int step = 0; step < 10; ++step) {
    changed.advance();
    before.advance();
  }
  EXPECT_EQ(changed.hash(), before.hash());
  changed.advance();
  before.advance();
  EXPECT_NE(changed.hash(), before.hash());
}

/// Numbers that a rule keeps.
std::string counting(const std::string& more = "") {
  return "[[rule]]\nstate.age = { start = 2.0, next = \"age + 1\" }\nstate.seen = { next = \"max(seen, n)\" "
         "}\nadd = \"vec(0, 0)\"\n" +
         more;
}

TEST(CustomStates, AreThoseAfterTheStepOnEveryBackend) {
  for (auto& backend : all_backends()) {
    SCOPED_TRACE(backend->description());
    Simulation<float> run(scenario_of(flock(2, "", counting())), std::move(backend));
    EXPECT_EQ(run.state().columns.custom_states[0], std::vector<float>(200, 2.0f));
    for (int step = 0; step < 10; ++step) run.advance();
    const State<float> state = run.state();
    EXPECT_EQ(state.columns.custom_states[0], std::vector<float>(200, 12.0f));
    EXPECT_GT(*std::max_element(state.columns.custom_states[1].begin(), state.columns.custom_states[1].end()),
              3.0f);
    EXPECT_TRUE(state.columns.custom_states[2].empty());
    run.post({.kind = EventKind::kAdd, .at = {10.0, 10.0}, .count = 2});
    run.advance();
    EXPECT_EQ(run.state().columns.custom_states[0][199], 13.0f);
    EXPECT_EQ(run.state().columns.custom_states[0][200], 3.0f);
  }
}

/// A rumour goes from boid to boid by one neighbourhood a step: all read what was before the step.
TEST(CustomStates, OfNeighboursAreThoseBeforeTheStep) {
  const std::string line =
      "preset = \"benchmark\"\nboids = 5\n[world]\nsize = [100.0, 100.0]\nboundary = "
      "\"open\"\n[rules]\nradius = "
      "10.0\nseparation_radius = 1.0\nmin_speed = 0.0\nseparation.weight = 0.0\nalignment.weight = 0.0\n"
      "cohesion.weight = 0.0\n"
      "[[rule]]\nsums.told = \"knows_j\"\nstate.knows = { next = \"id == 0 or told > 0 ? 1 : knows\" }\nadd "
      "= "
      "\"vec(0, 0)\"\n";
  State<float> start{.dimensions = 2, .position = {}, .velocity = std::vector<float>(10, 0.0f)};
  for (int k = 0; k < 5; ++k)
    start.position.insert(start.position.end(), {20.0f + 8.0f * static_cast<float>(k), 50.0f});
  start.columns.custom_states[0] = std::vector<float>(5, 0.0f);
  for (auto& backend : all_backends()) {
    SCOPED_TRACE(backend->description());
    Simulation<float> run(scenario_of(line), std::move(backend), start);
    for (int step = 1; step <= 5; ++step) {
      run.advance();
      std::vector<float> knows(5, 0.0f);
      std::fill_n(knows.begin(), step, 1.0f);
      EXPECT_EQ(run.state().columns.custom_states[0], knows) << step;
    }
  }
}

/// By name: the number of another rule is taken away before it, one is renamed, one is new.
TEST(CustomStates, GoOnWhenRulesChange) {
  for (auto& backend : all_backends()) {
    SCOPED_TRACE(backend->description());
    Simulation<float> run(
        scenario_of(flock(2, "", "[[rule]]\nstate.first = 5.0\nadd = \"vec(0, 0)\"\n" + counting())),
        std::move(backend));
    for (int step = 0; step < 4; ++step) run.advance();
    EXPECT_EQ(run.state().columns.custom_states[1][0], 6.0f);
    run.post({.kind = EventKind::kSet, .key = "rule[0].state.first", .value = ""});
    run.advance();
    EXPECT_EQ(run.state().columns.custom_states[0][0], 7.0f);
    EXPECT_TRUE(run.state().columns.custom_states[2].empty());
    run.post({.kind = EventKind::kSet,
              .key = "rule[0].state.late",
              .value = "{ start = 0.5, next = \"late * 2\" }"});
    run.advance();
    EXPECT_EQ(run.state().columns.custom_states[0][0], 1.0f);
    EXPECT_EQ(run.state().columns.custom_states[1][0], 8.0f);
    run.post({.kind = EventKind::kSet, .key = "rule[1]", .value = "{ state.years = 40.0, add = \"v * 0\" }"});
    run.advance();
    EXPECT_EQ(run.state().columns.custom_states[0][0], 2.0f);
    EXPECT_EQ(run.state().columns.custom_states[1][0], 9.0f) << "what a table does not name stays";
    EXPECT_EQ(run.state().columns.custom_states[3][0], 40.0f);
  }
}

TEST(CustomStates, OneThatIsNotFiniteEndsTheRun) {
  for (auto& backend : all_backends()) {
    SCOPED_TRACE(backend->description());
    Simulation<float> run(
        scenario_of(flock(2, "",
                          "[[rule]]\nname = \"pole\"\nstate.far = { start = 1.0, next = \"step == 3 "
                          "and id >= 5 ? far / (id - 5) : far\" }\nadd = \"vec(0, 0)\"\n")),
        std::move(backend));
    try {
      for (int step = 0; step < 6; ++step) run.advance();
      run.hash();
      FAIL();
    } catch (const RunError& error) {
      EXPECT_EQ(std::string(error.what())
                    .find("boid 5 has a position, velocity or number of a rule that is not a "
                          "finite number after step 4"),
                0u)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace murmur

// State files: a written file reads back to the same bits, and a fault is reported with its line. How files are put in
// place: state_csv_writer_test.
#include "sim/formats/state_csv.h"

#include <unistd.h>

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bits.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Each test is a process of its own, and several run at a time.
std::string temporary(const std::string& name) {
  return ::testing::TempDir() + "/murmur_state_csv_" + std::to_string(getpid()) + "_" + name;
}

/// `extra` is TOML on top of a 100 x 80 world.
Scenario scenario_of(const std::string& boundary = "wrap", const std::string& extra = "",
                     const std::string& size = "[100.0, 80.0]") {
  return ScenarioSource::from_text("preset = \"book\"\n[world]\nsize = " + size + "\nboundary = \"" +
                                       boundary + "\"\nmargin = 2.0\npush = 1.0\n" + extra,
                                   "test")
      .scenario();
}

std::vector<std::string> faults_of(const std::string& text, const Scenario& scenario) {
  try {
    parse_state_csv<float>(text, "f.csv", scenario);
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}

/// Any bit pattern that is a finite number: denormals, both zeros, the largest.
template <class T, class Bits>
T any_number(std::mt19937_64& random) {
  for (;;) {
    const auto bits = static_cast<Bits>(random());
    T value;
    memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) return value;
  }
}

template <class T, class Bits>
void expect_round_trip(int dimensions) {
  std::mt19937_64 random(7);
  State<T> state;
  state.dimensions = dimensions;
  state.step = 123456789012;
  for (int k = 0; k < 500 * dimensions; ++k) {
    state.position.push_back(any_number<T, Bits>(random));
    state.velocity.push_back(any_number<T, Bits>(random));
  }
  state.position[0] = T(-0.0);
  state.columns.target.resize(500);
  for (uint32_t& target : state.columns.target) target = static_cast<uint32_t>(random() % 3);
  for (int k = 0; k < 500; ++k) state.columns.species.push_back(static_cast<uint32_t>(random() % 3));
  for (int k = 0; k < 500 * dimensions; ++k) state.columns.alignment.push_back(any_number<T, Bits>(random));
  for (int k = 0; k < 2 * dimensions; ++k) {
    state.predator_position.push_back(any_number<T, Bits>(random));
    state.predator_velocity.push_back(any_number<T, Bits>(random));
  }
  const std::string path = temporary("round_trip.csv");
  StateCsvWriter<T> writer(path);
  writer.write(state);
  writer.finish();
  const std::string z = dimensions == 3 ? ", 1.0" : "";
  const Scenario scenario =
      scenario_of("soft",
                  "[goal]\npath = [[1.0, 1.0" + z + "], [2.0, 2.0" + z + "], [3.0, 3.0" + z +
                      "]]\n[rules]\nalignment = { inertia = 1.0 "
                      "}\n[[predator]]\n[[predator]]\n[[species]]\n[[species]]\n[[species]]\n",
                  dimensions == 3 ? "[100.0, 80.0, 60.0]" : "[100.0, 80.0]");
  const State<T> back = read_state_csv<T>(path, scenario);
  EXPECT_EQ(back.dimensions, dimensions);
  EXPECT_EQ(back.step, state.step);
  EXPECT_EQ(back.position, state.position);
  EXPECT_EQ(back.velocity, state.velocity);
  EXPECT_EQ(back.columns.target, state.columns.target);
  EXPECT_EQ(back.columns.alignment, state.columns.alignment);
  EXPECT_EQ(back.columns.species, state.columns.species);
  EXPECT_EQ(back.predator_position, state.predator_position);
  EXPECT_EQ(back.predator_velocity, state.predator_velocity);
  EXPECT_TRUE(std::signbit(back.position[0]));
  EXPECT_EQ(state_hash(back), state_hash(state));
}

TEST(StateCsv, FloatsReadBackToTheSameBits) {
  expect_round_trip<float, uint32_t>(2);
  expect_round_trip<float, uint32_t>(3);
}

TEST(StateCsv, DoublesReadBackToTheSameBits) {
  expect_round_trip<double, uint64_t>(2);
  expect_round_trip<double, uint64_t>(3);
}

TEST(StateCsv, ReadsIdsInAnyOrderAndLineEndsOfAnySystem) {
  const std::string text = "\xEF\xBB\xBFstep,id,x,y,vx,vy\r\n7,1,3,4,0,1\r\n7,0,1,2.5,-1e-1,0\r\n\r\n";
  const State<float> state = parse_state_csv<float>(text, "f.csv", scenario_of());
  EXPECT_EQ(state.step, 7);
  EXPECT_THAT(state.position, ElementsAre(1.0f, 2.5f, 3.0f, 4.0f));
  EXPECT_THAT(state.velocity, ElementsAre(-0.1f, 0.0f, 0.0f, 1.0f));
  EXPECT_TRUE(state.columns.target.empty());
}

TEST(StateCsv, FloatsAreRoundedOnce) {
  // Just above the middle of 1 and the next float; by way of a double it would be the middle itself, and go
  // to 1.
  const std::string text = "step,id,x,y,vx,vy\n0,0,1.00000005960464477539062500001,1e-60,0,0";
  const State<float> state = parse_state_csv<float>(text, "f.csv", scenario_of());
  EXPECT_EQ(bits_of(state.position[0]), 0x3f800001u);
  EXPECT_EQ(bits_of(state.position[1]), 0u);
}

TEST(StateCsv, TargetsAreZeroAndPredatorsSeededWhereTheFileHasNone) {
  const Scenario scenario =
      scenario_of("wrap", "[goal]\npath = [[1.0, 1.0], [2.0, 2.0]]\n[[predator]]\nat = [5.0, 6.0]\n");
  const State<float> state = parse_state_csv<float>("step,id,x,y,vx,vy\n0,0,1,1,0,0\n", "f.csv", scenario);
  EXPECT_THAT(state.columns.target, ElementsAre(0u));
  EXPECT_THAT(state.predator_position, ElementsAre(5.0f, 6.0f));
}

TEST(StateCsv, SpeciesAreDrawnWhereTheFileHasNoneAndAnIndexWhereItHas) {
  const Scenario mixed =
      scenario_of("wrap", "[[species]]\nname = \"a\"\ncount = 1\n[[species]]\nname = \"b\"\n");
  const std::string header = "step,id,x,y,vx,vy", rows = "0,1,1,1,0,0", first = "0,0,1,1,0,0";
  EXPECT_THAT(
      parse_state_csv<float>(header + "\n" + rows + "\n" + first + "\n", "f.csv", mixed).columns.species,
      ElementsAre(0u, 1u));
  EXPECT_THAT(parse_state_csv<float>(header + ",species\n" + rows + ",0\n" + first + ",1\n", "f.csv", mixed)
                  .columns.species,
              ElementsAre(1u, 0u));
  EXPECT_THAT(faults_of(header + ",species\n" + first + ",2\n", mixed),
              ElementsAre("f.csv:2: species '2' is not an index of the [[species]]: allowed 0 to 1"));
  EXPECT_THAT(faults_of(header + ",species\n" + first + ",0\n", scenario_of()),
              ElementsAre("f.csv:1: column species needs a scenario with [[species]]"));
}

TEST(StateCsv, AlignmentsAreZeroWhereTheFileHasNoneAndFiniteWhereItHas) {
  const Scenario inert = scenario_of("wrap", "[rules]\nalignment = { inertia = 2.0 }\n");
  EXPECT_THAT(parse_state_csv<float>("step,id,x,y,vx,vy\n0,0,1,1,0,0\n", "f.csv", inert).columns.alignment,
              ElementsAre(0.0f, 0.0f));
  const std::string header = "step,id,x,y,vx,vy,ax,ay\n";
  EXPECT_THAT(parse_state_csv<float>(header + "0,0,1,1,0,0,-3,0.5\n", "f.csv", inert).columns.alignment,
              ElementsAre(-3.0f, 0.5f));
  EXPECT_THAT(faults_of(header + "0,0,1,1,0,0,1,nan\n", inert), ElementsAre(HasSubstr("f.csv:2: ay 'nan'")));
  EXPECT_THAT(faults_of(header + "0,0,1,1,0,0\n", inert),
              ElementsAre(HasSubstr("6 columns, but the header 8")));
}

TEST(StateCsv, SpeciesAreDrawnWhereTheFileHasNoneAndIndicesWhereItHas) {
  const Scenario two = scenario_of("wrap", "[[species]]\n[[species]]\ncount = 1\n");
  EXPECT_THAT(
      parse_state_csv<float>("step,id,x,y,vx,vy\n0,0,1,1,0,0\n0,1,2,1,0,0\n", "f.csv", two).columns.species,
      ElementsAre(1u, 0u));
  const std::string header = "step,id,x,y,vx,vy,species\n";
  EXPECT_THAT(
      parse_state_csv<double>(header + "0,1,1,1,0,0,1\n0,0,2,1,0,0,0\n", "f.csv", two).columns.species,
      ElementsAre(0u, 1u));
  EXPECT_THAT(faults_of(header + "0,0,1,1,0,0,2\n", two), ElementsAre(HasSubstr("f.csv:2: species '2'")));
  EXPECT_THAT(faults_of(header + "0,0,1,1,0,0,0\n", scenario_of("wrap", "")),
              ElementsAre("f.csv:1: column species needs a scenario with [[species]]"));
  EXPECT_THAT(faults_of(header + "0,0,1,1,0,0,0\n", scenario_of("wrap", "[[species]]\n")), ElementsAre());
}

TEST(StateCsv, SummaryCountsBoidsNotPredators) {
  const StateCsvSummary summary =
      summarise_state_csv("step,id,x,y,vx,vy\n9,0,1,1,0,0\n9,1,1,1,0,0\n9,-1,1,1,0,0\n");
  EXPECT_EQ(summary.step, 9);
  EXPECT_EQ(summary.boids, 2);
  const StateCsvSummary faulty = summarise_state_csv("step,id,x,y,vx,vy\n9x,0,1,1,0,0\n9,1,1,1,0,0\n9,\n\n");
  EXPECT_EQ(faulty.step, 0);
  EXPECT_EQ(faulty.boids, 2);
}

TEST(StateCsv, EveryFaultIsToldWithItsLine) {
  const std::string text =
      "step,id,x,y,vx,vy\n"
      "0,0,1,1,0,0\n"
      "0,1,nan,1,0,1e99\n"
      "1,2,1,1,0,0\n"
      "0,x,1,1,0,0 \n"
      "0,4,1,1,0\n"
      "0,5,1,-3,0,0\n"
      "\n"
      "0,6,1,1,,0\n";
  EXPECT_THAT(
      faults_of(text, scenario_of()),
      ElementsAre(HasSubstr("f.csv:3: x 'nan' is not finite"), HasSubstr("f.csv:3: vy '1e99' is too large"),
                  HasSubstr("f.csv:4: step 1 after rows of step 0"), HasSubstr("f.csv:5: id 'x'"),
                  HasSubstr("f.csv:5: vy '0 ' is not a number"),
                  HasSubstr("f.csv:6: the row has 5 columns, but the header 6"),
                  HasSubstr("f.csv:7: y = -3 lies outside the world: allowed 0 to 80"),
                  HasSubstr("f.csv:8: the row has 1 columns"), HasSubstr("f.csv:9: vx '' is not a number")));
}

TEST(StateCsv, StepsAndColumnsAreCountable) {
  EXPECT_THAT(faults_of("step,id,x,y,vx,vy\nx,0,1,1,0,0\n-1,1,1,1,0,0\n,2,1,1,0,0\n0,3,1,1,0,0,0\n0,4,1,1,0,"
                        "0,0,0,0,0,0,0,0,0,0,0,0,0\n",
                        scenario_of()),
              ElementsAre("f.csv:2: step 'x' is not a whole number from 0 to 9007199254740992",
                          "f.csv:3: step '-1' is not a whole number from 0 to 9007199254740992",
                          "f.csv:4: step '' is not a whole number from 0 to 9007199254740992",
                          "f.csv:5: the row has 7 columns, but the header 6",
                          "f.csv:6: the row has more than 17 columns, but the header 6"));
}

TEST(StateCsv, PredatorsMayBeAlone) {
  const State<float> state = parse_state_csv<float>("step,id,x,y,vx,vy\n4,-1,5,6,1,0\n", "f.csv",
                                                    scenario_of("wrap", "[[predator]]\n"));
  EXPECT_EQ(state.step, 4);
  EXPECT_EQ(state.count(), 0);
  EXPECT_THAT(state.predator_position, ElementsAre(5.0f, 6.0f));
}

TEST(StateCsv, IdsMustComeOnceEach) {
  EXPECT_THAT(
      faults_of("step,id,x,y,vx,vy\n0,0,1,1,0,0\n0,0,1,1,0,0\n0,7,1,1,0,0\n", scenario_of()),
      ElementsAre(HasSubstr("f.csv:3: id 0 comes again (first in line 2)"), HasSubstr("f.csv:4: id 7"),
                  HasSubstr("id 1 is missing"), HasSubstr("id 2 is missing")));
}

TEST(StateCsv, HeadersMustFit) {
  EXPECT_THAT(faults_of("", scenario_of()), ElementsAre(HasSubstr("f.csv: is empty")));
  EXPECT_THAT(faults_of("step,id,x,y,vx,vy\n", scenario_of()), ElementsAre(HasSubstr("holds no boids")));
  EXPECT_THAT(faults_of("step,id,x,y,z,vx,vy,vz\n", scenario_of()),
              ElementsAre(HasSubstr("the file has 3 dimensions, the scenario 2")));
  EXPECT_THAT(faults_of("step,id,x,y,z,vx,vy,vz,target\n", scenario_of()),
              ElementsAre(HasSubstr("the file has 3 dimensions, the scenario 2")));
  EXPECT_THAT(faults_of("step,id,x,y,vx,vy,target\n", scenario_of()), ElementsAre(HasSubstr("[goal] path")));
  EXPECT_THAT(faults_of("step,id,x,y,vx,vy,ax,ay\n", scenario_of()),
              ElementsAre("f.csv:1: column ax needs a scenario with rules.alignment.inertia above 0"));
  EXPECT_THAT(faults_of("id,step,x,y,vx,vy\n", scenario_of()),
              ElementsAre(HasSubstr("must be 'step,id,x,y,vx,vy'")));
}

TEST(StateCsv, TargetsAndPredatorsMustFitTheScenario) {
  const Scenario goal = scenario_of("wrap", "[goal]\npath = [[1.0, 1.0], [2.0, 2.0]]\n");
  EXPECT_THAT(faults_of("step,id,x,y,vx,vy,target\n0,0,1,1,0,0,2\n", goal),
              ElementsAre(HasSubstr("allowed 0 to 1")));
  EXPECT_THAT(faults_of("step,id,x,y,vx,vy\n0,0,1,1,0,0\n0,-1,1,1,0,0\n", scenario_of()),
              ElementsAre(HasSubstr("the file has 1 predators (ids below 0), but the scenario 0")));
}

TEST(StateCsv, MarginIsAllowedForTileAndAnywhereForSoft) {
  const std::string text = "step,id,x,y,vx,vy\n0,0,102,-2,0,0\n";
  EXPECT_THAT(faults_of(text, scenario_of("tile")), ElementsAre());
  EXPECT_EQ(faults_of(text, scenario_of("wrap")).size(), 2u);
  EXPECT_THAT(faults_of("step,id,x,y,vx,vy\n0,0,1e6,-2,0,0\n", scenario_of("soft")), ElementsAre());
}

TEST(StateCsv, ManyFaultsStayReadable) {
  std::string text = "step,id,x,y,vx,vy\n";
  for (int i = 0; i < 1000; ++i) text += "0,0,a,1,0,0\n";
  const std::vector<std::string> faults = faults_of(text, scenario_of());
  ASSERT_EQ(faults.size(), 21u);
  EXPECT_EQ(faults.back(), "and 980 more");
}

TEST(StateHash, KnowsEveryBitAndWhoOwnsIt) {
  State<float> state;
  state.step = 3;
  state.position = {1.0f, 2.0f, 3.0f, 4.0f};
  state.velocity = {0.0f, 0.0f, 0.5f, 0.5f};
  state.columns.target = {0, 1};
  const uint64_t hash = state_hash(state);
  const auto changed = [&](auto change) {
    State<float> other = state;
    change(other);
    return state_hash(other) != hash;
  };
  EXPECT_TRUE(changed([](State<float>& s) { s.velocity[0] = -0.0f; }));
  EXPECT_TRUE(changed([](State<float>& s) { s.columns.target = {1, 0}; }));
  EXPECT_TRUE(changed([](State<float>& s) { s.columns.alignment.assign(s.velocity.size(), 0.0f); }));
  EXPECT_TRUE(changed([](State<float>& s) { s.columns.species = {0, 0}; }));
  EXPECT_TRUE(changed([](State<float>& s) { std::swap(s.position[0], s.position[2]); }));
  EXPECT_TRUE(changed([](State<float>& s) { s.predator_position = s.predator_velocity = {0.0f, 0.0f}; }));
  EXPECT_FALSE(changed([](State<float>& s) { s.step = 99; }));
}

}  // namespace
}  // namespace murmur

// The presets against the tables and texts of docs/model.md, value by value.
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/run/simulation.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/state/start.h"

namespace murmur {
namespace {

using testing::ElementsAre;

Scenario preset(const std::string& name, const ScenarioOverrides& overrides = {}) {
  return ScenarioSource::from_preset(name, overrides).scenario();
}

/// One column of the table in docs/model.md; rows in its order.
struct Row {
  const char* preset;
  std::vector<double> size;
  Boundary boundary;
  double radius, separation_radius;
  Falloff falloff;
  Average average;
  Shape separation_shape;
  double separation;
  bool include_self, mean, relative;
  Shape alignment_shape;
  double alignment;
  Lone lone;
  CohesionTarget target;
  Shape cohesion_shape;
  double cohesion, max_speed;
  int64_t boids;
  StartPositions positions;
  StartVelocities velocities;
  double speed;
};

constexpr auto kLimit = Shape::kLimit, kLength = Shape::kLength, kFactor = Shape::kFactor;
// clang-format off
const Row kTable[] = {
    {"book", {640, 480}, Boundary::kTile, 50, 25,
     Falloff::kNone, Average::kNone, kLimit, 0.03, true, false, false, kLimit, 0.03, Lone::kNone,
     CohesionTarget::kPositionSum, kLimit, 0.03, 2, 100, StartPositions::kPatch, StartVelocities::kHeading, 1},
    {"blog", {800, 600}, Boundary::kWrap, 50, 25,
     Falloff::kInverse, Average::kNone, kLength, 0.1, false, false, false, kLength, 0.1, Lone::kNone,
     CohesionTarget::kCentroid, kLength, 0.05, 4, 100, StartPositions::kUniform, StartVelocities::kHeading, 4},
    {"ruby-printed", {850, 850}, Boundary::kTile, 100, 50,
     Falloff::kNone, Average::kSeparated, kFactor, 0.125, false, true, true, kFactor, 0.25, Lone::kKeep,
     CohesionTarget::kCentroid, kFactor, 0.01, 5, 50, StartPositions::kUniform, StartVelocities::kWholeSpeed, 19},
    {"article-printed", {800, 600}, Boundary::kWrap, 50, 50,
     Falloff::kInverseSquare, Average::kNeighbours, kFactor, 1, false, true, true, kFactor, 0.1, Lone::kNone,
     CohesionTarget::kCentroid, kFactor, 0.01, 5, 100, StartPositions::kUniform, StartVelocities::kBox, 0.5},
    {"quiver", {100, 100}, Boundary::kWrap, 10, 4,
     Falloff::kInverse, Average::kNone, kFactor, 0.1, false, true, true, kFactor, 0.05, Lone::kNone,
     CohesionTarget::kCentroid, kFactor, 0.01, 30, 120, StartPositions::kUniform, StartVelocities::kBox, 15},
    {"cis565", {200, 200, 200}, Boundary::kWrap, 5, 3,
     Falloff::kNone, Average::kNone, kFactor, 0.1, false, true, false, kFactor, 0.1, Lone::kNone,
     CohesionTarget::kCentroid, kFactor, 0.01, 1, 5000, StartPositions::kUniform, StartVelocities::kBall, 1},
};
// clang-format on

TEST(Presets, AreTheTableOfTheSpecification) {
  for (const Row& row : kTable) {
    SCOPED_TRACE(row.preset);
    const Scenario s = preset(row.preset);
    EXPECT_EQ(s.world.size, row.size);
    EXPECT_EQ(s.world.boundary, row.boundary);
    EXPECT_EQ(s.world.margin, row.preset == std::string("book") ? 2.0 : 0.0);
    EXPECT_EQ(s.world.metric, Metric::kPlain);
    EXPECT_EQ(s.rules.radius, row.radius);
    EXPECT_EQ(s.rules.separation_radius, row.separation_radius);
    EXPECT_EQ(s.rules.max_speed, row.max_speed);
    EXPECT_EQ(s.rules.min_speed, 0.0);
    EXPECT_EQ(s.rules.time_step, row.size.size() == 3 ? 0.2 : 1.0);
    EXPECT_EQ(s.rules.field_of_view, 360.0);
    const auto& [separation, alignment, cohesion] =
        std::tie(s.rules.separation, s.rules.alignment, s.rules.cohesion);
    EXPECT_EQ(std::tie(separation.falloff, separation.average, separation.shape, separation.amount),
              std::tie(row.falloff, row.average, row.separation_shape, row.separation));
    EXPECT_EQ(std::tie(alignment.include_self, alignment.average, alignment.relative, alignment.shape,
                       alignment.amount),
              std::tie(row.include_self, row.mean, row.relative, row.alignment_shape, row.alignment));
    EXPECT_EQ(alignment.lone, row.lone);
    EXPECT_EQ(std::tie(cohesion.target, cohesion.shape, cohesion.amount),
              std::tie(row.target, row.cohesion_shape, row.cohesion));
    EXPECT_THAT((std::array{separation.weight, alignment.weight, cohesion.weight}), ElementsAre(1, 1, 1));
    EXPECT_EQ(s.boids, row.boids);
    EXPECT_EQ(s.start.positions, row.positions);
    EXPECT_EQ(s.start.velocities, row.velocities);
    EXPECT_EQ(s.start.speed, row.speed);
  }
}

TEST(Presets, BookStartsAtTheCentreAndVariantsDifferInWhatTheyNameAlone) {
  EXPECT_THAT(preset("book").start.at, ElementsAre(320, 240));
  EXPECT_THAT(preset("book").start.size, ElementsAre(10, 10));
  EXPECT_EQ(preset("book-centroid").rules.cohesion.target, CohesionTarget::kCentroid);
  EXPECT_EQ(preset("book-centroid").rules.cohesion.amount, 0.03);
  const std::pair<const char*, std::array<double, 3>> variants[] = {
      {"article-panic-printed", {2.0, 0.5, 0.3}},
      {"article-leisure-printed", {0.8, 1.2, 1.5}},
      {"article-migration-printed", {1.0, 1.5, 2.0}}};
  for (const auto& [name, weights] : variants) {
    const Scenario s = preset(name);
    EXPECT_EQ(s.preset, name);
    EXPECT_EQ((std::array{s.rules.separation.weight, s.rules.alignment.weight, s.rules.cohesion.weight}),
              weights);
    EXPECT_EQ(s.rules.separation.falloff, Falloff::kInverseSquare);
  }
}

/// The rules of a living variant, and those of the printed preset with the changes that docs/model.md states.
TEST(Presets, LivingVariantsDifferFromThePrintedOnesInWhatTheDocumentationStates) {
  const ScenarioOverrides article = {
      .set = {{"rules.min_speed", "2"}, {"rules.separation.average", "\"none\""}}};
  ScenarioOverrides panic = article, migration = article;
  panic.set.push_back({"rules.alignment.weight", "0"});
  migration.set.push_back({"rules.alignment.weight", "3"});
  migration.set.push_back({"rules.cohesion.weight", "1"});
  const std::pair<const char*, ScenarioOverrides> variants[] = {
      {"ruby",
       {.set = {{"rules.min_speed", "3.5"},
                {"rules.separation.amount", "0.03125"},
                {"rules.cohesion.amount", "0.005"}}}},
      {"parker",
       {.set = {{"rules.min_speed", "3"},
                {"rules.separation.falloff", "\"inverse-square\""},
                {"rules.separation.amount", "8"}}}},
      {"article", article},
      {"article-panic", panic},
      {"article-leisure", article},
      {"article-migration", migration}};
  for (const auto& [name, changes] : variants) {
    ScenarioOverrides few = changes;
    few.boids = 40;
    const State<float> start = make_start<float>(preset(name, {.boids = 40}));
    EXPECT_EQ(start.position, make_start<float>(preset(std::string(name) + "-printed", few)).position)
        << name;
    const auto bits = [](const ScenarioSource& source) {
      Simulation<float> simulation(source, make_cpu({}));
      for (int step = 0; step < 60; ++step) simulation.advance();
      return simulation.hash();
    };
    EXPECT_EQ(bits(ScenarioSource::from_preset(name, {.boids = 40})),
              bits(ScenarioSource::from_preset(std::string(name) + "-printed", few)))
        << name;
  }
}

TEST(Presets, MurmurationAndBenchmark) {
  const Scenario m = preset("murmuration", {.boids = 100000});
  EXPECT_EQ(m.world.metric, Metric::kWrapped);
  EXPECT_EQ(m.start.positions, StartPositions::kFlocks);
  EXPECT_EQ(m.start.speed, m.rules.max_speed / 2);
  EXPECT_THAT((std::array{m.rules.radius, m.rules.separation_radius, m.rules.max_speed, m.rules.min_speed,
                          m.rules.field_of_view}),
              ElementsAre(75, 30, 3, 1.5, 270));
  EXPECT_EQ(std::make_tuple(m.rules.separation.falloff, m.rules.separation.average, m.rules.separation.shape,
                            m.rules.separation.amount),
            std::make_tuple(Falloff::kInverse, Average::kNone, kFactor, 0.043));
  EXPECT_EQ(std::make_tuple(m.rules.alignment.average, m.rules.alignment.relative, m.rules.alignment.shape,
                            m.rules.alignment.amount),
            std::make_tuple(true, true, kLimit, 0.012));
  EXPECT_EQ(std::make_tuple(m.rules.cohesion.target, m.rules.cohesion.shape, m.rules.cohesion.amount),
            std::make_tuple(CohesionTarget::kCentroid, kLength, 0.028));
  EXPECT_NEAR(100000 * 3.14159265358979 * 75 * 75 / (m.world.size[0] * m.world.size[1]), 5.0, 1e-5);

  // The size the golden case was made with: float32(sqrt(160 pi 50^2 / 20)).
  EXPECT_THAT(preset("benchmark", {.boids = 160}).world.size,
              ElementsAre(250.66282653808594, 250.66282653808594));
  const Scenario b = preset("benchmark-3d", {.boids = 1000});
  ASSERT_EQ(b.dimensions(), 3);
  EXPECT_NEAR(1000 * 4.0 / 3.0 * 3.14159265358979 * 125000 / std::pow(b.world.size[2], 3), 20.0, 1e-4);
  EXPECT_EQ(b.rules.separation.amount, 0.03);
  EXPECT_EQ(std::make_pair(b.start.velocities, b.start.speed), std::make_pair(StartVelocities::kBall, 2.0));
}

TEST(Presets, AreListedWithTheDefaultFirstAndASummaryEach) {
  const std::vector<std::string> names = preset_names();
  ASSERT_EQ(names.size(), embedded_presets().size());
  EXPECT_EQ(names.front(), "murmuration");
  for (const std::string& name : names) EXPECT_GT(preset_summary(name).size(), 28u) << name;
}

TEST(Presets, HaveAPlaceOfTheirOwnInTheList) {
  std::set<int64_t> places;
  for (const BuiltIn& preset : presets()) {
    EXPECT_NE(preset.list, BuiltIn::kLast) << preset.name;
    EXPECT_TRUE(places.insert(preset.list).second) << preset.name;
  }
}

/// What the file says of itself is no part of the text that `murmur presets NAME` prints and a user edits.
TEST(Presets, HaveATextWithoutWhatTheFileSaysOfItself) {
  for (const BuiltIn& preset : presets()) {
    EXPECT_EQ(preset.text.find("#:"), std::string_view::npos) << preset.name;
    EXPECT_TRUE(preset.text.starts_with("# " + preset.summary + "\n")) << preset.name;
  }
}

TEST(Presets, AreNamedInTheDescriptionOfTheModel) {
  std::ifstream file(MURMUR_SOURCE_DIR "/docs/model.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const std::string& name : preset_names())
    EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name << " is not in docs/model.md";
}

TEST(Presets, SayWhetherAClickAddsManyBoids) {
  for (const char* name : {"murmuration", "benchmark", "benchmark-3d"})
    EXPECT_TRUE(find_preset(name)->large) << name;
  for (const char* name : {"book", "chate", "topological"}) EXPECT_FALSE(find_preset(name)->large) << name;
}

}  // namespace
}  // namespace murmur

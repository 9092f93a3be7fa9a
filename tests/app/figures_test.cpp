// The parts of `murmur reproduce`: measures, means, errors and verdicts.
#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/sweep/figure_runs.h"
#include "app/sweep/verdict.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/measure/field_ranges.h"
#include "sim/measure/flock_motion.h"
#include "sim/measure/metrics.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr const char* kFigure = R"(
title = "A figure"
x_key = "noise.amount"
scenario = 'preset = "vicsek"'
seeds = 3
steps = 20
skip = 10
[quick]
seeds = 2
[[series]]
label = "one"
x = [1.0, 2.0]
expected = [0.5, 0.25]
tolerance = 0.01
[[series]]
label = "two"
quick = false
set = ["boids=50", "rules.moves_with=\"new\""]
x = [4.0]
seeds = 5
)";

TEST(Figure, HasItsShortForm) {
  const Figure whole = parse_figure(kFigure, "a", false), quick = parse_figure(kFigure, "a", true);
  ASSERT_EQ(whole.series.size(), 2u);
  EXPECT_EQ(whole.series[0].sampling.seeds, 3);
  EXPECT_EQ(whole.series[1].sampling.seeds, 5);
  EXPECT_EQ(quick.series[0].sampling.seeds, 2);
  EXPECT_TRUE(quick.series[1].points.empty());
  const Scenario scenario = whole.scenario_of(whole.series[1], 4.0, 7).scenario();
  EXPECT_EQ(scenario.boids, 50);
  EXPECT_EQ(scenario.seed, 7u);
  EXPECT_EQ(scenario.noise->amount, 4.0);
  EXPECT_EQ(scenario.rules.moves_with, MovesWith::kNew);
}

/// The panel shows the ranges beside the flock; verdicts use those of the figures.
TEST(Figure, HasTheFieldRangesOfThePanel) {
  std::set<std::string> found;
  for (const std::string& name : figure_names()) {
    for (const FigureSeries& series : read_figure(name, false).series) {
      const auto* const known = std::ranges::find(kStarlingsInTheField, series.shape, &FieldRange::column);
      if (!series.field || known == kStarlingsInTheField.end()) continue;
      EXPECT_EQ(series.field->low, known->range.low) << name << ": " << series.label;
      EXPECT_EQ(series.field->high, known->range.high) << name << ": " << series.label;
      found.insert(series.shape);
    }
  }
  EXPECT_EQ(found.size(), kStarlingsInTheField.size());
}

TEST(Figure, HasSeriesWithScenariosOfTheirOwn) {
  std::string text = kFigure;
  text.insert(text.find("quick = false"), "scenario = 'preset = \"couzin-torus\"'\n");
  text.replace(text.find("rules.moves_with=\\\"new\\\""), 24, "rules.radius=14.0");
  const Figure figure = parse_figure(text, "a", false);
  EXPECT_EQ(figure.scenario_of(figure.series[0], 1.0, 1).scenario().preset, "vicsek");
  EXPECT_EQ(figure.scenario_of(figure.series[1], 4.0, 1).scenario().preset, "couzin-torus");
}

TEST(Figure, EveryOneOfTheProgramCanBeRead) {
  ASSERT_GE(figure_names().size(), 4u);
  for (const std::string& name : figure_names()) {
    for (const bool quick : {false, true}) {
      const Figure figure = read_figure(name, quick);
      EXPECT_FALSE(figure.source.empty()) << name;
      size_t points = 0;
      for (const FigureSeries& series : figure.series) points += series.points.size();
      EXPECT_GT(points, 0u) << name;
    }
  }
}

TEST(Figure, OrderIsThatOfTheHeadings) {
  State<float> state{
      .dimensions = 2, .position = {0, 0, 0, 0, 0, 0, 0, 0}, .velocity = {3, 0, 0, 0.5f, -2, 0, 0, 0}};
  EXPECT_NEAR(order_of(state), 0.25, 1e-12);  // a boid at rest has no heading
  state.velocity = {0, 2, 0, 1, 0, 4, 0, 9};
  EXPECT_EQ(order_of(state), 1.0);
}

constexpr const char* kSequence = R"(
title = "One run through all x"
x_key = ["rules.alignment.to", "rules.cohesion.from"]
scenario = 'preset = "couzin-torus"'
measure = "milling"
seeds = 1
steps = 40
skip = 20
[[series]]
label = "up"
sequence = true
x = [1.0, 4.0]
[[series]]
label = "apart"
x = [1.0, 4.0]
)";

TEST(Figure, SetsSeveralKeysAndPassesThroughThem) {
  const Figure figure = parse_figure(kSequence, "a", false);
  const Scenario scenario = figure.scenario_of(figure.series[0], 4.0, 1).scenario();
  EXPECT_EQ(scenario.rules.alignment.to, 4.0);
  EXPECT_EQ(scenario.rules.cohesion.from, 4.0);
  FigureValues values;
  ASSERT_EQ(run_figure(figure, {}, "", values), 0);
  ASSERT_EQ(values.size(), 4u);
  EXPECT_EQ((values.at({0, 0, 1})), (values.at({1, 0, 1}))) << "the same start";
  // The second place of the sequence is steps 41 to 80 of one run.
  ThreadPool pool(1);
  Simulation<float> run(figure.scenario_of(figure.series[0], 1.0, 1), make_cpu({}));
  double sum = 0.0;
  for (int step = 1; step <= 80; ++step) {
    for (const char* key : {"rules.alignment.to", "rules.cohesion.from"}) {
      Event event;
      event.kind = EventKind::kSet;
      event.key = key;
      event.value = "4.0";
      if (step == 41) run.post(event);
    }
    run.advance();
    if (step > 60 && step % 10 == 0) sum += measure(run.state(), run.scenario(), pool).milling / 2.0;
  }
  EXPECT_EQ((values.at({0, 1, 1})), sum);
  EXPECT_NE((values.at({0, 1, 1})), (values.at({1, 1, 1})));
}

TEST(Figure, CountsBoidsInBoxes) {
  // Of four boxes one holds three boids and one holds one.
  const State<float> state{
      .dimensions = 2, .position = {1, 1, 2, 1, 4, 4, 9, 1}, .velocity = std::vector<float>(8)};
  EXPECT_EQ(count_variance(state, {10.0, 10.0}, 2), (4.0 + 0.0 + 1.0 + 1.0) / 4.0);
  EXPECT_EQ(count_variance(state, {10.0, 10.0}, 1), 0.0);
}

TEST(Verdict, ComparesMeansWithThreeStandardErrors) {
  Figure figure = parse_figure(kFigure, "a", false);
  figure.series.pop_back();
  FigureValues values;
  for (const auto& [seed, value] : {std::pair{1, 0.48}, {2, 0.52}, {3, 0.53}}) values[{0, 0, seed}] = value;
  for (const int seed : {1, 2, 3}) values[{0, 1, seed}] = 0.2611;
  const FigureVerdict verdict = judge(figure, values);
  EXPECT_NEAR(verdict.points[0].mean, 0.51, 1e-12);
  EXPECT_NEAR(verdict.points[0].error, std::sqrt((0.0009 + 0.0001 + 0.0004) / 2.0 / 3.0), 1e-12);
  EXPECT_TRUE(verdict.points[0].passes);
  EXPECT_FALSE(verdict.points[1].passes) << "0.0111 away, 0.01 allowed, no error";
  EXPECT_FALSE(verdict.passes());
  EXPECT_NE(verdict_table(figure, verdict).find("a: NOT as published: 1 of its values differ"),
            std::string::npos);
}

constexpr const char* kFieldFigure = R"(
title = "A flock"
x_key = "boids"
x_label = "N"
scenario = 'preset = "starlings"'
seeds = 2
steps = 20
skip = 10
[[series]]
label = "size"
shape = "size"
x = [60.0, 120.0]
[[series]]
label = "order"
shape = "polarisation"
x = [60.0, 120.0]
field = [0.2, 0.6]
source = "of the field"
[[check]]
kind = "linear"
series = [1, 2]
expected = 0.95
)";

/// One run has all shapes; a value passes within the range of the field, and the verdict counts.
TEST(Verdict, CountsFieldFigures) {
  const Figure figure = parse_figure(kFieldFigure, "f", false);
  FigureValues values;
  ASSERT_EQ(run_figure(figure, {}, "", values), 0);
  ASSERT_EQ(values.size(), 8u);
  EXPECT_GT((values.at({0, 0, 1})), 10.0);
  EXPECT_GT((values.at({1, 0, 1})), 0.9);
  for (const int seed : {1, 2}) {
    values[{0, 0, seed}] = 20.0;
    values[{0, 1, seed}] = 30.0;
    values[{1, 0, seed}] = 0.2 + 0.01 * seed;
    values[{1, 1, seed}] = 0.7;
  }
  const FigureVerdict verdict = judge(figure, values);
  EXPECT_TRUE(verdict.points[2].passes);
  EXPECT_FALSE(verdict.points[3].passes) << "outside, whatever its error";
  EXPECT_NEAR(verdict.checks[0].found, 1.0, 1e-12);
  const std::string table = verdict_table(figure, verdict);
  EXPECT_NE(table.find("0.700 ± 0.000     0.2 to 0.6  fails   of the field"), std::string::npos) << table;
  EXPECT_NE(table.find("f: 2 of 3 field figures"), std::string::npos) << table;
  EXPECT_EQ(verdict_json(figure, verdict, 0.0)["points"][3]["field"][1], 0.6);
  values[{1, 1, 2}] = std::nan("");  // a measure has no value in some states
  const FigureVerdict without = judge(figure, values);
  EXPECT_FALSE(without.points[3].passes);
  EXPECT_NE(verdict_table(figure, without).find("none     0.2 to 0.6  fails"), std::string::npos);
}

/// What moves is compared with the state that long before, whichever steps are measured beside it.
TEST(Figure, AMotionIsSinceItsLag) {
  const Figure figure = parse_figure(R"(
x_key = "boids"
scenario = 'preset = "starlings"'
seeds = 1
steps = 96
skip = 32
every = 32
[[series]]
shape = "squared_displacement"
lag = 1.25
x = [60.0]
[[series]]
shape = "neighbours_kept"
lag = 0.25
x = [60.0]
[[series]]
shape = "polarisation"
x = [60.0]
)",
                                     "f", false);
  FigureValues values;
  ASSERT_EQ(run_figure(figure, {}, "", values), 0);
  ASSERT_EQ(values.size(), 3u);
  Simulation<float> simulation(figure.scenario_of(figure.series[0], 60.0, 1), make_cpu({.threads = 1}));
  ThreadPool pool(1);
  std::map<int64_t, State<float>> states;
  for (int64_t step = 1; step <= 96; ++step) {
    simulation.advance();
    states[step] = simulation.state();
  }
  const auto motion = [&](int64_t from, int64_t to) {
    return measure_motion(states[from], states[to], simulation.scenario(), pool);
  };
  EXPECT_EQ((values.at({0, 0, 1})),
            (motion(24, 64).squared_displacement + motion(56, 96).squared_displacement) / 2);
  EXPECT_EQ((values.at({1, 0, 1})), (motion(56, 64).neighbours_kept + motion(88, 96).neighbours_kept) / 2);
}

TEST(Figure, RefusesALagThatIsNone) {
  const auto run = [](const std::string& series) {
    FigureValues values;
    run_figure(parse_figure("x_key = \"boids\"\nscenario = 'preset = \"starlings\"'\nsteps = 64\nskip = "
                            "8\nevery = 8\n[[series]]\n"
                            "x = [60.0]\n" +
                                series,
                            "f", false),
               {}, "", values);
  };
  EXPECT_THAT([&] { run("shape = \"neighbours_kept\"\n"); },
              testing::ThrowsMessage<UserError>(testing::HasSubstr("lag")));
  EXPECT_THAT([&] { run("shape = \"size\"\nlag = 1.0\n"); },
              testing::ThrowsMessage<UserError>(testing::HasSubstr("lag")));
  EXPECT_THAT([&] { run("shape = \"neighbours_kept\"\nlag = 0.04\n"); },
              testing::ThrowsMessage<UserError>(testing::HasSubstr("multiple of rules.time_step")));
  EXPECT_THAT([&] { run("shape = \"neighbours_kept\"\nlag = 0.5\n"); },
              testing::ThrowsMessage<UserError>(testing::HasSubstr("fewer than skip + every, 16")));
}

TEST(Figure, RefusesAShapeThatIsNone) {
  std::string wrong = kFieldFigure;
  wrong.replace(wrong.find("\"size\"\nx"), 6, "\"sise\"");
  EXPECT_THROW(parse_figure(wrong, "f", false), UserError);
}

TEST(Verdict, OneRunHasNoError) {
  Figure figure = parse_figure(kFigure, "a", false);
  for (FigureSeries& series : figure.series) series.sampling.seeds = 1;
  FigureValues values;
  for (size_t s = 0; s < figure.series.size(); ++s)
    for (size_t p = 0; p < figure.series[s].points.size(); ++p)
      values[{s, p, 1}] = figure.series[s].points[p].expected.value_or(0.5);
  EXPECT_NE(verdict_table(figure, judge(figure, values)).find("a: as published"), std::string::npos);
  values[{0, 1, 1}] += 1.0;
  const FigureVerdict verdict = judge(figure, values);
  EXPECT_FALSE(verdict.passes());
  const std::string table = verdict_table(figure, verdict);
  EXPECT_EQ(table.find("± 0.0000"), std::string::npos) << table;
  EXPECT_EQ(table.find("differs"), std::string::npos) << table;
  EXPECT_NE(table.find("a: not decided: 1 of its values"), std::string::npos) << table;
  const Json point = verdict_json(figure, verdict, 0.0)["points"][1];
  EXPECT_TRUE(point["error"].is_null());
}

TEST(Verdict, WithoutPublishedValuesThereIsNone) {
  Figure figure = parse_figure(kFigure, "a", false);
  FigureValues values;
  for (size_t s = 0; s < figure.series.size(); ++s) {
    figure.series[s].sampling.seeds = 1;
    for (size_t p = 0; p < figure.series[s].points.size(); ++p) {
      figure.series[s].points[p].expected.reset();
      values[{s, p, 1}] = 0.5;
    }
  }
  figure.checks.clear();
  const FigureVerdict verdict = judge(figure, values);
  EXPECT_NE(verdict_table(figure, verdict).find("a: nothing to compare with"), std::string::npos);
  EXPECT_TRUE(verdict_json(figure, verdict, 0.0)["passes"].is_null());
}

TEST(Verdict, FindsExponentsAndJumps) {
  Figure figure = parse_figure(kFigure, "a", false);
  figure.series.pop_back();
  figure.series[0].points = {
      {.x = 1.0, .expected = {}}, {.x = 2.0, .expected = {}}, {.x = 4.0, .expected = {}}};
  figure.series[0].sampling.seeds = 1;
  FigureValues values;
  for (size_t k = 0; k < 3; ++k)
    values[{0, k, 1}] = 0.5 + 3.0 * std::pow(figure.series[0].points[k].x, -0.64);
  figure.checks = {
      {.kind = CheckKind::kSlope, .series = {0}, .expected = -0.64, .tolerance = 1e-9, .offset = 0.5},
      {.kind = CheckKind::kSlope, .series = {0}, .expected = -0.6, .tolerance = 0.03, .offset = 0.5},
      {.kind = CheckKind::kJump, .series = {0}, .expected = 1.0, .within = 1.0},
      {.kind = CheckKind::kJump, .series = {0}, .expected = 1.1, .within = 1.0}};
  const FigureVerdict verdict = judge(figure, values);
  EXPECT_TRUE(verdict.checks[0].passes) << verdict.checks[0].text;
  EXPECT_FALSE(verdict.checks[1].passes);
  EXPECT_TRUE(verdict.checks[2].passes) << verdict.checks[2].text;
  EXPECT_FALSE(verdict.checks[3].passes);
  // 3.5, 2.43 and 1.74 at 1, 2 and 4
  figure.checks = {{.kind = CheckKind::kAbove, .series = {0}, .expected = 2.0, .to = 2.0},
                   {.kind = CheckKind::kAbove, .series = {0}, .expected = 2.0},
                   {.kind = CheckKind::kBelow, .series = {0}, .expected = 2.0, .from = 3.0},
                   {.kind = CheckKind::kBelow, .series = {0}, .expected = 2.0},
                   {.kind = CheckKind::kSteady, .series = {0}, .expected = 1.8},
                   {.kind = CheckKind::kSteady, .series = {0}, .expected = 1.7}};
  const FigureVerdict second = judge(figure, values);
  for (size_t k = 0; k < second.checks.size(); ++k)
    EXPECT_EQ(second.checks[k].passes, k % 2 == 0) << second.checks[k].text;
}

}  // namespace
}  // namespace murmur

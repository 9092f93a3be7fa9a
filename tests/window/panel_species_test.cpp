// The panel's section Species, drawn and used with a pointer: what each control posts, and that one undo takes it back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

#include "app/controls/panel.h"
#include "render/scene/complete_look.h"
#include "sim/scenario/species.h"
#include "support/drawn_controls.h"
#include "support/edited_panel.h"

namespace murmur {
namespace {

using testing::HasSubstr;
using Matrix = Scenario::Pairs::Matrix;

constexpr const char* kPlain = "preset = \"book\"\nboids = 100\n";
constexpr const char* kHunt = R"(
preset = "book"
boids = 100
[rules]
cohesion = { target = "centroid" }
[[species]]
name = "prey"
[[species]]
name = "hunters"
count = 7
colour = "#ff0000"
[pairs]
alignment = [[1.0, -0.7], [0.5, 1.0]]
)";

class SpeciesOfPanel : public EditedPanel {
 protected:
  void open(const std::string& text) {
    EditedPanel::open(text);
    settings.look = settings.scenario_look = complete_look({});
    panel.emplace(*model, *controls, settings, catalog, *camera);
    screen.draw = [this](Widgets& widgets) {
      const PanelFacts facts{
          .means = means, .sampler = sampler, .compare = compare, .differences = differences};
      panel->draw(widgets, facts, commands);
      settle();
    };
    sampler.forget();
    screen.frame(2);
  }
  /// Later than what was pressed before, so that it is an act of its own.
  void press(const std::string& name) {
    time += 1.0;
    screen.press(name);
  }
  void undo() {
    controls->changes().take_back(false);
    settle();
    screen.frame();
  }
  std::string posted() {
    std::string text;
    for (const Event& event : events()) text += event.key + " = " + event.value.text() + "\n";
    return text;
  }
  Matrix pairs(const char* key) { return model->pairs(key); }

  BackendCatalog catalog{BackendOptions{}};
  FrameMeans means;
  MetricsSampler sampler;
  BackendComparison compare;
  std::vector<DifferentValue> differences;
  DrawnControls screen;
  std::optional<Panel> panel;
};

TEST_F(SpeciesOfPanel, AreAddedAndRemovedWithTheirRowAndColumn) {
  open(kHunt);
  press("species.add");
  ASSERT_EQ(scenario().species.size(), 3u);
  EXPECT_EQ(pairs("alignment"), (Matrix{{1.0, -0.7, 1.0}, {0.5, 1.0, 1.0}, {1.0, 1.0, 1.0}}));
  EXPECT_TRUE(screen.has("pairs.alignment[2][2]"));
  press("species.remove");
  EXPECT_EQ(pairs("alignment"), (Matrix{{1.0, -0.7}, {0.5, 1.0}}));
  press("species.remove");
  EXPECT_EQ(pairs("alignment"), (Matrix{{1.0}}));
  EXPECT_TRUE(screen.has("pairs.alignment[0][0]"));
  press("species.remove");
  EXPECT_FALSE(screen.has("pairs.alignment[0][0]"));
  undo();
  undo();
  EXPECT_EQ(scenario().species.size(), 2u);
  EXPECT_EQ(pairs("alignment"), (Matrix{{1.0, -0.7}, {0.5, 1.0}}));
  EXPECT_THAT(notices.text(), HasSubstr("taken back: species 2 removed"));
}

/// A species that is removed in flight comes back with its boids, by a journey; one that is added goes by an event.
TEST_F(SpeciesOfPanel, ARemovedSpeciesComesBackWithItsBoids) {
  open(kHunt);
  const auto hunters = [&] { return std::ranges::count(simulation().state().columns.species, 1u); };
  flock->steps(5);
  press("species.remove");
  flock->steps(5);
  EXPECT_EQ(hunters(), 0);
  const uint64_t without = simulation().hash();
  undo();
  EXPECT_EQ(notices.text(), "taken back: species 2 removed (step 5)");
  EXPECT_EQ(scenario().species.size(), 2u);
  EXPECT_EQ(hunters(), 7);
  EXPECT_EQ(flock->run.step_number(), 5);
  controls->changes().take_back(true);
  EXPECT_EQ(simulation().hash(), without);
  undo();
  press("species.add");
  flock->steps(5);
  undo();
  EXPECT_EQ(scenario().species.size(), 2u);
  EXPECT_EQ(flock->run.step_number(), 10) << "a value: the flock flies on";
  EXPECT_EQ(hunters(), 7);
}

TEST_F(SpeciesOfPanel, ADragOfACellSetsOneKeyAndIsOneAct) {
  open(kHunt);
  screen.drag("pairs.alignment[1][0]", 100.0f);
  EXPECT_NEAR(pairs("alignment")[1][0], 0.5 + 100.0 * 8.0 / 320.0, 0.1);
  ASSERT_GT(events().size(), 3u);
  for (const Event& event : events()) EXPECT_EQ(event.key, "pairs.alignment[1][0]");
  undo();
  EXPECT_EQ(pairs("alignment"), (Matrix{{1.0, -0.7}, {0.5, 1.0}}));
  controls->changes().take_back(true);
  settle();
  EXPECT_NEAR(pairs("alignment")[1][0], 3.0, 0.1);
}

TEST_F(SpeciesOfPanel, ATabShowsAnotherMatrixWhichIsNotThereYet) {
  open(kHunt);
  press("pairs.separation");
  EXPECT_FALSE(screen.has("pairs.alignment[0][0]"));
  screen.type("pairs.separation[0][1]", "4");
  EXPECT_EQ(posted(), "pairs.separation[0][1] = 4.0\n");
  EXPECT_EQ(scenario().pairs->separation, (Matrix{{1.0, 4.0}, {1.0, 1.0}}));
  undo();
  EXPECT_TRUE(scenario().pairs->separation.empty());
  EXPECT_EQ(scenario().pairs->alignment, (Matrix{{1.0, -0.7}, {0.5, 1.0}}));
  press("pairs.radius");
  screen.type("pairs.radius[1][0]", "60");
  EXPECT_TRUE(scenario().pairs->radius.empty()) << "more than R";
  screen.type("pairs.radius[1][0]", "20");
  EXPECT_EQ(scenario().pairs->radius, (Matrix{{0.0, 0.0}, {20.0, 0.0}}));
}

TEST_F(SpeciesOfPanel, ButtonsChangeAMatrixInOneAct) {
  open(kHunt);
  press("pairs.symmetric");
  EXPECT_EQ(posted(), "pairs.alignment = [[1.0, -0.1], [-0.1, 1.0]]\n");
  press("pairs.reset");
  EXPECT_TRUE(scenario().pairs->alignment.empty());
  EXPECT_EQ(pairs("alignment"), (Matrix{{1.0, 1.0}, {1.0, 1.0}}));
  undo();
  EXPECT_EQ(pairs("alignment")[0][1], -0.1);
  undo();
  EXPECT_EQ(pairs("alignment"), (Matrix{{1.0, -0.7}, {0.5, 1.0}}));
  press("pairs.cohesion");
  press("pairs.randomise");
  const Matrix random = scenario().pairs->cohesion;
  ASSERT_EQ(random.size(), 2u);
  EXPECT_NE(random, (Matrix{{1.0, 1.0}, {1.0, 1.0}}));
  for (const std::vector<double>& row : random)
    for (const double value : row) EXPECT_LE(std::abs(value), 1.0);
  press("pairs.randomise");
  EXPECT_NE(scenario().pairs->cohesion, random);
  undo();
  EXPECT_EQ(scenario().pairs->cohesion, random);
  undo();
  EXPECT_TRUE(scenario().pairs->cohesion.empty());
  press("pairs.separation_radius");
  press("pairs.randomise");
  for (const std::vector<double>& row : scenario().pairs->separation_radius)
    for (const double value : row) EXPECT_TRUE(value >= 0.0 && value <= scenario().rules.radius) << value;
}

TEST_F(SpeciesOfPanel, RandomNumbersHaveNoZeroBelowZero) {
  open(kHunt);
  for (int k = 0; k < 200; ++k) model->randomise_pairs("alignment");
  for (const Event& event : events()) {
    EXPECT_EQ(event.value.text().find("-0.0,"), std::string::npos) << event.value.text();
    EXPECT_EQ(event.value.text().find("-0.0]"), std::string::npos) << event.value.text();
  }
}

TEST_F(SpeciesOfPanel, ASpeciesFollowsTheFlockUnlessItHasAValueOfItsOwn) {
  open(kHunt);
  EXPECT_FALSE(screen.has("species[0].max_speed"));
  press("species[0]");
  EXPECT_FALSE(screen.has("species[0].noise")) << "the flock has none";
  press("species[0].max_speed.given");
  EXPECT_EQ(posted(), "species[0].max_speed = 2.0\n") << "first that of the flock";
  screen.type("species[0].max_speed", "3");
  press("species[0].separation_weight.given");
  EXPECT_EQ(scenario().species[0].max_speed, 3.0);
  EXPECT_EQ(scenario().species[0].separation_weight, 1.0);
  press("species[0].max_speed.given");
  EXPECT_EQ(scenario().species[0].max_speed, std::nullopt);
  undo();
  EXPECT_EQ(scenario().species[0].max_speed, 3.0);
  press("species[0].share.given");
  EXPECT_EQ(scenario().species[0].share, 1.0) << "of those that no count has";
  const auto place = screen.place("species[0].count.given");
  press("species[0].count.given");
  EXPECT_EQ(scenario().species[0].count, std::nullopt) << "not beside a share";
  press("species[0].share.given");
  EXPECT_EQ(screen.place("species[0].count.given"), place) << "nothing moves";
  press("species[0].share.given");
  EXPECT_EQ(notices.text(), "species as before");
}

TEST_F(SpeciesOfPanel, AddOneStaysUnderThePointer) {
  open(kPlain);
  press("section.Species");
  const auto place = screen.place("species.add");
  for (int k = 1; k <= 3; ++k) {
    press("species.add");
    EXPECT_EQ(scenario().species.size(), static_cast<size_t>(k));
    EXPECT_EQ(screen.place("species.add"), place);
  }
}

TEST_F(SpeciesOfPanel, ASpeciesGetsAnotherName) {
  open(kHunt);
  model->set_caught_by(0, "hunters");
  settle();
  press("species[1].colour");
  EXPECT_EQ(settings.added_species, "hunters");
  press("species[1]");
  screen.press("species[1].name");
  ImGui::GetIO().AddInputCharactersUTF8("wolves");
  screen.frame(2);
  screen.key(ImGuiKey_Tab);
  screen.frame(2);
  EXPECT_EQ(scenario().species[1].name, "wolves");
  EXPECT_EQ(scenario().species[0].caught_by, "wolves");
  EXPECT_EQ(settings.added_species, "wolves");
  undo();
  EXPECT_EQ(scenario().species[1].name, "hunters");
}

TEST_F(SpeciesOfPanel, TheMatrixOpensWhereSpeciesDiffer) {
  open(std::string(kPlain) + "[rules]\ncohesion = { target = \"centroid\" }\n" +
       "[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\n[pairs]\ncohesion = [[1.0, -0.5], [0.5, 1.0]]");
  EXPECT_TRUE(screen.has("pairs.cohesion[0][1]"));
  press("pairs.reset");
  EXPECT_TRUE(screen.has("pairs.cohesion[0][1]")) << "it stays";
}

TEST_F(SpeciesOfPanel, WhatCatchesASpeciesIsSetWithItsThreeKeys) {
  open(kHunt);
  model->set_caught_by(0, "hunters");
  model->set_caught_by(0, "hunters");
  EXPECT_EQ(posted(),
            "species[0] = { catch_radius = 25.0, caught_by = \"hunters\", becomes = \"hunters\" }\n");
  press("species[0]");
  screen.type("species[0].catch_radius", "10");
  EXPECT_EQ(scenario().species[0].catch_radius, 10.0);
  model->set_caught_by(0, "prey");
  EXPECT_EQ(scenario().species[0].caught_by, "prey");
  EXPECT_EQ(scenario().species[0].catch_radius, 10.0);
  screen.type("species[0].catch_radius", "0");
  EXPECT_EQ(scenario().species[0].caught_by, "");
  EXPECT_EQ(scenario().species[0].becomes, "");
  EXPECT_EQ(notices.text(), "");
}

TEST_F(SpeciesOfPanel, AClickOnAColourChoosesWhatTheToolAdds) {
  open(kHunt);
  settings.tool = Tool::kScatter;
  press("species[1].colour");
  EXPECT_EQ(settings.tool, Tool::kAdd);
  click(500, 400, MouseButton::kLeft);
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].species, "hunters");
  EXPECT_EQ(simulation().state().columns.species.back(), 1u);
  press("species[1].colour");
  click(500, 400, MouseButton::kLeft);
  EXPECT_EQ(events()[1].species, std::nullopt) << "by the shares again";
  settings.added_species = "nobody";
  click(500, 400, MouseButton::kLeft);
  EXPECT_EQ(events()[2].species, std::nullopt);
}

TEST_F(SpeciesOfPanel, BoidsOfEachAreCountedInTheSamples) {
  open(kHunt);
  const FlockSample sample = sample_flock(simulation().state(), scenario());
  EXPECT_EQ(sample.species[0], 93);
  EXPECT_EQ(sample.species[1], 7);
  EXPECT_EQ(sample.species[2], 0);
  open(kPlain);
  EXPECT_EQ(sample_flock(simulation().state(), scenario()).species[0], 0);
}

TEST_F(SpeciesOfPanel, AreFoundByNameAndKey) {
  const auto found = [&](const char* flock_of, const std::string& words) {
    open(flock_of);
    screen.type("search", words);
    return screen.has("section.Species");
  };
  for (const char* const words : {"species", "hunters", "pairs", "matrix", "caught", "max speed"})
    EXPECT_TRUE(found(kHunt, words)) << words;
  EXPECT_FALSE(found(kHunt, "seed"));
  EXPECT_TRUE(found(kPlain, "species"));
  EXPECT_FALSE(found(kPlain, "max speed")) << "the flock's alone";
}

TEST_F(SpeciesOfPanel, AMatrixThatDiffersBetweenTwoFlocksIsNamedByItsEntries) {
  open(kHunt);
  const Scenario first = scenario();
  model->set_pair("alignment", 0, 1, 0.25);
  const std::vector<DifferentValue> few = different_values(first, scenario());
  ASSERT_EQ(few.size(), 1u);
  EXPECT_EQ(few[0].key, "pairs.alignment[0][1]");
  EXPECT_EQ(few[0].first, "-0.7");
  EXPECT_EQ(few[0].second, "0.25");
  model->set_pair("cohesion", 0, 1, 0.5);
  const std::vector<DifferentValue> more = different_values(first, scenario());
  ASSERT_EQ(more.size(), 2u);
  EXPECT_EQ(more[1].key, "pairs.cohesion");
  EXPECT_EQ(more[1].first, "off");
}

}  // namespace
}  // namespace murmur

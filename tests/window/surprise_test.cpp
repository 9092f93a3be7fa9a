// A flock at random is alive when it is shown, and one act that is taken back.
#include <gtest/gtest.h>

#include <random>

#include "app/controls/surprise.h"
#include "sim/scenario/write.h"
#include "support/edited_panel.h"
#include "support/user_controls.h"

namespace murmur {
namespace {

/// The flock after some steps.
bool lives(const Scenario& scenario, int steps) {
  Simulation<float> flock(ScenarioSource::from_text(scenario_to_toml(scenario), "test"), make_cpu({}));
  for (int step = 0; step < steps; ++step) flock.advance();
  return is_alive(flock.state(), scenario);
}

TEST(Surprise, WhatIsShownIsAliveAndNotAllThatIsDrawn) {
  std::mt19937 random(7);
  for (int k = 0; k < 6; ++k) EXPECT_TRUE(lives(random_flock(random, 1500), 300)) << k;
  int alive = 0;
  for (int k = 0; k < 30; ++k) alive += lives(random_flock(random, 600, false), 200) ? 1 : 0;
  EXPECT_LT(alive, 27) << "the measure decides nothing";
  EXPECT_GT(alive, 5) << "a surprise takes long";
}

TEST(Surprise, WhatIsDrawnAndDeadIsDrawnAgain) {
  int dead = 0;
  for (unsigned seed = 1; seed < 60 && dead < 3; ++seed) {
    std::mt19937 first(seed), again(seed);
    if (lives(random_flock(first, 600, false), 200)) continue;
    ++dead;
    EXPECT_TRUE(lives(random_flock(again, 600), 200)) << seed;
  }
  EXPECT_EQ(dead, 3);
}

TEST(Surprise, AFlockOfOneHeadingAndOneAtRestAreNotAlive) {
  const Scenario scenario = ScenarioSource::from_preset("vicsek").scenario();
  Simulation<float> flock(ScenarioSource::from_preset("vicsek"), make_cpu({}));
  State<float> state = flock.state();
  EXPECT_FALSE(is_alive(state, scenario)) << "spread out";
  for (float& v : state.velocity) v = 0.0f;
  EXPECT_FALSE(is_alive(state, scenario));
}

using SurpriseKey = UserControls;

TEST_F(SurpriseKey, OneKeyBeginsItAndCtrlZBringsTheOtherFlockBack) {
  open("starlings", 200);
  flock->steps(5);
  const uint64_t before = simulation().hash();
  type('x');
  flock->steps(3);
  EXPECT_EQ(simulation().count(), kSurpriseBoids);
  EXPECT_EQ(settings.begun, "A surprise") << "the window takes its values as the first";
  EXPECT_EQ(scenario().dimensions(), 2);
  EXPECT_GE(scenario().species.size(), 2u);
  const uint64_t surprise = simulation().hash();
  type('9');
  type('x');
  EXPECT_NE(simulation().hash(), surprise);
  EXPECT_EQ(settings.tool, Tool::kAttract) << "walls were for the last flock";
  EXPECT_TRUE(controls->changes().can_take_back());
  controls->changes().take_back(false);
  EXPECT_EQ(simulation().hash(), surprise);
  EXPECT_TRUE(notices.text().starts_with("taken back: A surprise (step ")) << notices.text();
  controls->changes().take_back(false);
  EXPECT_EQ(simulation().hash(), before) << notices.text();
  EXPECT_FALSE(controls->changes().can_take_back()) << "nothing is lost with this flock";
  EXPECT_EQ(scenario().dimensions(), 3);
}

using SurprisedPanel = EditedPanel;

TEST_F(SurprisedPanel, AFlockThatComesBackHasItsTitleAndItsStart) {
  open("preset = \"book\"\nboids = 30");
  for (const char* const title : {"first", "second"}) {
    type('x');
    flock->steps(2);
    model->start_here(title);  // as the window does when the flock begins
  }
  EXPECT_EQ(model->title(), "second");
  controls->changes().take_back(false);
  flock->settle();
  model->refresh();
  EXPECT_EQ(model->title(), "first");
  EXPECT_EQ(model->differing(), 0);
  controls->changes().take_back(false);
  flock->settle();
  model->refresh();
  EXPECT_EQ(model->title(), "");
  EXPECT_EQ(model->differing(), 0);
  EXPECT_EQ(scenario().preset, "book");
}

}  // namespace
}  // namespace murmur

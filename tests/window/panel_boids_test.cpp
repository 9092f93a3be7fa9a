// The number of boids in the panel: they are spread, refused where a step would take for ever, asked for where it becomes slow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <variant>

#include "support/edited_panel.h"

namespace murmur {
namespace {

using testing::HasSubstr;

using BoidsOfPanel = EditedPanel;

TEST_F(BoidsOfPanel, SpreadsBoidsThatAreAddedOverTheWorld) {
  open("preset = \"book\"\nboids = 0\n[world]\nsize = [1000.0, 1000.0]");
  flock->run.switch_backend("cpu", {});
  settle();
  model->add_boids(100000);
  EXPECT_EQ(simulation().count(), 100000);
  EXPECT_EQ(events().size(), 100u);
  std::array<int, 4> quarters{};
  for (const Event& event : events())
    quarters[(event.at[0] > 500.0 ? 1 : 0) + (event.at[1] > 500.0 ? 2 : 0)] += 1;
  for (const int places : quarters) EXPECT_NEAR(places, 25, 3);
  for (const Event& event : events()) EXPECT_GT(event.radius.value_or(0.0), 0.0) << "a cloud";
  model->add_boids(7);
  EXPECT_EQ(simulation().count(), 100007);
  model->remove_boids(1000000);
  EXPECT_EQ(simulation().count(), 0);
}

TEST_F(BoidsOfPanel, AddsNoBoidsWhereAStepWouldTakeForEver) {
  open("preset = \"book\"");
  flock->run.switch_backend("cpu", {});
  settle();
  model->add_boids(1000000);
  EXPECT_TRUE(events().empty());
  EXPECT_THAT(notices.text(), HasSubstr("no room here"));
  open("preset = \"murmuration\"\nboids = 100");
  model->add_boids(10000);
  EXPECT_TRUE(events().empty());
  EXPECT_THAT(notices.text(), HasSubstr("too many for the reference"));
  flock->run.switch_backend("cpu", {});
  settle();
  model->add_boids(10000);
  EXPECT_EQ(simulation().count(), 10100);
}

TEST_F(BoidsOfPanel, APresetComesWithItsOwnNumberOfBoidsAndMoreAreOffered) {
  open("preset = \"murmuration\"\nboids = 3000");
  EXPECT_EQ(model->usual_boids(), 3000);
  controls->keys().choose_preset("couzin-torus");
  EXPECT_EQ(simulation().count(), 100);
  EXPECT_EQ(model->usual_boids(), 100);
  EXPECT_EQ(settings.offered_boids, 3000);
  controls->keys().choose_preset("starlings");
  EXPECT_EQ(simulation().count(), 5000);
  EXPECT_EQ(settings.offered_boids, 0) << "they are more already";
  while (scenario().preset != "book") type('p');
  EXPECT_EQ(simulation().count(), 100);
  controls->keys().choose_preset("murmuration");
  EXPECT_EQ(simulation().count(), 3000) << "as many as the run began with";
  EXPECT_EQ(model->usual_boids(), 3000);
  for (int k = 0; k < 9 && simulation().count() == 3000; ++k) {
    controls->changes().take_back(false);
    settle();
  }
  EXPECT_EQ(scenario().preset, "book");
  EXPECT_EQ(simulation().count(), 100);
}

TEST_F(BoidsOfPanel, AnotherNumberOfBoidsIsAChange) {
  open("preset = \"book\"");
  EXPECT_EQ(model->differing(), 0);
  model->add_boids(30);
  EXPECT_EQ(model->differing(), 1);
  controls->changes().take_back(false);
  settle();
  EXPECT_EQ(model->differing(), 0);
  model->add_boids(30);
  model->reset_all();
  settle();
  EXPECT_EQ(simulation().count(), 100);
  model->add_boids(30);
  type('p');
  EXPECT_EQ(model->differing(), 0) << "a new flock";
}

TEST_F(BoidsOfPanel, AsksBeforeAPresetWhoseStepIsMuchLongerThanAFrame) {
  open("preset = \"book\"");
  cost = {.step_ms = 2.0, .neighbours = 10.0};
  settle();
  controls->keys().choose_preset("benchmark");
  EXPECT_EQ(scenario().preset, "book");
  ASSERT_TRUE(notices.question());
  EXPECT_THAT(notices.question()->text, testing::StartsWith("100,000 boids of benchmark make a step about"));
  controls->changes().answer(true);
  ASSERT_EQ(commands.size(), 1u);
  controls->keys().choose_preset(std::get<command::ChoosePreset>(commands.front()).name, true);
  commands.clear();
  EXPECT_EQ(scenario().preset, "benchmark");
  EXPECT_EQ(simulation().count(), 100000);
}

TEST_F(BoidsOfPanel, AsksBeforeBoidsThatMakeAStepFiftyTimesSlower) {
  open("preset = \"couzin-torus\"");
  flock->run.switch_backend("cpu", {});
  settle();
  cost = {.step_ms = 1.0, .neighbours = 30.0};
  settle();
  model->add_boids(20000);
  settle();
  EXPECT_EQ(simulation().count(), 100);
  ASSERT_TRUE(notices.question());
  EXPECT_THAT(notices.question()->text, testing::StartsWith("20,000 boids more make a step about"));
  controls->changes().answer(false);
  settle();
  EXPECT_EQ(simulation().count(), 100);
  model->add_boids(20000);
  controls->changes().answer(true);
  ASSERT_EQ(commands.size(), 1u);
  model->add_boids(std::get<command::AddBoids>(commands.front()).count, true);
  commands.clear();
  EXPECT_EQ(simulation().count(), 20100);
}

}  // namespace
}  // namespace murmur

// The cards of the three rules: switched off and on, alone and back, each in one event; and their sliders.
#include <gtest/gtest.h>

#include "support/edited_panel.h"

namespace murmur {
namespace {

using Cards = EditedPanel;
constexpr size_t kSeparation = 0, kAlignment = 1, kCohesion = 2;

TEST_F(Cards, ARuleThatIsSwitchedOnAgainHasItsWeightOfBefore) {
  open("preset = \"article-migration\"");
  EXPECT_TRUE(model->rule_on(kAlignment));
  model->switch_rule(kAlignment, false);
  EXPECT_FALSE(model->rule_on(kAlignment));
  EXPECT_EQ(scenario().rules.alignment.weight, 0.0);
  model->switch_rule(kAlignment, true);
  EXPECT_EQ(scenario().rules.alignment.weight, 3.0);
  model->set_number("rules.alignment.weight", -0.5);
  model->switch_rule(kAlignment, false);
  model->switch_rule(kAlignment, true);
  EXPECT_EQ(scenario().rules.alignment.weight, -0.5);
  EXPECT_EQ(events().size(), 5u);
}

TEST_F(Cards, ARuleThatWasNeverOnIsSwitchedOnWithAWeight) {
  open("preset = \"vicsek\"");
  model->switch_rule(kCohesion, true);
  EXPECT_EQ(scenario().rules.cohesion.weight, 1.0);
}

TEST_F(Cards, ARuleIsAloneInOneEventAndAllAreBackInOne) {
  open("preset = \"article-migration\"");
  model->switch_rule(kSeparation, false);
  for (const size_t rule : {kAlignment, kCohesion}) {
    model->leave_alone(rule, true);
    for (const size_t other : {kSeparation, kAlignment, kCohesion}) {
      EXPECT_EQ(model->rule_alone(other), other == rule);
      EXPECT_EQ(model->rule_on(other), other == rule);
    }
  }
  EXPECT_EQ(events().size(), 3u);
  model->leave_alone(kCohesion, false);
  EXPECT_EQ(events().size(), 4u);
  EXPECT_EQ(scenario().rules.separation.weight, 0.0) << "it was off before";
  EXPECT_EQ(scenario().rules.alignment.weight, 3.0);
  EXPECT_EQ(scenario().rules.cohesion.weight, 1.0);
  // Where only one rule was ever on, the others are switched on.
  open("preset = \"vicsek\"");
  EXPECT_TRUE(model->rule_alone(kAlignment));
  model->leave_alone(kAlignment, false);
  EXPECT_TRUE(model->rule_on(kSeparation) && model->rule_on(kAlignment) && model->rule_on(kCohesion));
}

TEST_F(Cards, EqualWeightsStandAtEqualPlaces) {
  open("preset = \"article-migration\"");
  const auto span = model->span(control_of("rules.separation.weight"));
  EXPECT_EQ(model->span(control_of("rules.alignment.weight")), span);
  EXPECT_EQ(model->span(control_of("rules.cohesion.weight")), span);
  EXPECT_EQ(model->first("rules.alignment.weight"), "3.0");
  model->set_number("rules.alignment.weight", 9.0);  // typed
  EXPECT_EQ(model->span(control_of("rules.alignment.weight")), std::pair(span.first, 9.0));
  EXPECT_EQ(model->first("rules.alignment.weight"), "3.0");
}

}  // namespace
}  // namespace murmur

// The panel's section Own rules: what is typed into it, what is wrong in that, and what each control posts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "app/controls/panel.h"
#include "render/scene/complete_look.h"
#include "support/drawn_controls.h"
#include "support/edited_rules.h"

namespace murmur {
namespace {

using testing::HasSubstr;

constexpr const char* kPlain = "preset = \"book\"\nboids = 100\n";

class CustomRulesOfPanel : public EditedRules {
 protected:
  void open(const std::string& text) {
    EditedRules::open(text);
    settings.look = settings.scenario_look = complete_look({});
    panel.emplace(*model, *controls, settings, catalog, *camera);
    screen.draw = [this](Widgets& widgets) {
      const PanelFacts facts{
          .means = means, .sampler = sampler, .compare = compare, .differences = differences};
      panel->draw(widgets, facts, commands);
      settle();
    };
    screen.frame(2);
  }
  void press(const std::string& name) {
    time += 1.0;
    screen.press(name);
  }
  void choose(const std::string& example) {
    press("rule.add");
    press("rule.add=" + example);
  }
  /// Into a text, in place of all of it; ends there.
  void type(const std::string& name, const std::string& text) {
    time += 1.0;
    screen.press(name);
    screen.key(ImGuiKey_A, true);
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    screen.frame(2);
  }
  void apply() { screen.key(ImGuiKey_Enter, true); }
  void undo(bool again = false) {
    EditedRules::undo(again);
    screen.frame();
  }

  BackendCatalog catalog{BackendOptions{}};
  FrameMeans means;
  MetricsSampler sampler;
  BackendComparison compare;
  std::vector<DifferentValue> differences;
  DrawnControls screen;
  std::optional<Panel> panel;
};

TEST_F(CustomRulesOfPanel, AnExampleIsAddedAndTakenBack) {
  open(kPlain);
  EXPECT_FALSE(screen.has("rule.add")) << "closed while there are none";
  press("section.Own rules");
  choose("vortex");
  ASSERT_EQ(scenario().custom_rules.size(), 1u);
  EXPECT_EQ(rule().name, "vortex");
  ASSERT_EQ(events().size(), 1u);
  EXPECT_EQ(events()[0].key, "rule[0]");
  choose("spacing");
  ASSERT_EQ(scenario().custom_rules.size(), 2u);
  EXPECT_EQ(rule(1).sums.size(), 1u);
  EXPECT_TRUE(screen.has("rule[1].add")) << "what was added is in view";
  screen.scroll(100.0f);
  press("rule[0].remove");
  ASSERT_EQ(scenario().custom_rules.size(), 1u);
  EXPECT_EQ(rule().name, "spacing");
  press("rule[0].remove");
  EXPECT_TRUE(scenario().custom_rules.empty());
  undo();
  undo();
  EXPECT_EQ(scenario().custom_rules.size(), 2u);
  undo();
  undo();
  EXPECT_TRUE(scenario().custom_rules.empty());
  EXPECT_THAT(notices.text(), HasSubstr("again"));
}

TEST_F(CustomRulesOfPanel, ATypedTextIsCheckedAndAppliedWithCtrlEnter) {
  open(kRing);
  const std::string before = rule().add;
  type("rule[0].add", "pull * gian");
  ASSERT_TRUE(screen.has("rule[0].add.error"));
  EXPECT_FALSE(screen.has("rule[0].when.error"));
  const auto caret = screen.place("rule[0].add.error.caret"), field = screen.place("rule[0].add");
  EXPECT_GT(caret[0], field[0] + 7 * 5) << "under the eighth letter";
  EXPECT_GE(caret[1], field[3] - 4);
  apply();
  EXPECT_EQ(rule().add, before) << "a wrong text is not applied";
  EXPECT_THAT(notices.text(), HasSubstr("rule[0].add, line 1, column 8: there is no name \"gian\""));
  EXPECT_TRUE(events().empty());
  screen.key(ImGuiKey_A, true);  // typing goes on
  ImGui::GetIO().AddInputCharactersUTF8("pull * gain");
  screen.frame(2);
  EXPECT_FALSE(screen.has("rule[0].add.error"));
  EXPECT_EQ(rule().add, before);
  apply();
  EXPECT_EQ(posted(), "rule[0].add = \"pull * gain\"\n");
  EXPECT_EQ(rule().add, "pull * gain");
  time += 1.0;
  ImGui::GetIO().AddInputCharactersUTF8(" * 2");
  screen.frame(2);
  apply();
  EXPECT_EQ(rule().add, "pull * gain * 2") << "Ctrl + Enter leaves the text";
  posted();
  undo();
  EXPECT_EQ(rule().add, "pull * gain");
  undo();
  EXPECT_EQ(rule().add, before);
  undo(true);
  EXPECT_EQ(rule().add, "pull * gain");
}

TEST_F(CustomRulesOfPanel, EscPutsTheOldTextBackAndAClickElsewhereKeepsWhatWasTyped) {
  open(kRing);
  const std::string before = rule().add;
  type("rule[0].add", "v * 0.01");
  screen.point_at(DrawnControls::kWidth - 4.0f, DrawnControls::kHeight - 4.0f);
  screen.button(true);
  screen.button(false);
  EXPECT_TRUE(events().empty());
  press("rule[0].apply");
  EXPECT_EQ(rule().add, "v * 0.01");
  type("rule[0].add", "v * 0.02");
  screen.point_at(DrawnControls::kWidth - 4.0f, DrawnControls::kHeight - 4.0f);
  screen.button(true);
  screen.button(false);
  press("rule[0].add");
  screen.key(ImGuiKey_Escape);
  press("rule[0].apply");
  EXPECT_EQ(rule().add, "v * 0.01") << "nothing is left to be applied";
  type("rule[0].add", "v * 0.03");
  press("rule[0].discard");
  press("rule[0].apply");
  EXPECT_EQ(events().size(), 1u);
}

TEST_F(CustomRulesOfPanel, ARuleIsSwitchedOffAndOn) {
  open(kRing);
  press("switch.rule[0]");
  EXPECT_EQ(rule().when, "false and (n > 0)");
  press("switch.rule[0]");
  EXPECT_EQ(rule().when, "n > 0");
  for (const char* const when : {"", "true or (n > 1) and (n < 5)"}) {
    model->set_table("rule[0].when", *when ? SetValue::word(when) : SetValue());
    editor->switch_rule(0, false);
    EXPECT_FALSE(editor->is_on(0));
    editor->switch_rule(0, true);
    EXPECT_EQ(rule().when, when);
  }
  model->set_table("rule[0].when", SetValue::word("false and (n > 1) or (n < 5)"));
  EXPECT_TRUE(editor->is_on(0)) << "it is on where n < 5";
  EXPECT_EQ(notices.text(), "");
}

TEST_F(CustomRulesOfPanel, NumbersHaveSlidersWithEnds) {
  open(kRing);
  screen.drag("rule[0].let.gain.value", 60.0f);
  EXPECT_GT(rule().lets[0].value[0][0], 0.05);
  EXPECT_EQ(rule().lets[0].to, 1.0);
  ASSERT_FALSE(events().empty());
  for (const Event& event : events()) EXPECT_EQ(event.key, "rule[0].let.gain.value");
  undo();
  EXPECT_EQ(rule().lets[0].value[0][0], 0.05);
  EXPECT_EQ(editor->span(0, rule().lets[1]), std::pair(-0.04, 0.04));
  screen.type("rule[0].let.turn", "0.5");
  EXPECT_EQ(rule().lets[1].value[0][0], 0.5);
  press("rule[0].let.turn.reset");
  EXPECT_EQ(rule().lets[1].value[0][0], 0.02);
  press("rule[0].edit");
  editor->set_span(0, rule().lets[1], -1.0, 2.0);
  EXPECT_EQ(editor->span(0, rule().lets[1]), std::pair(-1.0, 2.0));
  EXPECT_EQ(rule().lets[1].value[0][0], 0.02);
  press("rule[0].add_let");
  EXPECT_EQ(rule().lets.size(), 3u);
  EXPECT_EQ(rule().lets[1].name, "gain_2");
  screen.type("rule[0].let.gain_2.name", "bias");
  EXPECT_EQ(rule().lets[0].name, "bias");
  press("rule[0].let.bias.remove");
  EXPECT_EQ(rule().lets.size(), 2u);
  press("rule[0].let.gain.remove");
  EXPECT_EQ(rule().lets.size(), 2u) << "a text uses it";
  EXPECT_THAT(notices.text(), HasSubstr("there is no name \"gain\""));
}

TEST_F(CustomRulesOfPanel, SumsAreAddedNamedAndRemoved) {
  open(kRing);
  press("rule[0].add_sum");
  ASSERT_EQ(rule().sums.size(), 2u);
  screen.type("rule[0].sums.sum.name", "middle");
  EXPECT_EQ(rule().sums[0].name, "middle");
  type("rule[0].sums.middle", "d");
  apply();
  EXPECT_EQ(rule().sums[0].text, "d");
  press("rule[0].range.given");
  EXPECT_EQ(rule().range, 50.0);
  screen.type("rule[0].range", "20");
  EXPECT_EQ(rule().range, 20.0);
  press("rule[0].range.given");
  EXPECT_EQ(rule().range, 0.0);
  press("rule[0].edit");
  press("rule[0].sums.middle.remove");
  EXPECT_EQ(rule().sums.size(), 1u);
  press("rule[0].sums.pull.remove");
  EXPECT_EQ(rule().sums.size(), 1u) << "`add` uses it";
}

TEST_F(CustomRulesOfPanel, WithSpeciesANumberIsOneForEachOrForEachTwo) {
  open(std::string(kPlain) +
       "[[species]]\nname = \"prey\"\n[[species]]\nname = \"hunter\"\ncount = 5\n[[rule]]\nlet.each = [0.1, "
       "0.2]\nlet.two = [[0.1, 0.2], [0.3, 0.4]]\nadd = \"v * each[species] * two[species, 0]\"\n");
  screen.type("rule[0].let.each[1]", "0.3");
  screen.type("rule[0].let.two[1][0]", "0.5");
  EXPECT_EQ(posted(), "rule[0].let.each[1] = 0.3\nrule[0].let.two[1][0] = 0.5\n");
  press("rule[0].edit");
  EXPECT_TRUE(screen.has("rule[0].let.two.ends"));
  editor->change_name(0, "let", "two", "pairs");
  EXPECT_EQ(rule().lets[1].value, (std::vector<std::vector<double>>{{0.1, 0.2}, {0.5, 0.4}}));
}

TEST_F(CustomRulesOfPanel, AreFoundByNameAndKey) {
  for (const char* const words : {"custom rules", "ring", "formula", "gain", "sums"}) {
    open(kRing);
    screen.type("search", words);
    EXPECT_TRUE(screen.has("section.Own rules")) << words;
  }
  open(kRing);
  screen.type("search", "seed");
  EXPECT_FALSE(screen.has("section.Own rules"));
}

TEST_F(CustomRulesOfPanel, NoMoreThanThereCanBe) {
  open(kRing);
  for (size_t k = 1; k < 8; ++k) editor->add(rule_examples(scenario())[2]);
  settle();
  EXPECT_EQ(scenario().custom_rules.size(), 8u);
  screen.frame(2);
  press("rule.add");
  EXPECT_FALSE(screen.has("rule.add=ring"));
  EXPECT_EQ(notices.text(), "");
}

}  // namespace
}  // namespace murmur

// Custom rules as the panel edits them, without the panel: texts that are typed, what is wrong in them, what is posted; and the
// examples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "sim/scenario/presets.h"
#include "support/edited_rules.h"

namespace murmur {
namespace {

using testing::HasSubstr;
using testing::Not;

using RulesInPanel = EditedRules;

// In every preset, which are of both dimensions, with speeds and sizes of all kinds.
TEST_F(RulesInPanel, EveryExampleChangesEveryPreset) {
  for (const std::string& preset : preset_names()) {
    const std::string text = fmt::format("preset = \"{}\"\nboids = 300\n", preset);
    open(text);
    const std::vector<RuleExample> examples = rule_examples(scenario());
    EXPECT_GE(examples.size(), 8u);
    const auto hash_with = [&](const RuleExample* example) {
      open(text);
      if (example) editor->add(*example);
      EXPECT_EQ(notices.text(), "") << preset;
      settle();
      for (int k = 0; k < 3; ++k) simulation().advance();
      return simulation().hash();
    };
    const uint64_t without = hash_with(nullptr);
    for (const RuleExample& example : examples) {
      const uint64_t with = hash_with(&example);
      EXPECT_EQ(scenario().custom_rules.size(), 1u) << preset << " " << example.name;
      const bool idle = example.name == "faster" || example.name == "walls";  // all equally fast, or inside
      EXPECT_TRUE(idle || with != without) << preset << " " << example.name;
    }
  }
}

TEST_F(RulesInPanel, LinesOfExamplesHaveRoom) {
  for (const char* const preset : {"book", "starlings"}) {
    open(fmt::format("preset = \"{}\"\nboids = 60\n", preset));
    for (const RuleExample& example : rule_examples(scenario())) {
      editor->add(example);
      std::string text = rule().add + "\n" + rule().when;
      for (const CustomRule::Text& sum : rule().sums) text += "\n" + sum.text;
      for (size_t from = 0; from < text.size();) {
        const size_t end = std::min(text.find('\n', from), text.size());
        EXPECT_LE(end - from, 36u) << text.substr(from, end - from);
        from = end + 1;
      }
      editor->remove(0);
    }
  }
}

TEST_F(RulesInPanel, SeveralTextsAreOneActAndMayNeedEachOther) {
  open(kRing);
  editor->type(0, "sums.pull", "1");
  ASSERT_TRUE(editor->error(0)) << "`add` needs a vector";
  EXPECT_EQ(editor->error(0)->key, "add");
  EXPECT_FALSE(editor->apply(0));
  editor->type(0, "add", "v * pull * gain");
  editor->type(0, "when", "");
  EXPECT_FALSE(editor->error(0));
  ASSERT_TRUE(editor->apply(0));
  settle();
  EXPECT_EQ(events().size(), 1u);
  EXPECT_EQ(rule().sums[0].text, "1");
  EXPECT_EQ(rule().when, "");
  EXPECT_EQ(rule().lets.size(), 2u);
  editor->follow();
  EXPECT_FALSE(editor->waits(0));
  undo();
  EXPECT_EQ(rule().when, "n > 0");
  EXPECT_EQ(rule().sums[0].text, "unit(d) * (1 - r / range) * gain");
}

TEST_F(RulesInPanel, PartsAreTextsOfARule) {
  open(std::string(kRing) + "where.out = \"p - size / 2 * gain\"\n");
  editor->change_name(0, "let", "gain", "weight");
  EXPECT_EQ(rule().parts[0].text, "p - size / 2 * weight");
  editor->type(0, "where.out", "p - sise");
  ASSERT_TRUE(editor->error(0));
  EXPECT_EQ(editor->error(0)->key, "where.out");
  editor->type(0, "where.out", "p - size");
  editor->type(0, "add", "out * 0.01");
  EXPECT_THAT(editor->words(0, "add"), HasSubstr(", out"));
  ASSERT_TRUE(editor->apply(0));
  settle();
  EXPECT_EQ(rule().parts[0].text, "p - size");
}

TEST_F(RulesInPanel, AnEmptyTextIsAnErrorUnlessItIsWhen) {
  open(kRing);
  for (const char* const key : {"add", "sums.pull"}) {
    editor->type(0, key, "");
    ASSERT_TRUE(editor->error(0)) << key;
    EXPECT_EQ(editor->error(0)->key, key);
    EXPECT_FALSE(editor->apply(0));
    editor->discard(0, key);
  }
  EXPECT_TRUE(events().empty());
}

TEST_F(RulesInPanel, WhatIsTypedGoesWithItsTextAndItsRule) {
  open(kRing);
  editor->add(rule_examples(scenario()).front());
  editor->type(1, "add", "v");
  editor->remove(0);
  editor->follow();
  EXPECT_EQ(editor->text(0, "add"), "v");
  model->set("rule[0].add", SetValue::word("v * 0.5"));
  editor->follow();
  EXPECT_EQ(editor->text(0, "add"), "v * 0.5") << "the flock has changed it since";
  editor->type(0, "add", "v * 0.5");
  EXPECT_FALSE(editor->waits(0)) << "as the flock has it";
}

TEST_F(RulesInPanel, WhatIsTypedComesBackWithTheTextThatItChanges) {
  open(kRing);
  editor->type(0, "add", "v * 2");
  model->set("rule[0].add", SetValue::word("v * 0.5"));
  settle();
  editor->follow();
  EXPECT_FALSE(editor->waits());
  undo();
  editor->follow();
  EXPECT_EQ(editor->text(0, "add"), "v * 2");
  EXPECT_TRUE(editor->waits());
  ASSERT_TRUE(editor->apply(0));
  settle();
  editor->follow();
  undo();
  editor->follow();
  EXPECT_FALSE(editor->waits()) << "what was applied is taken back, not typed";
}

TEST_F(RulesInPanel, NamesAreChangedInTheTextsToo) {
  open(kRing);
  editor->type(0, "when", "n > 1 and length(pull) > 0");
  editor->change_name(0, "sums", "pull", "x");
  EXPECT_EQ(rule().add, "limit(x / n * gain, 0.1)\n+ turn * perp(v)");
  EXPECT_EQ(rule().sums[0].name, "x");
  editor->change_name(0, "let", "gain", "weight");
  EXPECT_EQ(rule().sums[0].text, "unit(d) * (1 - r / range) * weight");
  EXPECT_EQ(rule().lets[1].from, 0.0);
  EXPECT_EQ(rule().lets[1].value, (std::vector<std::vector<double>>{{0.05}}));
  EXPECT_EQ(rule().lets.size(), 2u);
  editor->follow();
  EXPECT_EQ(editor->text(0, "when"), "n > 1 and length(x) > 0");
  EXPECT_EQ(notices.text(), "");
  editor->change_name(0, "let", "weight", "x");
  EXPECT_THAT(notices.text(), HasSubstr("has x already"));
  for (const char* const name : {"2 x", "", "d", "sqrt"}) {
    notices.say("");
    editor->change_name(0, "let", "weight", name);
    EXPECT_THAT(notices.text(), HasSubstr("rule[0]")) << name;
  }
  settle();
  EXPECT_EQ(events().size(), 2u);
  model->set_table("rule[0].add", SetValue::word("vec(v.x, x.x) * weight"));
  settle();
  time += 1.0;
  settle();
  editor->change_name(0, "sums", "x", "pull");
  EXPECT_EQ(rule().add, "vec(v.x, pull.x) * weight") << "a part of a vector is no name";
  undo();
  EXPECT_EQ(rule().add, "vec(v.x, x.x) * weight");
}

TEST_F(RulesInPanel, TheHelpOfATextHasWhatItMayUse) {
  open(kRing);
  EXPECT_THAT(editor->words(0, "add"), HasSubstr("gain, turn, n, v, p"));
  EXPECT_THAT(editor->words(0, "add"), HasSubstr(", pull\n"));
  EXPECT_THAT(editor->words(0, "add"), HasSubstr("perp"));
  EXPECT_THAT(editor->words(0, "sums.pull"), HasSubstr("gain, turn, d, r, v_j"));
  EXPECT_THAT(editor->words(0, "sums.pull"), Not(HasSubstr("pull")));
  EXPECT_THAT(editor->words(0, "add"), Not(HasSubstr("cross"))) << "of 3D";
}

}  // namespace
}  // namespace murmur

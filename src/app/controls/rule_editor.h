// Editing of the custom rules ([[rule]]) in the panel: keeps the texts while they are typed, finds their errors, and
// applies the texts of a rule to the flock by one event. Draws nothing, so that tests need no window. Owned by Panel.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/controls/scenario_editor.h"
#include "sim/editing/rule_examples.h"
#include "sim/rules/compile.h"

namespace murmur {

class RuleEditor {
 public:
  explicit RuleEditor(ScenarioEditor& model) : model_(model) {}

  const std::vector<CustomRule>& rules() const { return scenario().custom_rules; }
  /// Sets typed texts aside whose text in the flock has changed or is gone, until the flock has the old text again.
  /// Each frame calls it once.
  void follow();

  /// The text of a rule, as typed so far, or else as the flock has it. `key`: "add", "when", "sums.NAME" or "where.NAME".
  std::string text(size_t rule, const std::string& key) const;
  void type(size_t rule, const std::string& key, const std::string& text);
  /// Forgets what was typed for a text of a rule; empty key: for all its texts.
  void discard(size_t rule, const std::string& key = {});
  bool waits(size_t rule) const;  ///< typed texts wait for apply()
  bool waits() const { return !drafts_.empty(); }
  /// The first error in the typed texts of a rule.
  std::optional<RuleError> error(size_t rule) const;
  /// Applies all typed texts of a rule in one event. A notice reports errors. @returns whether the event was posted.
  bool apply(size_t rule);
  /// The names and functions that a text of a rule may use.
  std::string words(size_t rule, const std::string& key) const;

  void add(const RuleExample& example);
  void remove(size_t rule);
  void set_name(size_t rule, const std::string& name);
  /// Whether a rule is on: its `when` neither is "false" nor begins with "false and".
  bool is_on(size_t rule) const;
  void switch_rule(size_t rule, bool on);
  void set_range(size_t rule, double range);

  void add_sum(size_t rule);
  void add_let(size_t rule);
  /// Changes the name of a sum or of a number, also in the texts that use it. `table`: "sums" or "let".
  void change_name(size_t rule, std::string_view table, const std::string& old, const std::string& name);
  void remove(size_t rule, std::string_view table, const std::string& name);
  /// The key of the values of a number.
  static std::string key_of(size_t rule, const CustomRule::Let& let);
  std::pair<double, double> span(size_t rule, const CustomRule::Let& let) const;
  void set_span(size_t rule, const CustomRule::Let& let, double from, double to);

 private:
  struct Draft {
    std::string text, base;  // base: the flock's text when typing began
  };
  const Scenario& scenario() const { return model_.run().expected().scenario; }
  std::string fresh_name(size_t rule, std::string_view first) const;
  bool set(size_t rule, const std::string& keys);

  ScenarioEditor& model_;
  std::map<std::pair<size_t, std::string>, Draft> drafts_, aside_;
};

}  // namespace murmur

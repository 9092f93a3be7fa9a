// Changes of the custom rules ([[rule]]) in the panel: their texts while they are typed, with what is wrong in them, and what is
// applied to the flock, each by one event. Draws nothing, so that tests need no window. Owned by Panel.
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
  /// Sets aside what was typed over texts that the flock has changed since, or no longer has, until it has them again. To be called
  /// once a frame.
  void follow();

  /// Texts are "add", "when", "sums.NAME" and "where.NAME": as typed so far, or else as the flock has them.
  std::string text(size_t rule, const std::string& key) const;
  void type(size_t rule, const std::string& key, const std::string& text);
  /// Forgets what was typed for a text; empty key: for all texts of the rule.
  void discard(size_t rule, const std::string& key = {});
  bool waits(size_t rule) const;  ///< texts wait for apply()
  bool waits() const { return !drafts_.empty(); }
  /// The first fault of its texts as typed.
  std::optional<RuleError> error(size_t rule) const;
  /// All texts of the rule that were typed, in one event. A notice says what is wrong. @returns whether it was posted.
  bool apply(size_t rule);
  /// The names and functions that a text may use.
  std::string words(size_t rule, const std::string& key) const;

  void add(const RuleExample& example);
  void remove(size_t rule);
  void set_name(size_t rule, const std::string& name);
  /// A rule is off while its `when` is "false", or begins with "false and".
  bool is_on(size_t rule) const;
  void switch_rule(size_t rule, bool on);
  void set_range(size_t rule, double range);

  void add_sum(size_t rule);
  void add_let(size_t rule);
  /// `table`: "sums" or "let". A name that texts use is changed there, too; one that they use is not removed.
  void change_name(size_t rule, std::string_view table, const std::string& old, const std::string& name);
  void remove(size_t rule, std::string_view table, const std::string& name);
  /// The key of the numbers of a `let`, and the ends of its sliders.
  static std::string key_of(size_t rule, const CustomRule::Let& let);
  std::pair<double, double> span(size_t rule, const CustomRule::Let& let) const;
  void set_span(size_t rule, const CustomRule::Let& let, double from, double to);

 private:
  struct Draft {
    std::string text, base;  // base: what the flock had
  };
  const Scenario& scenario() const { return model_.run().expected().scenario; }
  std::string fresh_name(size_t rule, std::string_view first) const;
  bool set(size_t rule, const std::string& keys);

  ScenarioEditor& model_;
  std::map<std::pair<size_t, std::string>, Draft> drafts_, aside_;
};

}  // namespace murmur

// Connects the panel to the flock: the value of each control and the events it posts, all through
// UserChanges. Draws nothing, so that tests need no window.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "app/controls/user_changes.h"
#include "app/live/live_run.h"
#include "sim/editing/panel_controls.h"

namespace murmur {

/// The three rules, whose weights are "rules.separation.weight" and so on.
inline constexpr std::array<const char*, 3> kRuleNames{"separation", "alignment", "cohesion"};

class ScenarioEditor {
 public:
  ScenarioEditor(LiveRun& run, UserChanges& changes, Notices& notices);

  /// Reads the values again after an event. A new preset sets the values for resets.
  void note(const Event& event);
  /// Reads the values again after the flock went to another moment, perhaps of another preset.
  void refresh();
  /// The values of now are the first ones, of a flock with this title.
  void start_here(std::string title);
  const std::string& title() const { return start().title; }  ///< empty: that of the preset or file

  bool has(const std::string& key) const { return values_.contains(key); }
  /// None: not in the scenario.
  const SetValue& value(const std::string& key) const { return value_in(values_, key); }
  /// Where the flock came from: its preset or file.
  const SetValue& first(const std::string& key) const { return value_in(start().values, key); }
  double number(const std::string& key) const;  ///< 0 without one
  std::string word(const std::string& key) const { return value(key).word(); }
  bool flag(const std::string& key) const { return value(key).text() == "true"; }

  /// Each posts one `set` event if the value changes. Numbers with an order (r <= R, min speed <= max speed)
  /// are kept in it, with a notice.
  void set(const std::string& key, const SetValue& value);
  void set_number(const std::string& key, double value);
  void set_word(const std::string& key, const std::string& word);
  /// Sets a key that may be a table, or within one of names; posts whatever the value. @returns whether it was posted.
  bool set_table(const std::string& key, const SetValue& value);

  /// A rule is off while its weight is 0; on again, it has the weight of before.
  bool rule_on(size_t rule) const { return weights()[rule] != 0.0; }
  void switch_rule(size_t rule, bool on);
  /// Only this rule is on. Left alone and back again, all have the weights of before.
  bool rule_alone(size_t rule) const;
  void leave_alone(size_t rule, bool on);

  bool differs(const std::string& key) const;  ///< the value is not the first one
  void reset(const std::string& key);
  int differing() const;  ///< number of controls whose keys do
  void reset_all();

  /// The range of a number's slider; it includes the current value.
  std::pair<double, double> span(const Control& control) const;

  /// The preset whose rules the flock has, whatever it started as; empty: none's.
  std::string rules_of() const;
  void take_rules(const std::string& preset);  ///< takes rules for the flock as it flies

  bool table_on(const std::string& table) const;
  void switch_table(const std::string& table, bool on);

  size_t count(const TableArray& array) const {
    return table_count(run_.expected().scenario, array.group.table);
  }
  /// `at`: the place of the new element, if it is to have one.
  void add(const TableArray& array, const std::vector<double>& at = {});
  void remove(const TableArray& array, size_t index);
  void remove_last(const TableArray& array) {
    if (count(array) > 0) remove(array, count(array) - 1);
  }

  using Matrix = Scenario::Pairs::Matrix;
  /// A matrix of [pairs], such as "alignment", with its defaults where it is not given.
  Matrix pairs(std::string_view matrix) const;
  /// The largest entry, which a distance has: R; 0: any number is allowed.
  double most_pair(std::string_view matrix) const;
  void set_pair(std::string_view matrix, size_t row, size_t column, double value);
  /// Each changes all entries with one event: uniform from -1 to 1, or from 0 to R; the mean of what two are to each other; the defaults.
  void randomise_pairs(std::string_view matrix);
  void balance_pairs(std::string_view matrix);
  void reset_pairs(std::string_view matrix);
  /// Sets the species whose boids turn this one into theirs by catching; empty: nothing catches it.
  void set_caught_by(size_t species, const std::string& hunter);

  /// Number of boids of the scenario, or of the preset that was chosen since.
  int64_t usual_boids() const { return usual_boids_; }
  /// Adds clouds as dense as the flock, spread over the world; rejected if a step would take seconds. `sure`: the user was asked.
  void add_boids(int64_t count, bool sure = false);
  void remove_boids(int64_t count);
  void set_boids(int64_t count);

  const LiveRun& run() const { return run_; }
  Notices& notices() { return notices_; }

 private:
  using Weights = std::array<double, kRuleNames.size()>;
  static const SetValue& value_in(const KeyValues& values, const std::string& key);
  Weights weights() const;
  KeyValues to_start() const;  ///< what resets change
  void set_pairs(std::string_view matrix, const Matrix& values);
  void read();
  bool post(Event event);

  LiveRun& run_;
  UserChanges& changes_;
  Notices& notices_;
  /// How a flock began: what resets return to.
  struct Start {
    int64_t step;
    std::string preset;
    KeyValues values;
    std::string title;
  };
  const Start& start() const { return starts_[start_]; }
  void begin(Start start);

  KeyValues values_;
  std::vector<Start> starts_;
  size_t start_ = 0;                     // start of the present flock
  Weights weights_on_{1.0, 1.0, 1.0};    // weight of each rule when it was last on
  std::optional<Weights> before_alone_;  // weights of all rules while one is alone
  int64_t usual_boids_ = 0;
  uint64_t places_used_ = 0;                     // so that boids added later get other places
  std::mt19937 random_{std::random_device{}()};  // draws values, which events then have
};

}  // namespace murmur

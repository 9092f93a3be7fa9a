// Connects the panel to the flock: the value of each control, and the events that controls post, all through
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

  /// Reads the values again after an event. After a new preset, resets return to its values.
  void note(const Event& event);
  /// Reads the values again after the flock has moved to another time, where it may have another preset.
  void refresh();
  /// Makes the present values those that resets return to, for a flock with this title.
  void start_here(std::string title);
  const std::string& title() const { return start().title; }  ///< empty: the preset or file gives the title

  bool has(const std::string& key) const { return values_.contains(key); }
  /// The present value of a key; empty: the scenario does not have the key.
  const SetValue& value(const std::string& key) const { return value_in(values_, key); }
  /// The value of a key in the preset or file that the flock comes from.
  const SetValue& first(const std::string& key) const { return value_in(start().values, key); }
  double number(const std::string& key) const;  ///< the value as a number; 0: there is none
  std::string word(const std::string& key) const { return value(key).word(); }
  bool flag(const std::string& key) const { return value(key).text() == "true"; }

  /// Posts one `set` event if the value differs; so do set_number() and set_word(). Numbers with an order (r <= R,
  /// min speed <= max speed) are limited to it, with a notice.
  void set(const std::string& key, const SetValue& value);
  void set_number(const std::string& key, double value);
  void set_word(const std::string& key, const std::string& word);
  /// Sets a key that may be a table, or lie within a named table; posts the event even if the value is the same.
  /// @returns whether it was posted.
  bool set_table(const std::string& key, const SetValue& value);

  /// Whether a rule is on: its weight is not 0. A rule that is switched on again gets its last weight.
  bool rule_on(size_t rule) const { return weights()[rule] != 0.0; }
  void switch_rule(size_t rule, bool on);
  /// Whether only this rule is on. leave_alone() switches the other rules off, and later gives them their last weights.
  bool rule_alone(size_t rule) const;
  void leave_alone(size_t rule, bool on);

  bool differs(const std::string& key) const;  ///< the value is not the first one
  void reset(const std::string& key);
  int differing() const;  ///< number of changed values, with the number of boids
  void reset_all();

  /// The range of a number's slider, which includes the present value.
  std::pair<double, double> span(const Control& control) const;

  /// The preset whose rules the flock has now; empty: of no preset.
  std::string rules_of() const;
  void take_rules(const std::string& preset);  ///< changes only the rules, while the flock flies on

  bool table_on(const std::string& table) const;
  void switch_table(const std::string& table, bool on);

  size_t count(const TableArray& array) const {
    return table_count(run_.expected().scenario, array.group.table);
  }
  /// Adds an element to an array. `at`: position of the element; empty: it has none.
  void add(const TableArray& array, const std::vector<double>& at = {});
  void remove(const TableArray& array, size_t index);
  void remove_last(const TableArray& array) {
    if (count(array) > 0) remove(array, count(array) - 1);
  }

  using Matrix = Scenario::Pairs::Matrix;
  /// A matrix of [pairs], such as "alignment"; defaults fill what is not given.
  Matrix pairs(std::string_view matrix) const;
  /// The largest allowed entry of a matrix: R for a distance; 0: any number is allowed.
  double most_pair(std::string_view matrix) const;
  void set_pair(std::string_view matrix, size_t row, size_t column, double value);
  /// Sets all entries of a matrix with one event: randomise_pairs() to numbers from -1 to 1, or from 0 to R; balance_pairs() to the
  /// mean of both directions; reset_pairs() to the defaults.
  void randomise_pairs(std::string_view matrix);
  void balance_pairs(std::string_view matrix);
  void reset_pairs(std::string_view matrix);
  /// Sets the species whose boids catch boids of `species` and make them their own; empty: nothing catches them.
  void set_caught_by(size_t species, const std::string& hunter);

  /// Number of boids of the flock at its start, to which resets return.
  int64_t usual_boids() const { return start().boids; }
  /// Adds clouds of boids as dense as the flock, spread over the world; refused if a step would take seconds.
  /// `sure`: the user has confirmed it.
  void add_boids(int64_t count, bool sure = false);
  void remove_boids(int64_t count);
  void set_boids(int64_t count);

  const LiveRun& run() const { return run_; }
  Notices& notices() { return notices_; }

 private:
  using Weights = std::array<double, kRuleNames.size()>;
  static const SetValue& value_in(const KeyValues& values, const std::string& key);
  Weights weights() const;
  KeyValues to_start() const;  ///< values that resets would set
  void set_pairs(std::string_view matrix, const Matrix& values);
  void read();
  bool post(Event event);

  LiveRun& run_;
  UserChanges& changes_;
  Notices& notices_;
  /// The values of a flock at its start, to which resets return.
  struct Start {
    int64_t step;
    std::string preset;
    KeyValues values;
    std::string title;
    int64_t boids;
  };
  const Start& start() const { return starts_[start_]; }
  void begin(Start start);

  KeyValues values_;
  std::vector<Start> starts_;
  size_t start_ = 0;                             // index of the present flock's start
  Weights weights_on_{1.0, 1.0, 1.0};            // weight of each rule when it was last on
  std::optional<Weights> before_alone_;          // weights of all rules before rule_alone()
  uint64_t places_used_ = 0;                     // number of positions given to added boids so far
  std::mt19937 random_{std::random_device{}()};  // draws random values; their events hold the result
};

}  // namespace murmur

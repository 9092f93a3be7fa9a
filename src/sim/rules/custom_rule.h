// A custom rule, as a scenario has it: `[[rule]]`, docs/rules.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace murmur {

inline constexpr size_t kMostNames = 64;  ///< limit of a table whose names the user chooses

struct CustomRule {
  /// A number with a name; with species also one for each of them, or for each pair of them.
  struct Let {
    std::string name;
    std::vector<std::vector<double>> value;  ///< (1, 1), (1, K) or (K, K)
    std::optional<double> from, to;          ///< ends of a slider
  };
  /// An expression with a name: a sum, or a part of other expressions.
  struct Text {
    std::string name, text;
  };
  /// A number with a name that each boid keeps; all rules know it.
  struct State {
    std::string name;
    double start = 0.0;  ///< value of boids at the start, and of those that are added
    std::string next;    ///< expression of its value after the step; empty: unchanged
    std::string next_key() const { return "state." + name + ".next"; }  ///< key in the table of its rule
  };
  std::string name;    ///< name for messages and the panel; empty: its index
  double range = 0.0;  ///< range of its sums [world units]; 0: R
  std::vector<Let> lets;
  std::vector<Text> sums, parts;
  std::vector<State> states;
  std::string when, add;
};

}  // namespace murmur

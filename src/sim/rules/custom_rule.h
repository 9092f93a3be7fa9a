// A custom rule of a scenario: `[[rule]]`, described in docs/rules.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace murmur {

inline constexpr size_t kMostNames = 64;  ///< most entries of a table whose keys the user chooses

struct CustomRule {
  /// A constant with a name; with species, optionally one value for each species or pair of species.
  struct Let {
    std::string name;
    std::vector<std::vector<double>> value;  ///< (1, 1), or for K species (1, K) or (K, K)
    std::optional<double> from, to;          ///< ends of a slider
  };
  /// A named expression: a sum, or a part of other expressions.
  struct Text {
    std::string name, text;
  };
  /// A named number that each boid keeps; all rules can use it.
  struct State {
    std::string name;
    double start = 0.0;  ///< value at the start, and of boids that are added
    std::string next;    ///< expression of the value after the step; empty: unchanged
    std::string next_key() const { return "state." + name + ".next"; }  ///< key in the table of its rule
  };
  std::string name;    ///< name in messages and the panel; empty: its index is shown
  double range = 0.0;  ///< range of the sums [world units]; 0: R
  std::vector<Let> lets;
  std::vector<Text> sums, parts;
  std::vector<State> states;
  std::string when, add;
};

}  // namespace murmur

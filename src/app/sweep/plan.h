// The runs of a sweep: all combinations of --set KEY=A,B,C and KEY=1..10, and a folder name for each. Works on texts
// only: touches no file and runs nothing. Used by sweep.cpp and run.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace murmur {

struct SweepPoint {
  std::vector<std::pair<std::string, std::string>>
      values;          ///< key and value as written, in the order of --set
  std::string folder;  ///< "rules.radius=30_seed=1"; does not depend on the other values of a sweep
};

/// The values of one --set: "30,40,50", "1..10" or "[1,2],[3,4]". Commas inside brackets, braces, parentheses and
/// quotes do not separate values.
std::vector<std::string> sweep_values(const std::string& assignment);

/// All combinations of the values, the last key fastest; without any --set a single point called "run".
/// @throws UserError for a text that is not KEY=VALUES, for a key that is given twice, or for more than a million points.
std::vector<SweepPoint> sweep_points(const std::vector<std::string>& set);

struct Shard {
  int64_t index = 1, count = 1;
  bool has(size_t point) const { return static_cast<int64_t>(point) % count == index - 1; }
};
/// Parses "2/8", the second of eight shares; empty: all runs. @throws UserError.
Shard parse_shard(const std::string& text);

}  // namespace murmur

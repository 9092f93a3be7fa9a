// The runs of a sweep: --set KEY=A,B,C and KEY=1..10 multiplied out, and each combination's folder.
// Text only; touches no file and runs nothing. Used by sweep.cpp and run.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace murmur {

struct SweepPoint {
  std::vector<std::pair<std::string, std::string>> values;  ///< key, value as written; in the order of --set
  std::string folder;  ///< "rules.radius=30_seed=1"; the same however many other values a sweep has
};

/// "30,40,50" or "1..10" or "[1,2],[3,4]": commas inside brackets, braces, parentheses and quotes do not separate values.
std::vector<std::string> sweep_values(const std::string& assignment);

/// All combinations, the last key fastest; without any --set one point called "run".
/// @throws UserError for a text that is not KEY=VALUES, a key given twice, or more than a million points.
std::vector<SweepPoint> sweep_points(const std::vector<std::string>& set);

struct Shard {
  int64_t index = 1, count = 1;
  bool has(size_t point) const { return static_cast<int64_t>(point) % count == index - 1; }
};
/// "2/8", counted from 1; empty: all. @throws UserError.
Shard parse_shard(const std::string& text);

}  // namespace murmur

// Keys as text: "obstacle[1].radius" as steps from table to table, "pairs.alignment[0][1]" to a number of a row.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace murmur {

struct KeyStep {
  std::string key;
  std::optional<size_t> index;   ///< of an array's element
  std::optional<size_t> second;  ///< of a number of that element
};

/// @throws UserError for a text that is not a valid key.
std::vector<KeyStep> split_key(const std::string& key);

}  // namespace murmur

// Keys and values as text: "obstacle[1].radius" as steps from table to table, "55.0" as TOML.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <toml++/toml.h>

namespace murmur {

struct KeyStep {
  std::string key;
  std::optional<size_t> index;  ///< of an array's element
};

/// @throws UserError for a text that is not a valid key.
std::vector<KeyStep> split_key(const std::string& key);

/// A table with the one key "value"; a bare word is read as a string.
/// @param source stands before the line in messages. @throws UserError for a text that is not a TOML value.
toml::table parse_value(const std::string& key, const std::string& text, const std::string& source);

}  // namespace murmur

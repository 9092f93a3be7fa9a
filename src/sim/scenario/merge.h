// TOML tables on top of each other: parsing with places, merging, and addressing one key of the whole.
// Knows which keys shut each other out, but not what values mean. Called by scenario_file.cpp.
#pragma once

#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace murmur {

/// @param source stands before the line number in messages. @throws UserError for a syntax error.
toml::table parse_toml(std::string_view text, const std::string& source);

/// Lays `layer` over `base`: tables merge, everything else (arrays too) is replaced. `path` is the base's own
/// name. A key takes the place of the one that says the same in another way (world.size and
/// world.neighbours).
void merge(toml::table& base, toml::table&& layer, const std::string& path = "");

/// Sets "rules.radius" or "obstacle[1].at" from TOML text; a bare word counts as a text. Tables merge.
/// @throws UserError for a key that cannot be one or a value that is no TOML.
void set_key(toml::table& base, const std::string& key, const std::string& value, const std::string& source);

/// Takes a key away. Returns false when it is not there.
bool remove_key(toml::table& base, const std::string& key);

}  // namespace murmur

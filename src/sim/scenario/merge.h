// Layers of TOML tables: merging, and access to one key of the result.
// Handles keys that exclude each other, but not the meaning of values. Called by layers.cpp.
#pragma once

#include <string>

#include <toml++/toml.h>

namespace murmur {

/// Merges `layer` into `base`: tables merge, everything else (arrays too) is replaced. `path` is the base's
/// own name. A key replaces its alternative (world.size and world.neighbours).
void merge(toml::table& base, toml::table&& layer, const std::string& path = "");

/// Sets "rules.radius" or "obstacle[1].at" from TOML text; a bare word is read as a string. Tables merge.
/// @throws UserError for an invalid key or a value that is not TOML.
void set_key(toml::table& base, const std::string& key, const std::string& value, const std::string& source);

/// Removes a key. Returns false if it does not exist.
bool remove_key(toml::table& base, const std::string& key);

}  // namespace murmur

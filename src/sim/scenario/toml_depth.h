// How deep the tables and arrays of a TOML text nest, before it is parsed: parsers, copies and destructors of such a tree
// recurse, and 31,000 parts of one dotted key overflow a stack. Knows no scenario; called by whoever parses TOML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace murmur {

/// Parts of one dotted key, and brackets around one value: no scenario key has more than four.
inline constexpr size_t kMostKeyParts = 16, kMostBrackets = 32;

/// @throws UserError naming `source` and the line where either limit is passed.
void check_toml_depth(std::string_view text, const std::string& source);

}  // namespace murmur

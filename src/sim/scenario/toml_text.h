// Parses TOML text to toml++'s tables and nodes. All TOML is parsed here, after a check of its nesting depth:
// parsers, copies and destructors of such trees recurse, and 31,000 parts of one dotted key overflow a stack. Knows
// no scenario. texts_parsed() of set_value.h counts the parsed texts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "sim/scenario/set_value.h"

namespace murmur {

inline constexpr size_t kLargestScenario = size_t{64} << 20;  ///< largest text of a scenario [bytes]

/// Parses TOML. @param source text before the line number in messages. @throws UserError for a syntax error.
toml::table parse_toml(std::string_view text, const std::string& source);

/// Parses a value to a table with the one key "value"; a bare word becomes a string. @throws UserError for a text
/// that is not a TOML value.
toml::table parse_value(const std::string& key, const std::string& text, const std::string& source);

/// Replaces each `;` outside of quotes and comments by a line end.
std::string lines_between_semicolons(std::string_view text);

/// Checks the limits of nesting. @throws UserError naming `source` and the line where a limit is exceeded.
void check_toml_depth(std::string_view text, const std::string& source);

/// Access to a SetValue's node, which has no line number.
struct SetValueNode {
  /// The node of a value; null if the value is empty. @throws UserError for a text that is not a TOML value.
  static const toml::node* of(const std::string& key, const SetValue& value);
  static SetValue value(const toml::node& node);  ///< an empty text gives an empty value
};

}  // namespace murmur

// From TOML text to toml++'s tables and nodes: all that is parsed is parsed here, after a check of how deep it nests, because
// parsers, copies and destructors of such a tree recurse: 31,000 parts of one dotted key overflow a stack. Knows no scenario. texts_parsed() of
// set_value.h counts the texts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "sim/scenario/set_value.h"

namespace murmur {

inline constexpr size_t kLargestScenario = size_t{64} << 20;  ///< bytes of text

/// @param source stands before the line number in messages. @throws UserError for a syntax error.
toml::table parse_toml(std::string_view text, const std::string& source);

/// A table with the one key "value"; a bare word is read as a string.
/// @throws UserError for a text that is not a TOML value.
toml::table parse_value(const std::string& key, const std::string& text, const std::string& source);

/// `text` with line ends in place of the `;` outside of quotes and comments.
std::string lines_between_semicolons(std::string_view text);

/// @throws UserError naming `source` and the line where either limit is passed.
void check_toml_depth(std::string_view text, const std::string& source);

/// A SetValue's node, without line numbers.
struct SetValueNode {
  /// Null: the value is none. @throws UserError for a text that is not a TOML value.
  static const toml::node* of(const std::string& key, const SetValue& value);
  static SetValue value(const toml::node& node);  ///< an empty text is none
};

}  // namespace murmur

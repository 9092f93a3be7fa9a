// Numbers as people type them, on the command line and in the window: "100k", "1e6", "1,5", "1 000", digits of full width. What is
// meant is used; what may mean two numbers is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace murmur {

/// "1.5", "1,5", "1 234,5", "2e3", "2.5k". None: it is no number, or one that is too large, or "1,234".
std::optional<double> typed_number(std::string_view text);
/// The same of a whole number, in which a point or comma before three digits parts thousands: "10.000".
std::optional<int64_t> typed_whole(std::string_view text);
/// The end of a message about "1,234": "; it may mean 1.234 or 1234"; empty for anything else.
std::string two_meanings(std::string_view text);

/// "100k", "1M", "2.5k", "1000". @throws UserError for anything else or less than 0.
int64_t parse_count(const std::string& text);

}  // namespace murmur

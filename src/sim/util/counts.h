// Reads numbers as people type them, on the command line and in the window: "100k", "1e6", "1,5", "1 000", full-width
// digits. A text that may mean two numbers is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace murmur {

/// Reads "1.5", "1,5", "1 234,5", "2e3", "2.5k". None: no number, a number that is too large, or an ambiguous one such as "1,234".
std::optional<double> typed_number(std::string_view text);
/// Reads a whole number, in which a point or comma before three digits separates thousands: "10.000". None: the text
/// is no whole number.
std::optional<int64_t> typed_whole(std::string_view text);
/// End of a message about an ambiguous text such as "1,234": "; it may mean 1.234 or 1234"; empty for any other text.
std::string two_meanings(std::string_view text);

/// Reads a number of boids: "100k", "1M", "2.5k", "1000". @throws UserError for other text or a negative number.
int64_t parse_count(const std::string& text);

}  // namespace murmur

// Counts on the command line: "100k", "1M".
#pragma once

#include <cstdint>
#include <string>

namespace murmur {

/// "100k", "1M", "2.5k", "1000". @throws UserError for anything else or less than 0.
int64_t parse_count(const std::string& text);

}  // namespace murmur

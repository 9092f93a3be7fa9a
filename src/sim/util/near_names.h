// Finds known names near a misspelt one, for messages.
#pragma once

#include <string>
#include <vector>

namespace murmur {

/// Names in `known` nearest to `word` by edit distance, best first, at most three; empty if none is near.
std::vector<std::string> near_names(const std::string& word, const std::vector<std::string>& known);

}  // namespace murmur

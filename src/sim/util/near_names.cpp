#include "sim/util/near_names.h"

#include <algorithm>
#include <utility>

namespace murmur {

namespace {

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_' || c == ' ') c = '-';
  }
  return text;
}

/// Distance by optimal string alignment: insertions, deletions, changes and swaps of two neighbours count 1 each.
size_t edit_distance(const std::string& a, const std::string& b) {
  const size_t width = b.size() + 1;
  std::vector<size_t> cost((a.size() + 1) * width);
  auto at = [&](size_t i, size_t j) -> size_t& { return cost[i * width + j]; };
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = i + j;
        continue;
      }
      const size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return cost.back();
}

}  // namespace

std::vector<std::string> near_names(const std::string& word, const std::vector<std::string>& known) {
  const std::string wanted = lower(word).substr(0, 64);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& name : known) {
    const std::string candidate = lower(name);
    size_t distance = edit_distance(wanted, candidate);
    // A prefix of a name counts as one misspelt letter.
    if (wanted.size() >= 3 && candidate.starts_with(wanted)) distance = std::min<size_t>(distance, 1);
    if (distance <= std::max<size_t>(1, std::max(wanted.size(), candidate.size()) / 3))
      near.emplace_back(distance, name);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (size_t i = 0; i < near.size() && i < 3; ++i) names.push_back(near[i].second);
  return names;
}

}  // namespace murmur

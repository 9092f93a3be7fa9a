// Small text services of the command line and the scenario reader: counts such as "100k", and the known
// names nearest to a misspelt one. Knows no scenario.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/errors.h"
#include "sim/scenario_file.h"

namespace murmur {

namespace {

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_' || c == ' ') c = '-';
  }
  return text;
}

/// Optimal string alignment: insertions, deletions, changes and swaps of two neighbours count 1 each.
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

int64_t parse_count(const std::string& text) {
  const auto refuse = [&]() -> UserError {
    return UserError(
        "'" + text +
        "' is not a count: allowed are whole numbers of at least 0, such as 1000, 2.5k, 100k or 1M");
  };
  std::string digits = text;
  int zeros = 0;
  if (!digits.empty()) {
    const char unit = digits.back();
    zeros = unit == 'k' || unit == 'K'   ? 3
            : unit == 'm' || unit == 'M' ? 6
            : unit == 'g' || unit == 'G' ? 9
                                         : 0;
    if (zeros > 0) digits.pop_back();
  }
  // "2.5k" is exact in whole numbers: the decimals take from the zeros.
  if (const size_t point = digits.find('.'); point != std::string::npos) {
    const size_t decimals = digits.size() - point - 1;
    if (point == 0 || decimals == 0 || decimals > static_cast<size_t>(zeros)) throw refuse();
    digits.erase(point, 1);
    zeros -= static_cast<int>(decimals);
  }
  if (digits.empty()) throw refuse();
  digits.append(static_cast<size_t>(zeros), '0');
  if (digits.find_first_not_of("0123456789") != std::string::npos) throw refuse();
  int64_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc() || end != digits.data() + digits.size()) throw refuse();
  return count;
}

std::vector<std::string> near_names(const std::string& word, const std::vector<std::string>& known) {
  const std::string wanted = lower(word).substr(0, 64);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& name : known) {
    const std::string candidate = lower(name);
    size_t distance = edit_distance(wanted, candidate);
    // The beginning of a name is as good as a slip of the hand.
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

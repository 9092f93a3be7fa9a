#include "app/sweep/plan.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/bits.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr size_t kMostPoints = 1000000;
constexpr size_t kLongestName = 200;  // bytes; file systems allow 255

bool whole(std::string_view text, int64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// The numbers of a range "1..10" as texts; empty if the text is no such range.
std::vector<std::string> range(const std::string& text) {
  const size_t dots = text.find("..");
  int64_t first = 0, last = 0;
  if (dots == std::string::npos || !whole(text.substr(0, dots), first) || !whole(text.substr(dots + 2), last))
    return {};
  // The numbers are unsigned, so that neither the difference nor the number after the last one overflows.
  const uint64_t more = static_cast<uint64_t>(last) - static_cast<uint64_t>(first);
  if (first > last || more >= kMostPoints) {
    throw UserError(
        fmt::format("--set {}: a range goes from a lower to a higher whole number, over at most {} "
                    "values",
                    text, kMostPoints));
  }
  std::vector<std::string> values;
  for (uint64_t i = 0; i <= more; ++i) values.push_back(std::to_string(first + static_cast<int64_t>(i)));
  return values;
}

std::vector<std::string> parted(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{' || c == '(') {
      ++depth;
    } else if (c == ']' || c == '}' || c == ')') {
      --depth;
    }
    if (c == ',' && depth == 0 && quote == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// A folder name for the values, only with letters that are safe in shells and file systems.
std::string folder_name(const SweepPoint& point) {
  std::string name;
  for (const auto& [key, value] : point.values) {
    name += fmt::format("{}{}={}", name.empty() ? "" : "_", key, value);
  }
  uint64_t sum = 0;
  bool changed = false;
  for (char& c : name) {
    sum = mix64(sum + static_cast<unsigned char>(c));
    const bool fine = std::isalnum(static_cast<unsigned char>(c)) ||
                      std::string_view(".=_+-,").find(c) != std::string_view::npos;
    if (!fine) c = '-';
    changed = changed || !fine;
  }
  if (name.size() > kLongestName) name.resize(kLongestName), changed = true;
  return changed ? fmt::format("{}_{:08x}", name, sum & 0xffffffff) : name;  // keeps names different
}

}  // namespace

std::vector<std::string> sweep_values(const std::string& assignment) {
  const size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UserError(
        fmt::format("--set {}: write KEY=VALUE, or in a sweep KEY=A,B,C or KEY=1..10", assignment));
  }
  const std::string text = assignment.substr(equals + 1);
  std::vector<std::string> values;
  for (const std::string& part : parted(text)) {
    std::vector<std::string> numbers = range(part);
    if (numbers.empty()) numbers.push_back(part);
    if (values.size() + numbers.size() > kMostPoints)
      throw UserError(fmt::format("--set {}: has more than {} values", assignment, kMostPoints));
    values.insert(values.end(), numbers.begin(), numbers.end());
  }
  return values;
}

std::vector<SweepPoint> sweep_points(const std::vector<std::string>& set) {
  std::vector<SweepPoint> points(1);
  std::set<std::string> keys;
  for (const std::string& assignment : set) {
    const std::vector<std::string> values = sweep_values(assignment);
    const std::string key = assignment.substr(0, assignment.find('='));
    if (!keys.insert(key).second)
      throw UserError(
          fmt::format("--set {}: {} is set twice; put its values into one list", assignment, key));
    if (points.size() * values.size() > kMostPoints)
      throw UserError(fmt::format("--set: the sweep has more than {} runs", kMostPoints));
    std::vector<SweepPoint> next;
    for (const SweepPoint& point : points) {
      for (const std::string& value : values) {
        next.push_back(point);
        next.back().values.emplace_back(key, value);
      }
    }
    points = std::move(next);
  }
  std::set<std::string> folders;
  for (SweepPoint& point : points) {
    point.folder = point.values.empty() ? "run" : folder_name(point);
    if (!folders.insert(point.folder).second)
      throw UserError(fmt::format("--set: {} is in the sweep twice", point.folder));
  }
  return points;
}

Shard parse_shard(const std::string& text) {
  Shard shard;
  if (text.empty()) return shard;
  const size_t slash = text.find('/');
  if (slash == std::string::npos || !whole(text.substr(0, slash), shard.index) ||
      !whole(text.substr(slash + 1), shard.count) || shard.index < 1 || shard.index > shard.count) {
    throw UserError(
        fmt::format("--shard {}: write which share of how many: with 8 shares 1/8, 2/8, … 8/8", text));
  }
  return shard;
}

}  // namespace murmur

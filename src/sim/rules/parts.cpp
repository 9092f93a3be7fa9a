#include "sim/rules/parts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "sim/rules/names.h"
#include "sim/rules/tokens.h"

namespace murmur::rules {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

auto find_part(const std::vector<Part>& parts, std::string_view name) {
  return std::find_if(parts.begin(), parts.end(), [&](const Part& one) { return one.text->name == name; });
}

}  // namespace

std::vector<Part> parts_in_order(const CustomRule& rule, const RuleContext& context) {
  const std::vector<std::string> in_sums = usable_names({context, rule, true, {}}),
                                 elsewhere = usable_names({context, rule, false, {}});
  std::vector<Part> parts;
  // Makes a part of its text; none while a part that it uses is not made yet.
  const auto part_of = [&](const CustomRule::Text& text) -> std::optional<Part> {
    Part part{&text};
    for (const std::string_view name : names_in(text.text)) {
      const auto used = find_part(parts, name);
      if (used != parts.end()) {
        part.of_pairs = part.of_pairs || used->of_pairs;
        part.after_sums = part.after_sums || used->after_sums;
        continue;
      }
      if (has_name(rule.parts, name)) return {};
      const bool here = contains(in_sums, name), there = contains(elsewhere, name);
      part.of_pairs = part.of_pairs || (here && !there);
      part.after_sums = part.after_sums || (there && !here) || has_name(rule.sums, name);
    }
    return part;
  };
  for (bool more = true; more;) {
    more = false;
    for (const CustomRule::Text& text : rule.parts) {
      if (find_part(parts, text.name) != parts.end()) continue;
      const std::optional<Part> part = part_of(text);
      if (part) parts.push_back(*part);
      more = more || part;
    }
  }
  return parts;
}

}  // namespace murmur::rules

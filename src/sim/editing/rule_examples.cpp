#include "sim/editing/rule_examples.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/editing/behaviour_defaults.h"

namespace murmur {
namespace {

/// Expression of the derivative of a noise field along an axis, times 0.2.
std::string slope(bool flat, size_t axis, int field, bool negative) {
  std::vector<std::string_view> parts(flat ? 2 : 3, "0");
  parts[axis] = "0.1";
  const std::string shift = fmt::format("vec({})", fmt::join(parts, ", "));
  return fmt::format("{2}noise(p/eddy + {0}, {1})\n{3}noise(p/eddy - {0}, {1})", shift, field,
                     negative ? "- " : "", negative ? "+ " : "- ");
}

/// Expression of a wind without sources: the curl of noise.
std::string curl(bool flat) {
  std::vector<std::string> parts;
  if (flat) {
    parts = {slope(flat, 1, 0, false), slope(flat, 0, 0, true)};
  } else {
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3, last = (k + 2) % 3;
      parts.push_back(slope(flat, static_cast<size_t>(next), last, false) + "\n" +
                      slope(flat, static_cast<size_t>(last), next, true));
    }
  }
  return fmt::format("5 * wind * vec(\n{})", fmt::join(parts, ",\n"));
}

std::string walls(bool flat) {
  std::vector<std::string> parts;
  for (const char* const axis : flat ? std::vector{"x", "y"} : std::vector{"x", "y", "z"})
    parts.push_back(fmt::format("smoothstep(rim, 0, p.{0})\n- smoothstep(rim, 0, size.{0} - p.{0})", axis));
  return fmt::format("push * vec(\n{})", fmt::join(parts, ",\n"));
}

}  // namespace

std::vector<RuleExample> rule_examples(const Scenario& scenario) {
  const bool flat = scenario.dimensions() == 2;
  const double speed = scenario.rules.max_speed > 0.0 ? scenario.rules.max_speed : 1.0;
  const double side = shortest_side(scenario), radius = scenario.rules.radius;
  std::vector<RuleExample> all;
  const auto number = [](const char* name, double unit, double value, double from, double to) {
    return fmt::format("let.{} = {{ value = {}, from = {}, to = {} }}", name, rounded(unit * value),
                       rounded(unit * from), rounded(unit * to));
  };
  const auto text = [](const char* key, std::string_view words) {
    return fmt::format("{} = {}", key, SetValue::word(words).text());
  };
  const auto add = [&](const char* name, const char* what, std::vector<std::string> keys) {
    keys.insert(keys.begin(), text("name", name));
    all.push_back({name, what, SetValue(fmt::format("{{ {} }}", fmt::join(keys, ", ")))});
  };
  add("vortex", "around the middle",
      {number("turn", speed, 0.05, -0.25, 0.25),
       text("add",
            flat ? "turn * unit(perp(to(size / 2)))" : "turn * unit(cross(vec(0, 0, 1),\nto(size / 2)))")});
  add("ring", "to one distance from the middle",
      {number("distance", side, 0.3, 0.02, 0.5), number("pull", speed, 0.05, 0.0, 0.25),
       text("add",
            "pull * unit(to(size / 2))\n"
            "* clamp(length(to(size / 2))\n/ distance - 1, -1, 1)")});
  add("middle", "attraction to the middle",
      {number("pull", speed, 0.05, 0.0, 0.25),
       text("add", "pull * limit(to(size / 2) * 4\n/ length(size), 1)")});
  add("wind", "eddies from curl noise",
      {number("eddy", side, 0.2, 0.02, 1.0), number("wind", speed, 0.1, 0.0, 0.5), text("add", curl(flat))});
  add("spacing", "springs keep neighbours at a distance",
      {number("gap", radius, 0.4, 0.0, 1.0), number("firm", speed, 0.05, 0.0, 0.25),
       text("sums.spring", "unit(d) * (r - gap) / range"), text("add", "firm * limit(spring, 1)")});
  add("faster", "follow neighbours that are faster",
      {number("gain", 1.0, 0.2, 0.0, 1.0), text("sums.faster", "length(v_j) > length(v) ? 1 : 0"),
       text("sums.lead", "length(v_j) > length(v)\n? v_j - v : d * 0"), text("when", "faster > 0"),
       text("add", "gain * lead / faster")});
  add("walls", "soft walls, away from the border",
      {number("push", speed, 0.2, 0.0, 1.0), number("rim", side, 0.1, 0.01, 0.5), text("add", walls(flat))});
  add("walk", "a random walk",
      {number("jump", speed, 0.1, 0.0, 1.0),
       text("add", flat ? "jump * vec(random(0) - 0.5,\nrandom(1) - 0.5)"
                        : "jump * vec(random(0) - 0.5,\nrandom(1) - 0.5, random(2) - 0.5)")});
  add("rumour", "goes around from three boids; who knows it is faster",
      {number("boost", speed, 0.1, 0.0, 0.5), text("sums.told", "rumour_j"),
       fmt::format("state.rumour = {{ {} }}",
                   text("next", "id < 3 ? 1\n: min(0.98 * rumour + 0.1 * told, 1)")),
       text("add", "boost * rumour * unit(v)")});
  add("plain", "faster or slower: a rule to change",
      {number("gain", 1.0, 0.01, -0.1, 0.1), text("add", "gain * v")});
  return all;
}

}  // namespace murmur

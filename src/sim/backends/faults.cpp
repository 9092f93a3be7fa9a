#include "sim/backends/faults.h"

#include <fmt/format.h>

#include "base/bits.h"
#include "sim/scenario/custom_rules.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/toml_values.h"

namespace murmur {

namespace {

/// Text such as "what the rule \"ring\" adds, "; empty without custom rules.
std::string custom_rules_of(const Scenario& scenario) {
  std::string names, texts;
  for (size_t k = 0; k < scenario.custom_rules.size(); ++k) {
    const CustomRule& rule = scenario.custom_rules[k];
    names += fmt::format("{}{}", k == 0 ? "" : " or ",
                         rule.name.empty() ? fmt::format("{}", k) : toml_string(rule.name));
    texts += rule.add;
    for (const CustomRule::Text& sum : rule.sums) texts += sum.text;
    for (const CustomRule::Text& part : rule.parts) texts += part.text;
    for (const CustomRule::State& state : rule.states) texts += state.next;
  }
  if (names.empty()) return names;
  const bool divides = texts.find('/') != std::string::npos;
  return fmt::format("what the rule {} adds{}, ", names, divides ? ", which may divide by 0" : "");
}

/// Text that names the numbers of a scenario's boids: "position or velocity", and its columns.
std::string numbers_of_boids(const Scenario& scenario) {
  const bool follows = scenario.rules.alignment.inertia > 0, states = !custom_states(scenario).empty();
  return fmt::format("position{} velocity{}{}", follows || states ? "," : " or",
                     follows ? fmt::format("{} kept alignment", states ? "," : " or") : "",
                     states ? " or number of a rule" : "");
}

}  // namespace

void throw_not_finite(uint32_t id, int64_t step, const Scenario& scenario) {
  const bool boid = id < kPredatorFaults;
  throw NotFinite(
      fmt::format("{} {} has a {} that is not a finite number after step {}; lower {}{}",
                  boid ? "boid" : "predator", boid ? id : id - kPredatorFaults,
                  boid ? numbers_of_boids(scenario) : "position or velocity", step + 1,
                  boid ? custom_rules_of(scenario) : "",
                  boid ? "the rules' amounts or weights, or the speeds"
                       : "its chase and max_speed, or the rules' amounts or weights where it flocks"),
      step);
}

DeviceMemoryFull::DeviceMemoryFull(size_t free_bytes)
    : DeviceMemoryFull(fmt::format("the GPU's memory is full: {:.2f} GiB are free",
                                   static_cast<double>(free_bytes) / 0x1p30),
                       free_bytes) {}

DeviceMemoryFull::DeviceMemoryFull(const std::string& cause, size_t free_bytes)
    : DeviceFailure(cause, "use fewer boids or --backend cpu"), available(free_bytes) {}

void throw_device_memory_full(int64_t boids, size_t wanted, const DeviceMemoryFull& full) {
  throw DeviceMemoryFull(
      fmt::format(
          "the GPU has no room for {} boids: they need {} bytes ({:.2f} GiB) in all, and only {:.2f} GiB "
          "were free when the memory ran out",
          boids, wanted, static_cast<double>(wanted) / 0x1p30, static_cast<double>(full.available) / 0x1p30),
      full.available);
}

}  // namespace murmur

// Writes a scenario as TOML: every key, numbers in the shortest text that reads back to the same bits.
// Event logs and --resume carry this text, so it must not depend on what a preset says later.
#include <fmt/format.h>

#include "sim/scenario/schema.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_values.h"

namespace murmur {

namespace {

std::string text_of(const std::vector<double>& values) {
  std::string out = "[";
  for (size_t k = 0; k < values.size(); ++k) out += (k > 0 ? ", " : "") + number_text(values[k]);
  return out + "]";
}

/// Appends "key = value" lines.
class Lines {
 public:
  void table(const char* header) { out_ += fmt::format("\n{}\n", header); }
  void raw(const char* key, std::string_view value) { out_ += fmt::format("{} = {}\n", key, value); }
  void number(const char* key, double value) { raw(key, number_text(value)); }
  void whole(const char* key, int64_t value) { raw(key, fmt::format("{}", value)); }
  void text(const char* key, std::string_view value) { raw(key, toml_string(value)); }
  void vector(const char* key, const std::vector<double>& value) { raw(key, text_of(value)); }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

void write_model(Lines& lines, const Scenario& scenario) {
  lines.table("[world]");
  lines.vector("size", scenario.world.size);
  lines.text("boundary", word_of(kBoundaryWords, scenario.world.boundary));
  lines.number("margin", scenario.world.margin);
  lines.number("push", scenario.world.push);
  lines.text("metric", word_of(kMetricWords, scenario.world.metric));
  lines.table("[start]");
  lines.text("positions", word_of(kPositionsWords, scenario.start.positions));
  if (scenario.start.positions == StartPositions::kPatch) {
    lines.vector("at", scenario.start.at);
    lines.vector("size", scenario.start.size);
  }
  lines.text("velocities", word_of(kVelocitiesWords, scenario.start.velocities));
  lines.number("speed", scenario.start.speed);
  const Scenario::Rules& rules = scenario.rules;
  lines.table("[rules]");
  lines.number("radius", rules.radius);
  lines.number("separation_radius", rules.separation_radius);
  lines.number("max_speed", rules.max_speed);
  lines.number("min_speed", rules.min_speed);
  lines.number("time_step", rules.time_step);
  lines.number("field_of_view", rules.field_of_view);
  const auto shape = [](const auto& rule) {
    return fmt::format("shape = \"{}\", amount = {}", word_of(kShapeWords, rule.shape),
                       number_text(rule.amount));
  };
  lines.raw(
      "separation",
      fmt::format("{{ weight = {}, falloff = \"{}\", average = \"{}\", {} }}",
                  number_text(rules.separation.weight), word_of(kFalloffWords, rules.separation.falloff),
                  word_of(kAverageWords, rules.separation.average), shape(rules.separation)));
  lines.raw("alignment",
            fmt::format(
                "{{ weight = {}, include_self = {}, average = {}, relative = {}, lone = \"{}\", {} }}",
                number_text(rules.alignment.weight), rules.alignment.include_self, rules.alignment.average,
                rules.alignment.relative, word_of(kLoneWords, rules.alignment.lone), shape(rules.alignment)));
  lines.raw("cohesion",
            fmt::format("{{ weight = {}, target = \"{}\", {} }}", number_text(rules.cohesion.weight),
                        word_of(kTargetWords, rules.cohesion.target), shape(rules.cohesion)));
}

void write_behaviours(Lines& lines, const Scenario& scenario) {
  if (const auto& wind = scenario.wind) {
    lines.table("[wind]");
    lines.vector("velocity", wind->velocity);
    if (wind->gust)
      lines.raw("gust", fmt::format("{{ probability = {}, duration = {}, strength = {} }}",
                                    number_text(wind->gust->probability), wind->gust->duration,
                                    number_text(wind->gust->strength)));
  }
  if (const auto& goal = scenario.goal) {
    lines.table("[goal]");
    std::string path;
    for (const auto& place : goal->path) path += (path.empty() ? "" : ", ") + text_of(place);
    lines.raw("path", "[" + path + "]");
    lines.number("arrive_radius", goal->arrive_radius);
    lines.number("factor", goal->factor);
    lines.number("cap", goal->cap);
  }
  if (const auto& cursor = scenario.cursor) {
    lines.table("[cursor]");
    lines.vector("at", cursor->at);
    lines.text("mode", word_of(kModeWords, cursor->mode));
    lines.number("radius", cursor->radius);
    lines.number("push", cursor->push);
  }
  if (const auto& terrain = scenario.terrain) {
    lines.table("[terrain]");
    if (terrain->hill)
      lines.raw("hill", fmt::format("{{ at = {}, radius = {}, height = {} }}", text_of(terrain->hill->at),
                                    number_text(terrain->hill->radius), number_text(terrain->hill->height)));
    else
      lines.text("image", terrain->image);
  }
  if (scenario.mean_rest) {
    lines.table("[perching]");
    lines.number("mean_rest", *scenario.mean_rest);
  }
  for (const Scenario::Obstacle& obstacle : scenario.obstacles) {
    lines.table("[[obstacle]]");
    lines.vector("at", obstacle.at);
    lines.number("radius", obstacle.radius);
    lines.text("avoid", word_of(kAvoidWords, obstacle.avoid));
    lines.number("strength", obstacle.strength);
  }
  for (const Scenario::Predator& predator : scenario.predators) {
    lines.table("[[predator]]");
    if (predator.at) lines.vector("at", *predator.at);
    lines.number("max_speed", predator.max_speed);
  }
}

void write_event(Lines& lines, const Event& event) {
  lines.table("[[event]]");
  lines.whole("step", event.step);
  lines.text("kind", word_of(kEventWords, event.kind));
  const EventKind kind = event.kind;
  if (kind == EventKind::kScatter || kind == EventKind::kAdd) lines.vector("at", event.at);
  if (kind == EventKind::kScatter || kind == EventKind::kGust) lines.number("strength", event.strength);
  if (kind == EventKind::kScatter && event.radius) lines.number("radius", *event.radius);
  if (kind == EventKind::kStartle || kind == EventKind::kGust) lines.whole("steps", event.steps);
  if (kind == EventKind::kAdd || kind == EventKind::kRemove) lines.whole("count", event.count);
  if (kind == EventKind::kAdd && event.velocity) lines.vector("velocity", *event.velocity);
  if (kind == EventKind::kSet) {
    lines.text("key", event.key);
    lines.raw("value", event.value.empty() ? "\"\"" : event.value);
  }
  if (kind == EventKind::kPreset) lines.text("preset", event.preset);
}

}  // namespace

std::string scenario_to_toml(const Scenario& scenario) {
  Lines lines;
  if (!scenario.preset.empty()) lines.text("preset", scenario.preset);
  lines.whole("boids", scenario.boids);
  lines.whole("seed", static_cast<int64_t>(scenario.seed));
  write_model(lines, scenario);
  write_behaviours(lines, scenario);
  for (const Event& event : scenario.events) write_event(lines, event);
  return lines.take();
}

}  // namespace murmur

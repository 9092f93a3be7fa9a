#include "sim/scenario/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/rules/tokens.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/read.h"
#include "sim/scenario/toml_text.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/roots.h"

namespace murmur {

namespace {

void scale(toml::node* node, double factor) {
  if (!node) return;
  if (toml::array* array = node->as_array()) {
    for (toml::node& element : *array) scale(&element, factor);
  } else if (auto* number = node->as_floating_point()) {
    *number = static_cast<double>(static_cast<float>(number->get() * factor));
  }
}

}  // namespace

void refuse_unknown(const std::string& key) {
  toml::table alone, *inner = &alone;
  const std::vector<KeyStep> steps = split_key(key);
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].index) {
      toml::array& elements =
          *inner->insert(steps[i].key, toml::array{toml::table{}}).first->second.as_array();
      inner = elements.get_as<toml::table>(0);
    } else {
      inner = inner->insert(steps[i].key, toml::table{}).first->second.as_table();
    }
  }
  Faults faults("--set");
  read_scenario(alone, faults);
  if (faults.unknown_keys() > 0) throw UserError(key + ": unknown key, so that it cannot be removed");
}

/// Refuses a new key in `let`, which is probably misspelt, unless a text of the rule is set too. @throws UserError
void ScenarioLayers::refuse_new_let(const std::string& key, const ScenarioOverrides& overrides) const {
  const std::vector<KeyStep> steps = split_key(key);
  if (steps.size() < 3 || steps[0].key != "rule" || !steps[0].index || steps[1].key != "let") return;
  const toml::table* const rule = table_["rule"][*steps[0].index].as_table();
  const std::string& name = steps[2].key;
  const std::string begin = key.substr(0, key.find('.') + 1);
  const bool sets_text = std::any_of(overrides.set.begin(), overrides.set.end(), [&](const auto& other) {
    return other.first.starts_with(begin) && !other.first.starts_with(begin + "let");
  });
  if (!rule || sets_text || !rules::is_word(name)) return;
  std::vector<std::string> names;
  if (const toml::table* const lets = rule->get_as<toml::table>("let"))
    for (const auto& [let, node] : *lets) names.emplace_back(let.str());
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw UserError(fmt::format("{}: the rule has no `let` {}; {}", key, toml_string(name),
                                names.empty() ? "it has none" : suggestion(name, names)));
}

void ScenarioLayers::add_layer(toml::table&& layer, Faults& faults) {
  // A preset is the lowest layer, and may be based on another preset.
  if (const toml::node* preset = layer.get("preset"); preset && table_.empty()) {
    const auto* name = preset->as_string();
    const std::string_view text = name ? preset_text(name->get()) : std::string_view();
    if (!text.empty()) {
      add_layer(parse_toml(text, "preset " + name->get()), faults);
    } else {
      preset_known_ = false;
      if (name)
        faults.add(preset, "preset",
                   fmt::format("{} is not a preset; {}", toml_string(name->get()),
                               suggestion(name->get(), preset_names())));
    }
  }
  const toml::table* world = layer.get_as<toml::table>("world");
  const bool sized = world && world->contains("size");
  merge(table_, std::move(layer));
  if (sized) boids_of_world_ = table_["boids"].value_or(int64_t{100});
}

/// Adds rules after those of the scenario.
void ScenarioLayers::append_rules(const std::vector<std::string>& texts, Faults& faults) {
  constexpr const char* kShape = "; allowed: KEY = VALUE, as in add = \"unit(v) * 0.1\"";
  for (const std::string& text : texts) {
    try {
      toml::table rule = parse_toml(lines_between_semicolons(text), "--rule");
      if (rule.empty()) throw UserError("--rule: is empty");
      for (const auto& [key, node] : rule)
        if (node.is_array_of_tables())
          throw UserError(fmt::format(
              "--rule: has [[{}]]; allowed: the keys of one rule, and --rule once more for another",
              key.str()));
      toml::array* const tables = table_.insert("rule", toml::array{}).first->second.as_array();
      if (!tables) return;  // the file has a fault here
      tables->push_back(std::move(rule));
    } catch (const UserError& error) {
      faults.add_text(error.what() + std::string(text.find('=') == text.npos ? kShape : ""));
    }
  }
}

void ScenarioLayers::add_layer(const ScenarioOverrides& overrides, Faults& faults) {
  append_rules(overrides.rules, faults);
  for (const auto& [key, value] : overrides.set) {
    const auto option = overrides.options.find(key);
    const std::string source = option == overrides.options.end() ? "--set" : option->second;
    try {
      if (key == "preset") throw UserError("preset: use --preset NAME");
      if (!value.empty()) refuse_new_let(key, overrides);
      if (!value.empty())
        set_key(table_, key, parse_value(key, value, source), source);
      else if (remove_key(table_, key))
        removed_.push_back(key);
      else
        refuse_unknown(key);
      if (key == "world.size") boids_of_world_ = table_["boids"].value_or(int64_t{100});
    } catch (const UserError& error) {
      faults.add_text("--set " + std::string(error.what()));
    }
  }
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  if (overrides.seed && *overrides.seed > static_cast<uint64_t>(kMost))
    faults.add_text(fmt::format("--seed: {} is too large; allowed: 0 to {}", *overrides.seed, kMost));
  else if (overrides.seed)
    table_.insert_or_assign("seed", static_cast<int64_t>(*overrides.seed));
  if (overrides.boids && (*overrides.boids < 0 || *overrides.boids > kMostScenarioBoids))
    faults.add_text(fmt::format("--boids: is {}; allowed: a whole number from 0 to {}", *overrides.boids,
                                kMostScenarioBoids));
  else if (overrides.boids)
    table_.insert_or_assign("boids", *overrides.boids);
}

void ScenarioLayers::keep_density(const Scenario& scenario) {
  if (scenario.world.neighbours) return;
  const double ratio = static_cast<double>(std::max<int64_t>(scenario.boids, 1)) /
                       static_cast<double>(std::max<int64_t>(boids_of_world_, 1));
  const double factor = scenario.dimensions() == 2 ? std::sqrt(ratio) : cube_root(ratio);
  const auto whole_to_float = [](toml::node* node) {  // 640 scales like 640.0
    toml::array* array = node ? node->as_array() : nullptr;
    for (size_t k = 0; array && k < array->size(); ++k)
      if (const auto* whole = (*array)[k].as_integer())
        array->replace(array->cbegin() + static_cast<std::ptrdiff_t>(k), static_cast<double>(whole->get()));
  };
  toml::table& world = *table_.get_as<toml::table>("world");
  whole_to_float(world.get("size"));
  scale(world.get("size"), factor);
  if (toml::table* start = table_.get_as<toml::table>("start")) {
    if (const auto* whole = start->get_as<int64_t>("size"))
      start->insert_or_assign("size", static_cast<double>(whole->get()));
    for (const char* key : {"at", "size"}) {
      whole_to_float(start->get(key));
      scale(start->get(key), factor);
    }
  }
}

ReadScenario ScenarioLayers::read(Faults& faults) const {
  ReadScenario read = read_scenario(table_, faults);
  if (faults.missing_keys().empty() || !preset_known_) return read;
  std::vector<std::string> missing;
  for (const std::string& key : faults.missing_keys()) {
    if (std::find(removed_.begin(), removed_.end(), key) == removed_.end())
      missing.push_back(key);
    else
      faults.add_text(fmt::format("--set {0}=: the scenario needs {0}; give it a value", key));
  }
  if (missing.empty()) return read;
  const std::string keys = fmt::format("{}", fmt::join(missing, ", "));
  faults.add_text(
      table_.contains("preset")
          ? fmt::format("{}: {}: needed, but missing", faults.name(), keys)
          : fmt::format(
                "{}: needs preset = \"NAME\" (one of {}) or a full model; missing for a full model: {}",
                faults.name(), fmt::join(preset_names(), ", "), keys));
  return read;
}

Scenario preset_scenario(const std::string& preset, const ScenarioOverrides& overrides) {
  static std::mutex mutex;
  static std::map<std::string, ScenarioLayers> known;
  Faults faults("--preset");
  ScenarioLayers layers;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(preset); found != known.end()) {
      layers = found->second;
    } else {
      layers.add_layer(toml::table{{"preset", preset}}, faults);
      if (faults.empty()) known.emplace(preset, layers);
    }
  }
  layers.add_layer(overrides, faults);
  ReadScenario read = layers.read(faults);
  faults.raise();
  return std::move(read.scenario);
}

}  // namespace murmur

// Puts a scenario together: preset, file and command line laid over each other, read by the schema, checked
// whole. Keeps the merged tables, so that one key can be changed later by the same way (ScenarioSource::set).
#include "sim/scenario/source.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/merge.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/schema.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/cube_root.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"

namespace murmur {

struct ScenarioSource::Parts {
  toml::table table;  // merged, without the place of its values once copied
  Scenario scenario;
};

namespace {

/// The layers as they pile up.
struct Pile {
  toml::table table;
  int64_t boids_of_world = 100;  ///< N of the layers up to the one that gave the world its size
  bool preset_known = true;
};

void lay(Pile& pile, toml::table&& layer, Faults& faults) {
  // A preset is laid first, and may itself stand on another.
  if (const toml::node* preset = layer.get("preset"); preset && pile.table.empty()) {
    const auto* name = preset->as_string();
    const std::string_view text = name ? preset_text(name->get()) : std::string_view();
    if (!text.empty()) {
      lay(pile, parse_toml(text, "preset " + name->get()), faults);
    } else {
      pile.preset_known = false;
      if (name)
        faults.add(preset, "preset",
                   fmt::format("{} is not a preset; {}", toml_string(name->get()),
                               suggestion(name->get(), preset_names())));
    }
  }
  const toml::table* world = layer.get_as<toml::table>("world");
  const bool sized = world && world->contains("size");
  merge(pile.table, std::move(layer));
  if (sized) pile.boids_of_world = pile.table["boids"].value_or(int64_t{100});
}

/// Reads and checks the whole. @throws UserError with every fault.
Scenario read_all(const toml::table& table, Faults& faults, bool preset_known = true) {
  ReadScenario read = read_scenario(table, faults);
  if (!faults.missing_keys().empty() && preset_known) {
    const std::string keys = fmt::format("{}", fmt::join(faults.missing_keys(), ", "));
    faults.add_text(
        table.contains("preset")
            ? fmt::format("{}: {}: needed, but missing", faults.name(), keys)
            : fmt::format(
                  "{}: needs preset = \"NAME\" (one of {}) or a full model; missing for a full model: {}",
                  faults.name(), fmt::join(preset_names(), ", "), keys));
  }
  check_events(read, faults);
  faults.raise();
  return std::move(read.scenario);
}

void scale(toml::node* node, double factor) {
  if (!node) return;
  if (toml::array* array = node->as_array()) {
    for (toml::node& element : *array) scale(&element, factor);
  } else if (auto* number = node->as_floating_point()) {
    *number = static_cast<double>(static_cast<float>(number->get() * factor));
  }
}

/// Multiplies world and start region by (N / the N that came with the world)^(1/D); a world made from N
/// already is left.
void keep_density(Pile& pile, const Scenario& scenario) {
  if (scenario.world.neighbours) return;
  const double ratio = static_cast<double>(std::max<int64_t>(scenario.boids, 1)) /
                       static_cast<double>(std::max<int64_t>(pile.boids_of_world, 1));
  const double factor = scenario.dimensions() == 2 ? std::sqrt(ratio) : cube_root(ratio);
  const auto whole_to_float = [](toml::node* node) {  // 640 and 640.0 scale alike
    toml::array* array = node ? node->as_array() : nullptr;
    for (size_t k = 0; array && k < array->size(); ++k)
      if (const auto* whole = (*array)[k].as_integer())
        array->replace(array->cbegin() + static_cast<std::ptrdiff_t>(k), static_cast<double>(whole->get()));
  };
  toml::table& world = *pile.table.get_as<toml::table>("world");
  whole_to_float(world.get("size"));
  scale(world.get("size"), factor);
  if (toml::table* start = pile.table.get_as<toml::table>("start")) {
    if (const auto* whole = start->get_as<int64_t>("size"))
      start->insert_or_assign("size", static_cast<double>(whole->get()));
    for (const char* key : {"at", "size"}) {
      whole_to_float(start->get(key));
      scale(start->get(key), factor);
    }
  }
}

std::string read_text(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    std::string hint = "give the path of a scenario file";
    if (const auto near = near_names(path, preset_names()); !near.empty())
      hint += ", or --preset " + near.front();
    return RunError(fmt::format("cannot read the scenario {}: {}; {}", path, why, hint));
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw refuse("it is a directory");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw refuse(errno != 0 ? std::strerror(errno) : "it does not open");
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) throw refuse("reading it failed");
  return std::move(text).str();
}

/// The file and the command line as one scenario.
Scenario assemble(Pile& pile, toml::table&& file, const std::string& name,
                  const ScenarioOverrides& overrides) {
  Faults faults(name);
  lay(pile, std::move(file), faults);
  for (const auto& [key, value] : overrides.set) {
    toml::table layer;
    try {
      if (key == "preset") throw UserError("--set preset: use --preset NAME");
      if (value.empty())
        remove_key(pile.table, key);
      else
        set_key(pile.table, key, value, "--set");
      if (key == "world.size") pile.boids_of_world = pile.table["boids"].value_or(int64_t{100});
    } catch (const UserError& error) {
      faults.add_text("--set " + std::string(error.what()));
    }
  }
  if (overrides.boids) merge(pile.table, parse_toml(fmt::format("boids = {}", *overrides.boids), "--boids"));
  if (overrides.seed && *overrides.seed > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    faults.add_text(fmt::format("--seed: {} is too large; allowed: 0 to {}", *overrides.seed,
                                std::numeric_limits<int64_t>::max()));
  else if (overrides.seed)
    merge(pile.table, parse_toml(fmt::format("seed = {}", *overrides.seed), "--seed"));
  Scenario scenario = read_all(pile.table, faults, pile.preset_known);
  if (!overrides.keep_density) return scenario;
  keep_density(pile, scenario);
  Faults again("--keep-density");
  return read_all(pile.table, again);
}

}  // namespace

ScenarioSource ScenarioSource::from_file(const std::string& path, const ScenarioOverrides& overrides) {
  toml::table table = parse_toml(read_text(path), path);
  // A picture is named from where the scenario stands, not from where the program was started.
  if (auto* image = table["terrain"]["image"].as_string(); image && !image->get().empty())
    *image = (std::filesystem::path(path).parent_path() / image->get()).lexically_normal().string();
  auto parts = std::make_unique<Parts>();
  Pile pile;
  parts->scenario = assemble(pile, std::move(table), path, overrides);
  parts->table = std::move(pile.table);
  return ScenarioSource(std::move(parts));
}

ScenarioSource ScenarioSource::from_text(std::string_view text, const std::string& name,
                                         const ScenarioOverrides& overrides) {
  auto parts = std::make_unique<Parts>();
  Pile pile;
  parts->scenario = assemble(pile, parse_toml(text, name), name, overrides);
  parts->table = std::move(pile.table);
  return ScenarioSource(std::move(parts));
}

ScenarioSource ScenarioSource::from_preset(const std::string& preset, const ScenarioOverrides& overrides) {
  return from_text("preset = " + toml_string(preset), "--preset", overrides);
}

const Scenario& ScenarioSource::scenario() const { return parts_->scenario; }

std::string ScenarioSource::to_toml() const { return scenario_to_toml(parts_->scenario); }

void ScenarioSource::set(const std::string& key, const std::string& value) {
  if (key == "preset") throw UserError("preset: is not set during a run; use an event of kind \"preset\"");
  const Scenario& old = parts_->scenario;
  toml::table table = parts_->table;
  // What was derived from N and R stays as it is while either changes.
  if (toml::table* world = table.get_as<toml::table>("world"); world && !world->contains("size")) {
    toml::array size;
    for (const double side : old.world.size) size.push_back(side);
    world->insert("size", std::move(size));
    world->erase("neighbours");
    world->erase("dimensions");
  }
  Faults faults("set " + key);
  if (!value.empty()) {
    set_key(table, key, value, "--set");
  } else if (!remove_key(table, key)) {
    // Nothing to take away; a key that could never be there is still an error.
    set_key(table, key, "{}", "--set");
    read_scenario(table, faults);
    if (faults.unknown_keys() > 0) faults.raise();
    return;
  }
  toml::table plain = table;  // a copy forgets places: the fault of one key needs none
  Scenario scenario = read_all(plain, faults);
  if (scenario.dimensions() != old.dimensions())
    throw UserError(fmt::format("{}: would make {} dimensions of {}; allowed: as many as the run has", key,
                                scenario.dimensions(), old.dimensions()));
  parts_->table = std::move(plain);
  parts_->scenario = std::move(scenario);
}

ScenarioSource::ScenarioSource(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ScenarioSource::ScenarioSource(const ScenarioSource& other)
    : parts_(std::make_unique<Parts>(*other.parts_)) {}
ScenarioSource& ScenarioSource::operator=(const ScenarioSource& other) {
  if (this != &other) parts_ = std::make_unique<Parts>(*other.parts_);
  return *this;
}
ScenarioSource::ScenarioSource(ScenarioSource&&) noexcept = default;
ScenarioSource& ScenarioSource::operator=(ScenarioSource&&) noexcept = default;
ScenarioSource::~ScenarioSource() = default;

}  // namespace murmur

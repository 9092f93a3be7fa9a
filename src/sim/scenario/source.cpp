#include "sim/scenario/source.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "sim/scenario/events.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/layers.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/toml_text.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"
#include "sim/util/near_names.h"
#include "sim/util/utf8.h"

namespace murmur {

namespace {

/// A file is named from where the scenario stands, not from where the program was started; in full, so that checkpoints, logs and sweeps
/// find it from anywhere.
void find_file(toml::value<std::string>* file, const std::string& key, const std::string& scenario) {
  if (!file || file->get().empty()) return;
  *file = (std::filesystem::absolute(scenario).parent_path() / file->get()).lexically_normal().string();
  if (!is_utf8(file->get()))
    throw UserError(
        fmt::format("{}: {}: the name of its folder is not UTF-8, as text in logs and checkpoints must be; "
                    "rename the folder",
                    scenario, key));
}

/// The file and the command line as one scenario. @throws UserError with every fault.
Scenario assemble(toml::table&& file, const std::string& name, const ScenarioOverrides& overrides) {
  Faults faults(name);
  ScenarioLayers layers;
  layers.lay(std::move(file), faults);
  layers.lay(overrides, faults);
  ReadScenario read = layers.read(faults);
  check_events(read, faults);
  faults.raise();
  if (!overrides.keep_density) return std::move(read.scenario);
  layers.keep_density(read.scenario);
  Faults again("--keep-density");
  read = layers.read(again);
  check_events(read, again);
  again.raise();
  return std::move(read.scenario);
}

}  // namespace

std::string ScenarioSource::file_text(const std::string& path) {
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
  // One byte more than the limit, to distinguish an endless device (/dev/zero) from a file of exactly that size.
  std::string text;
  for (char buffer[1 << 16]; text.size() <= kLargestScenario;) {
    file.read(buffer, sizeof buffer);
    text.append(buffer, static_cast<size_t>(file.gcount()));
    if (!file) break;
  }
  if (file.bad()) throw refuse("reading it failed");
  return text;
}

ScenarioSource ScenarioSource::from_file(const std::string& path, const ScenarioOverrides& overrides) {
  return from_file_text(file_text(path), path, overrides);
}

ScenarioSource ScenarioSource::from_file_text(std::string_view text, const std::string& path,
                                              const ScenarioOverrides& overrides) {
  toml::table table = parse_toml(text, path);
  find_file(table["terrain"]["image"].as_string(), "terrain.image", path);
  if (toml::array* const walls = table["wall"].as_array()) {
    for (size_t k = 0; k < walls->size(); ++k) {
      toml::table* const wall = walls->get_as<toml::table>(k);
      for (const char* const key : {"mesh", "image"})
        if (wall) find_file(wall->get_as<std::string>(key), fmt::format("wall[{}].{}", k, key), path);
    }
  }
  return ScenarioSource(assemble(std::move(table), path, overrides));
}

ScenarioSource ScenarioSource::from_text(std::string_view text, const std::string& name,
                                         const ScenarioOverrides& overrides) {
  return ScenarioSource(assemble(parse_toml(text, name), name, overrides));
}

ScenarioSource ScenarioSource::from_preset(const std::string& preset, const ScenarioOverrides& overrides) {
  if (overrides.set.empty() && overrides.rules.empty() && !overrides.keep_density)
    return ScenarioSource(preset_scenario(preset, overrides));
  return ScenarioSource(assemble(toml::table{{"preset", preset}}, "--preset", overrides));
}

std::string ScenarioSource::to_toml() const { return scenario_to_toml(scenario_); }

void ScenarioSource::set(const std::string& key, const SetValue& value) { set_key(scenario_, key, value); }

void ScenarioSource::follow(const Event& event, int64_t& boids) { follow_event(event, scenario_, boids); }
void ScenarioSource::accept(const Event& event, int64_t& boids) { accept_event(event, scenario_, boids); }

}  // namespace murmur

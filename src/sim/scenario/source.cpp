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

/// Makes a file's path absolute, starting from the scenario's folder and not from the program's. Checkpoints, logs
/// and sweeps then find the file from anywhere.
void find_file(toml::value<std::string>* file, const std::string& key, const std::string& scenario) {
  if (!file || file->get().empty()) return;
  *file = (std::filesystem::absolute(scenario).parent_path() / file->get()).lexically_normal().string();
  if (!is_utf8(file->get()))
    throw UserError(
        fmt::format("{}: {}: the name of its folder is not UTF-8, as text in logs and checkpoints must be; "
                    "rename the folder",
                    scenario, key));
}

/// Makes the paths of files absolute that walls or a terrain name.
void find_files(toml::node* node, const std::string& key, const std::string& scenario) {
  if (toml::array* const tables = node ? node->as_array() : nullptr)
    for (size_t k = 0; k < tables->size(); ++k)
      find_files(tables->get(k), fmt::format("{}[{}]", key, k), scenario);
  toml::table* const table = node ? node->as_table() : nullptr;
  for (const char* const name : {"mesh", "image"})
    if (table) find_file(table->get_as<std::string>(name), fmt::format("{}.{}", key, name), scenario);
}

/// Whether a `set` of this key may contain names of files.
bool may_name_files(const std::string& key) {
  const std::string table = table_of(key).table;
  return table == "wall" || table == "terrain";
}

/// Makes the paths of files absolute in a `set` event, whether it sets a whole table or one key.
void find_files_of_event(toml::table& event, size_t index, const std::string& scenario) {
  const std::string set = event["key"].value_or(std::string());
  const std::string place = fmt::format("event[{}].value", index);
  if (!may_name_files(set)) return;
  find_files(event.get("value"), place, scenario);
  if (set.ends_with(".mesh") || set.ends_with(".image"))
    find_file(event.get_as<std::string>("value"), place, scenario);
}

/// Combines file and command line to a scenario. @throws UserError with every fault.
Scenario assemble(toml::table&& file, const std::string& name, const ScenarioOverrides& overrides) {
  Faults faults(name);
  ScenarioLayers layers;
  layers.add_layer(std::move(file), faults);
  layers.add_layer(overrides, faults);
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
    std::error_code ignored;
    const auto near = near_names(std::filesystem::path(path).stem().string(), preset_names());
    const std::string hint =
        std::filesystem::exists(path + ".toml", ignored)
            ? fmt::format("did you mean {}.toml?", path)
            : fmt::format("give the path of a scenario file, or --preset {}",
                          near.empty() ? "with a name that murmur presets lists" : near.front());
    return RunError(fmt::format("cannot read the scenario {}: {}; {}", path, why, hint));
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw refuse("it is a directory");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw refuse(errno != 0 ? std::strerror(errno) : "it does not open");
  // Reads one byte more than the limit, to distinguish an endless device (/dev/zero) from a file of exactly that size.
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
  for (const char* const key : {"terrain", "wall"}) find_files(table.get(key), key, path);
  toml::array* const events = table["event"].as_array();
  for (size_t k = 0; events && k < events->size(); ++k)
    if (toml::table* const event = events->get_as<toml::table>(k)) find_files_of_event(*event, k, path);
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

void name_files_in_full(Event& event) {
  if (event.kind != EventKind::kSet || event.value.empty() || !may_name_files(event.key)) return;
  toml::table set{{"key", event.key}};
  SetValueNode::of(event.key, event.value)->visit([&](const auto& value) { set.insert("value", value); });
  const toml::table before = set;
  find_files_of_event(set, 0, "here");
  if (set != before) event.value = SetValueNode::value(*set.get("value"));
}

}  // namespace murmur

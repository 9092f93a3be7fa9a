#include "app/options/common_options.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>
#include <mutex>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/options/cli_text.h"
#include "app/options/device_check.h"
#include "app/options/file_kind.h"
#include "app/options/gallery_list.h"
#include "app/options/terminal.h"
#include "sim/backends/cpu/simd.h"
#include "sim/machine/registry.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/toml_values.h"
#include "sim/state/density.h"
#include "sim/util/counts.h"
#include "sim/util/errors.h"
#include "sim/util/memory.h"

namespace murmur {
namespace {

/// The value as TOML, with the quotes that users leave out on the command line: --set world.boundary=tile is "tile"
/// in TOML, and #3366ff is "#3366ff".
std::string toml_value(const std::string& value) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
  };
  const bool word = !value.empty() && std::isalpha(static_cast<unsigned char>(value.front())) &&
                    std::all_of(value.begin(), value.end(), in_word);
  if (value.starts_with('#')) return toml_string(value);
  const bool keyword = value == "true" || value == "false" || value == "inf" || value == "nan";
  return word && !keyword ? "\"" + value + "\"" : value;
}

/// The value with the quotes that a shell has removed around the text of a rule: --set rule[0].add="unit(v) * 0.1".
std::string rule_value(const std::string& key, const std::string& value) {
  const TableOfKey at = table_of(key);
  const bool text = at.table == "rule" && at.element &&
                    (at.key == "add" || at.key == "when" || at.key == "name" || at.key.starts_with("sums."));
  return !text || value.empty() || value.front() == '"' || value.front() == '\'' ? value : toml_string(value);
}

bool is_file_key(const std::string& key) {
  const TableOfKey at = table_of(key);
  return key == "terrain.image" ||
         (at.table == "wall" && at.element && (at.key == "mesh" || at.key == "image"));
}

/// The absolute path of a file that the command line names relative to the present folder, so that checkpoints and
/// logs find the file from any folder.
std::string file_value(std::string value) {
  for (const char quote : {'"', '\''}) {
    if (value.size() >= 2 && value.front() == quote && value.back() == quote)
      value = value.substr(1, value.size() - 2);
  }
  if (!value.empty()) value = std::filesystem::absolute(value).lexically_normal().string();
  return value.find('\'') == std::string::npos ? "'" + value + "'" : "\"" + value + "\"";
}

std::string array_text(const std::vector<double>& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

/// Adds the options of single behaviours as keys of the scenario.
void add_behaviours(const CommonOptions& options, ScenarioOverrides& overrides) {
  const auto place = [&](const char* option, const std::string& text, const char* key) {
    if (text.empty()) return;
    overrides.set.emplace_back(key, array_text(place_numbers(option, text)));
    overrides.options[key] = option;
  };
  place("--wind", options.wind, "wind.velocity");
  place("--cursor", options.cursor, "cursor.at");
  place("--goal", options.goal, "goal.at");
  std::vector<std::string> tables;
  for (const std::string& text : options.obstacles) {
    std::vector<double> at = place_numbers("--obstacle", text, 3);
    const double radius = at.back();
    at.pop_back();
    tables.push_back(fmt::format("{{ at = {}, radius = {} }}", array_text(at), radius));
  }
  if (!tables.empty()) overrides.set.emplace_back("obstacle", fmt::format("[{}]", fmt::join(tables, ", ")));
  overrides.options["obstacle"] = "--obstacle";
  overrides.options["predator"] = "--predators";
  if (options.predators) {
    const std::vector<std::string> seeded(static_cast<size_t>(*options.predators), "{}");
    overrides.set.emplace_back("predator", fmt::format("[{}]", fmt::join(seeded, ", ")));
  }
}

/// Rejects a key of --set that another option sets too, because one of the two values would be lost. @throws UserError.
void refuse_second_name(const CommonOptions& options, const std::string& key) {
  const std::tuple<const char*, const char*, bool> fixed[] = {
      {"boids", "--boids", !options.boids.empty()},
      {"seed", "--seed", options.seed.has_value()},
      {"wind.velocity", "--wind", !options.wind.empty()},
      {"cursor.at", "--cursor", !options.cursor.empty()},
      {"goal.at", "--goal", !options.goal.empty()},
      {"rule", "--rule", !options.rules.empty()},
      {"obstacle", "--obstacle", !options.obstacles.empty()},
      {"predator", "--predators", options.predators.has_value()}};
  for (const auto& [of_option, option, named] : fixed)
    if (named && key == of_option)
      throw UserError(fmt::format("--set {}: {} sets it already; name it once", key, option));
}

ScenarioOverrides overrides_of(const CommonOptions& options) {
  ScenarioOverrides overrides;
  if (!options.boids.empty()) {
    try {
      overrides.boids = parse_count(options.boids);
    } catch (const UserError& error) {
      throw UserError(fmt::format("--boids: {}", error.what()));
    }
  }
  overrides.seed = options.seed;
  overrides.keep_density = options.keep_density;
  overrides.rules = options.rules;
  add_behaviours(options, overrides);
  for (const std::string& assignment : options.set) {
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UserError(
          fmt::format("--set {}: write KEY=VALUE, for example --set rules.radius=60", assignment));
    }
    const std::string key = assignment.substr(0, equals);
    std::string value = assignment.substr(equals + 1);
    refuse_second_name(options, key);
    // A whole number as people type it, such as 100k: --boids and --seed accept it, too.
    if (const auto whole = typed_whole(value); whole && (key == "boids" || key == "seed"))
      value = std::to_string(*whole);
    overrides.set.emplace_back(key,
                               is_file_key(key) ? file_value(value) : toml_value(rule_value(key, value)));
  }
  return overrides;
}

}  // namespace

bool CommonOptions::names_boids() const {
  return !boids.empty() ||
         std::ranges::any_of(set, [](const std::string& text) { return text.starts_with("boids="); });
}

std::vector<std::string> with_auto(std::vector<std::string> names) {
  names.insert(names.begin(), "auto");
  return names;
}

void add_machine_options(CLI::App& command, CommonOptions& options) {
  const char* const group = "Backend";
  command
      .add_option("--threads", options.threads,
                  fmt::format("threads of the {} backend (0: one for each processor it may use)",
                              listed(backend_names_where(&BackendKind::threads))))
      ->type_name("N")
      ->group(group)
      ->transform(whole_number(0, 4096));
  const std::vector<std::string> sets = with_auto(simd_names());
  command.add_option("--simd", options.simd, listed(sets, "or") + ": the same bits each")
      ->type_name("SET")
      ->group(group)
      ->check(one_of(sets));
  command
      .add_option("--device", options.device, "which GPU (see murmur devices; default: the first that works)")
      ->type_name("N")
      ->group(group)
      ->transform(whole_number(0, std::numeric_limits<int>::max()));
  const std::vector<std::string> kernels = with_auto(kernel_names());
  command.add_option("--kernel", options.kernel, listed(kernels, "or") + " on a GPU: the same bits each")
      ->type_name("NAME")
      ->group(group)
      ->check(one_of(kernels));
}

void add_backend_options(CLI::App& command, CommonOptions& options) {
  const std::vector<std::string> names = with_auto(backend_names());
  command
      .add_option("--backend", options.backend,
                  fmt::format("{} (auto: {} if it can, else {})", listed(names, "or"),
                              listed(backend_names_where(is_automatic), "or"), default_backend().name))
      ->type_name("NAME")
      ->group("Backend")
      ->check(one_of(names));
  add_machine_options(command, options);
}

void add_scenario_options(CLI::App& command, CommonOptions& options) {
  const char* const group = "Scenario";
  command.add_option("SCENARIO.toml", options.scenario_file,
                     "what to simulate (default: the preset murmuration)");
  command.add_option("--preset", options.preset, "a built-in scenario (see murmur presets)")
      ->type_name("NAME")
      ->group(group);
  command.add_option("--boids,--num-boids", options.boids, "how many: 5000, 100k, 1M")
      ->type_name("N")
      ->group(group);
  command.add_option("--seed", options.seed, "seed of all random numbers")
      ->type_name("N")
      ->transform(whole_number(0))
      ->group(group);
  command.add_flag("--keep-density", options.keep_density, "grow the world with N")->group(group);
  command.add_option("--set", options.set, "change one key, for example rules.radius=60; repeatable")
      ->type_name("KEY=VALUE")
      ->group(group)
      ->allow_extra_args(false);

  command
      .add_option("--rule", options.rules,
                  "add a rule, KEY = VALUE; ..., as in 'add = \"unit(v) * 0.1\"'; repeatable")
      ->type_name("KEYS")
      ->group(group)
      ->allow_extra_args(false);

  const char* const behaviours = "Behaviours (all keys: docs/scenarios.md)";
  command
      .add_option("--obstacle", options.obstacles,
                  "a circle to avoid (3D: X,Y,Z,R); repeatable, instead of the scenario's")
      ->type_name("X,Y,R")
      ->group(behaviours)
      ->allow_extra_args(false);
  const auto add_place = [&](const char* name, std::string& text, const char* help) {
    command.add_option(name, text, help)->type_name("X,Y")->group(behaviours);
  };
  add_place("--wind", options.wind, "constant wind; a tenth of it is added to each velocity");
  add_place("--cursor", options.cursor, "a position to flee, as from the pointer in the window");
  add_place("--goal", options.goal, "a position to fly to");
  command.add_option("--predators", options.predators, "how many hunt the flock, instead of the scenario's")
      ->type_name("K")
      ->transform(whole_number(0, 10000))
      ->group(behaviours);
}

void add_common_options(CLI::App& command, CommonOptions& options) {
  add_scenario_options(command, options);
  add_backend_options(command, options);
}

ScenarioSource scenario_source(const CommonOptions& options) {
  if (std::error_code none;
      typed_number(options.scenario_file) && !std::filesystem::exists(options.scenario_file, none))
    throw UserError(fmt::format(
        "'{}' stands alone: the numbers of one option have commas between and no spaces, as in --wind 1,0",
        options.scenario_file));
  if (!options.scenario_file.empty() && !options.preset.empty()) {
    throw UserError(fmt::format(
        "{} and --preset {} were both given: choose one (a scenario file may say preset = \"{}\")",
        options.scenario_file, options.preset, options.preset));
  }
  const ScenarioOverrides overrides = overrides_of(options);
  if (!options.scenario_file.empty()) {
    try {
      const std::string& path = options.scenario_file;
      return options.scenario_text ? ScenarioSource::from_file_text(*options.scenario_text, path, overrides)
                                   : ScenarioSource::from_file(path, overrides);
    } catch (const UserError&) {
      const std::string why = other_kind(options.scenario_file);
      if (!why.empty()) throw UserError(why);
      throw;
    } catch (const RunError&) {  // perhaps an example of the documentation, from another folder
      const std::filesystem::path path(options.scenario_file);
      std::error_code none;
      if (std::filesystem::exists(path, none) || !find_gallery_entry(path.stem().string())) throw;
      throw RunError(
          fmt::format("cannot read the scenario {}: No such file or directory; give the path of a scenario "
                      "file, or --preset {}",
                      path.string(), path.stem().string()));
    }
  }
  return gallery_source(gallery_entry(options.preset.empty() ? preset_names().front() : options.preset),
                        overrides);
}

BackendOptions backend_options(const CommonOptions& options) {
  BackendOptions result;
  result.threads = options.threads;
  result.device = options.device;
  result.first_device = options.first_device;
  if (options.kernel != "auto") result.kernel = options.kernel;
  read_simd(options.simd, result.simd);  // leaves kAuto for "auto"
  return result;
}

std::unique_ptr<Backend<float>> choose_backend(const CommonOptions& options, std::string* why_not) {
  std::string why;
  auto backend = make_checked_backend(options.backend, backend_options(options), &why);
  static std::once_flag told;  // said once: a sweep calls this for each run
  if (why.empty()) why = backend->remark();
  if (!why.empty()) std::call_once(told, [&] { complain(why); });
  if (why_not) *why_not = std::move(why);
  return backend;
}

std::unique_ptr<Backend<float>> backend_of_list(
    const std::string& name, const std::function<std::unique_ptr<Backend<float>>()>& make) {
  try {
    return make();
  } catch (const RunError& error) {
    std::string text = error.what();
    const std::string advice = "use --backend cpu";
    if (!text.ends_with(advice)) throw;
    text.replace(text.size() - advice.size(), advice.size(), fmt::format("leave {} out of --backends", name));
    throw RunError(text);
  }
}

void check_memory(int64_t boids, int dimensions, const std::string& backend) {
  const BackendKind* const kind = find_backend(backend);
  const double each =
      kind && kind->on_device() ? host_bytes_per_boid_of_device(dimensions) : bytes_per_boid(dimensions);
  require_memory(static_cast<double>(boids) * each, fmt::format("{} boids", boids),
                 "ask for fewer with --boids");
}

void note_dense_start(const Scenario& scenario) {
  constexpr double kManyNeighbours = 2000.0, kManyPairs = 1e8;  // tenths of a second per step
  const auto& start = scenario.start;
  const auto& region = start.positions == StartPositions::kPatch ? start.size : scenario.world.size;
  const double boids = static_cast<double>(scenario.boids), others = boids - 1.0;
  const double neighbours = std::min(neighbours_when_spread(scenario, region, others), others);
  if (neighbours < kManyNeighbours || boids * neighbours < kManyPairs) return;
  note(
      "{} boids start close together, with about {:.0f} others within the radius of each: steps are slow. "
      "--keep-density lets start and world grow with the number of boids",
      scenario.boids, neighbours);
}

std::string out_of_memory(int64_t boids) {
  return fmt::format("there is not enough memory for {} boids; ask for fewer with --boids", boids);
}

}  // namespace murmur

#include "app/bench/settled_state.h"

#include <exception>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "app/options/cache_folder.h"
#include "build_info.h"
#include "sim/formats/checkpoint.h"
#include "sim/machine/registry.h"
#include "sim/run/simulation.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

/// Whether the cache is a file that may be read or replaced. A pipe is not: reading it would not end.
bool is_file(const std::string& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

std::optional<State<float>> read_state(const std::string& path) {
  try {
    if (is_file(path)) return read_checkpoint<float>(path).state;
  } catch (const std::exception&) {  // a damaged cache counts as none
  }
  return std::nullopt;
}

/// Writes the state into the cache. A failure is ignored.
void write_state(const std::string& path, const Simulation<float>& simulation, const State<float>& state) {
  std::error_code refused;
  fs::create_directories(fs::path(path).parent_path(), refused);
  if (is_file(path)) fs::remove(path, refused);  // a damaged cache file, which is not worth a backup
  if (fs::exists(path, refused)) return;
  try {
    write_checkpoint<float>(
        path, {{simulation.source().to_toml()}, simulation.run_state(), state, simulation.hash()});
  } catch (const std::exception&) {
  }
}

}  // namespace

std::string settled_cache_path(const ScenarioSource& source) {
  const std::string folder = cache_folder();
  if (folder.empty()) return {};
  const Scenario& scenario = source.scenario();
  return fmt::format("{}/settled-{}-{}-{}-{}.state", folder, scenario.preset, scenario.boids, scenario.seed,
                     content_digest(fmt::format("{}\n{}\n{}", kVersion, kSettledSteps, source.to_toml())));
}

State<float> settled_state(const ScenarioSource& source, const std::function<bool(int64_t step)>& go_on) {
  const std::string path = settled_cache_path(source);
  if (!path.empty()) {
    if (auto kept = read_state(path); kept && kept->step == kSettledSteps) return *std::move(kept);
  }
  Simulation<float> simulation(source, default_backend().make({}));
  while (simulation.step_number() < kSettledSteps) {
    if (!go_on(simulation.step_number())) return {};
    simulation.advance();
  }
  State<float> state = simulation.state();
  if (!path.empty()) write_state(path, simulation, state);
  return state;
}

}  // namespace murmur

#include "app/bench/settled_state.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "app/options/cache_folder.h"
#include "base/random.h"
#include "build_info.h"
#include "sim/machine/registry.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic = {'m', 'u', 'r', 's', 'e', 't', 't', '2'};

/// FNV-1a: only for the name of the file.
uint64_t text_hash(const std::string& text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T>
void put(std::string& out, const std::vector<T>& values) {
  put(out, static_cast<uint64_t>(values.size()));
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}
template <class T>
void take(std::istream& in, T& value) {
  in.read(reinterpret_cast<char*>(&value), sizeof value);
}
template <class T>
void take(std::istream& in, std::vector<T>& values, uint64_t file_size) {
  uint64_t size = 0;
  take(in, size);
  if (!in || size > file_size / sizeof(T)) return in.setstate(std::ios::failbit);
  values.resize(size);
  in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(size * sizeof(T)));
}

std::optional<State<float>> read_state(const std::string& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return std::nullopt;  // a pipe would not end
  const uint64_t file_size = fs::file_size(path, none);
  std::ifstream in(path, std::ios::binary);
  if (none || !in) return std::nullopt;
  std::array<char, 8> magic{};
  uint64_t hash = 0;
  State<float> state;
  take(in, magic);
  take(in, hash);
  take(in, state.dimensions);
  take(in, state.step);
  take(in, state.position, file_size);
  take(in, state.velocity, file_size);
  take(in, state.predator_position, file_size);
  take(in, state.predator_velocity, file_size);
  each_column([&](const ColumnInfo&, auto& rows) { take(in, rows, file_size); }, state.columns);
  if (!in || magic != kMagic || state.dimensions < 2 || state.dimensions > 3) return std::nullopt;
  if (state.position.size() != state.velocity.size() || state_hash(state) != hash) return std::nullopt;
  return state;
}

/// A cache that cannot be written is none.
void write_state(const std::string& path, const State<float>& state) {
  std::error_code refused;
  fs::create_directories(fs::path(path).parent_path(), refused);
  if (fs::exists(path, refused) && !fs::is_regular_file(path, refused)) return;
  std::string out;
  put(out, kMagic);
  put(out, state_hash(state));
  put(out, state.dimensions);
  put(out, state.step);
  put(out, state.position);
  put(out, state.velocity);
  put(out, state.predator_position);
  put(out, state.predator_velocity);
  each_column([&](const ColumnInfo&, const auto& rows) { put(out, rows); }, state.columns);
  try {
    replace_file(path, out);
  } catch (const RunError&) {
  }
}

}  // namespace

std::string settled_cache_path(const ScenarioSource& source) {
  const std::string folder = cache_folder();
  if (folder.empty()) return {};
  const Scenario& scenario = source.scenario();
  const uint64_t key = text_hash(fmt::format("{}\n{}\n{}", kVersion, kSettledSteps, source.to_toml()));
  return fmt::format("{}/settled-{}-{}-{}-{:016x}.state", folder, scenario.preset, scenario.boids,
                     scenario.seed, key);
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
  if (!path.empty()) write_state(path, state);
  return state;
}

}  // namespace murmur

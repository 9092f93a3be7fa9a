// The options that view, run and verify share, and the scenario and the backend that they select.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/backends/backend.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"

namespace CLI {
class App;
}

namespace murmur {

/// What computes a run; the result is the same for all.
struct MachineOptions {
  std::string backend = "auto";
  std::string simd = "auto", kernel = "auto";
  int threads = 0, device = -1;  // device: the first that works
  int first_device = -1;         // index of the device to try first: that of the window's OpenGL
};

struct CommonOptions : MachineOptions {
  std::string scenario_file;                         ///< empty: `preset`
  std::shared_ptr<const std::string> scenario_text;  ///< what is in scenario_file, if it was read before
  std::string preset;                                ///< empty: the default preset
  std::string boids;                                 ///< "100k"; empty: as in the scenario
  std::optional<uint64_t> seed;
  bool keep_density = false;
  std::vector<std::string> set;        ///< "KEY=VALUE"
  std::vector<std::string> rules;      ///< each the inside of a [[rule]] table, behind those of the scenario
  std::vector<std::string> obstacles;  ///< "X,Y,R" (3D: "X,Y,Z,R"); replace those of the scenario
  std::string wind, cursor, goal;      ///< "X,Y" (3D: "X,Y,Z"); empty: as in the scenario
  std::optional<int64_t> predators;    ///< number, seeded; replaces those of the scenario

  /// Whether --boids or --set boids gives N.
  bool names_boids() const;
};

/// [SCENARIO.toml], --preset, --boids, --seed, --keep-density, --set, --rule and the common behaviours.
void add_scenario_options(CLI::App& command, CommonOptions& options);
/// --threads, --simd, --device, --kernel.
void add_machine_options(CLI::App& command, CommonOptions& options);
/// --backend and the machine options.
void add_backend_options(CLI::App& command, CommonOptions& options);
/// `auto` and the names: what --backend, --simd and --kernel take.
std::vector<std::string> with_auto(std::vector<std::string> names);
/// All of them.
void add_common_options(CLI::App& command, CommonOptions& options);

/// The scenario these options name. @throws UserError.
ScenarioSource scenario_source(const CommonOptions& options);
BackendOptions backend_options(const CommonOptions& options);
/// The backend of these options. When `auto` finds a GPU that does not work, it says so once, and `why_not` gets
/// the sentence.
std::unique_ptr<Backend<float>> choose_backend(const CommonOptions& options, std::string* why_not = nullptr);
/// make(), for a backend of --backends. @throws what it throws; a device that cannot be used is to be left out there.
std::unique_ptr<Backend<float>> backend_of_list(const std::string& name,
                                                const std::function<std::unique_ptr<Backend<float>>()>& make);

/// @throws RunError naming N, the bytes that a run of it needs and those available, when memory cannot
/// suffice. Checked before the allocation, because Linux overcommits memory.
/// `backend`: one that steps on a device keeps the boids there, and less on the host.
void check_memory(int64_t boids, int dimensions, const std::string& backend = "");
/// Notes that the boids of this scenario start so close together that steps are slow, and what helps. Nothing otherwise.
void note_dense_start(const Scenario& scenario);
/// The message for an allocation that fails nevertheless.
std::string out_of_memory(int64_t boids);
/// body(), which may set `boids`. @throws RunError with that message for an allocation that fails.
template <class Body>
auto within_memory(const int64_t& boids, const Body& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    throw RunError(out_of_memory(boids));
  } catch (const std::length_error&) {
    throw RunError(out_of_memory(boids));
  }
}

}  // namespace murmur

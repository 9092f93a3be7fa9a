// The options that view, run and verify share, and how they select a scenario and a backend.
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

/// Options of the machine that computes a run; none of them changes the result.
struct MachineOptions {
  std::string backend = "auto";
  std::string simd = "auto", kernel = "auto";
  int threads = 0, device = -1;  // device -1: the first that works
  int first_device = -1;         // device to try first: the one of the window's OpenGL
};

struct CommonOptions : MachineOptions {
  std::string scenario_file;                         ///< path; empty: `preset` is used
  std::shared_ptr<const std::string> scenario_text;  ///< text of scenario_file, if it was read before
  std::string preset;                                ///< name of a preset; empty: the default preset
  std::string boids;                                 ///< N as text, "100k"; empty: as in the scenario
  std::optional<uint64_t> seed;
  bool keep_density = false;
  std::vector<std::string> set;        ///< each "KEY=VALUE"
  std::vector<std::string> rules;      ///< keys of further [[rule]] tables, after those of the scenario
  std::vector<std::string> obstacles;  ///< "X,Y,R" (3D: "X,Y,Z,R"); they replace those of the scenario
  std::string wind, cursor, goal;      ///< "X,Y" (3D: "X,Y,Z"); empty: as in the scenario
  std::optional<int64_t> predators;    ///< number of predators, which replace those of the scenario

  /// Whether --boids or --set boids gives N.
  bool names_boids() const;
};

/// Adds [SCENARIO.toml], --preset, --boids, --seed, --keep-density, --set, --rule and the common behaviours.
void add_scenario_options(CLI::App& command, CommonOptions& options);
/// Adds --threads, --simd, --device and --kernel.
void add_machine_options(CLI::App& command, CommonOptions& options);
/// Adds --backend and the options of add_machine_options().
void add_backend_options(CLI::App& command, CommonOptions& options);
/// The allowed words of --backend, --simd or --kernel: `auto` and the names.
std::vector<std::string> with_auto(std::vector<std::string> names);
/// Adds all options of CommonOptions.
void add_common_options(CLI::App& command, CommonOptions& options);

/// The scenario that the options select. @throws UserError.
ScenarioSource scenario_source(const CommonOptions& options);
BackendOptions backend_options(const CommonOptions& options);
/// Makes the backend that the options select. When `auto` finds a GPU that does not work, a message says so once;
/// `why_not` gets the sentence.
std::unique_ptr<Backend<float>> choose_backend(const CommonOptions& options, std::string* why_not = nullptr);
/// Calls make() for a backend of --backends. @throws what make() throws, with the advice to leave an unusable device out of --backends.
std::unique_ptr<Backend<float>> backend_of_list(const std::string& name,
                                                const std::function<std::unique_ptr<Backend<float>>()>& make);

/// Checks before an allocation that the memory suffices for N boids, because Linux overcommits memory. `backend`: a
/// backend on a device needs less memory of the host. @throws RunError with N, the bytes that a run needs, and those
/// available.
void check_memory(int64_t boids, int dimensions, const std::string& backend = "");
/// Prints a note if the boids of this scenario start so close together that steps are slow.
void note_dense_start(const Scenario& scenario);
/// The message when an allocation fails although check_memory() found enough memory.
std::string out_of_memory(int64_t boids);
/// Returns body(), which may set `boids`. @throws RunError with out_of_memory() when an allocation fails.
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

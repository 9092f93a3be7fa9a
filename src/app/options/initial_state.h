// --initial: the scenario and the first state of a run. Used by run and verify.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/options/common_options.h"
#include "sim/state/state.h"

namespace murmur {

template <class T>
struct Beginning {
  ScenarioSource source;
  std::optional<State<T>> state;  ///< none: the scenario's own start

  int64_t step() const { return state ? state->step : 0; }
  int64_t boids() const { return state ? state->count() : source.scenario().boids; }
  int dimensions() const { return state ? state->dimensions : source.scenario().dimensions(); }
};

/// A file of the command line that is read once: a pipe gives its text once, and a file may change meanwhile.
struct InputFile {
  std::string path;                           ///< empty: none
  std::shared_ptr<const std::string> text{};  ///< null: not read yet

  /// @throws RunError.
  void read();
};

/// N of the state as --boids, unless --boids, --set boids or a scenario file gives another: the world of murmuration is
/// computed from it. @throws UserError.
void take_boids(CommonOptions& options, const InputFile& initial);

/// `initial` without a path: none. The file sets N and step. @throws UserError.
template <class T>
Beginning<T> read_beginning(CommonOptions options, InputFile initial);

/// The id of the run that begins so. @throws UserError for a terrain image that cannot be read.
template <class T>
std::string run_id(const Beginning<T>& beginning);

}  // namespace murmur

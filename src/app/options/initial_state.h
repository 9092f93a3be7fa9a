// --initial: the scenario and the first state of a run. Used by run and verify.
#pragma once

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

/// `path` empty: no file. The file sets N and step; a world whose size depends on N (murmuration) is computed
/// from that N, unless --boids or a scenario file gives another. @throws UserError.
template <class T>
Beginning<T> read_beginning(CommonOptions options, const std::string& path);

/// The id of the run that begins so. @throws UserError for a terrain image that cannot be read.
template <class T>
std::string run_id(const Beginning<T>& beginning);

}  // namespace murmur

// How a run begins: with the start of a scenario, with a state (--initial) or where a checkpoint goes on (--resume). Used by every
// command that opens a run.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/options/common_options.h"
#include "sim/formats/run_id.h"
#include "sim/run/simulation.h"

namespace murmur {

template <class T>
struct Beginning {
  RunState run;
  std::optional<State<T>> state;  ///< none: the scenario's own start
  RunOrigin origin{};
  bool resumed = false;  ///< the run begins at a checkpoint
  uint64_t hash = 0;     ///< hash of `state` that the checkpoint gives

  const Scenario& scenario() const { return run.source.scenario(); }
  int64_t step() const { return state ? state->step : 0; }
  int64_t boids() const { return state ? state->count() : scenario().boids; }
  int dimensions() const { return state ? state->dimensions : scenario().dimensions(); }
  std::unique_ptr<Simulation<T>> simulation(std::unique_ptr<Backend<T>> backend) const;
};

/// A file of the command line that is read once: a pipe gives its text once, and a file may change meanwhile.
struct InputFile {
  std::string path;                           ///< empty: none
  std::shared_ptr<const std::string> text{};  ///< null: not read yet
  std::optional<int64_t> step{};  ///< step whose rows are read when the file has several; empty: all rows

  /// @throws RunError, and UserError: there are no rows of the step.
  void read();
  /// Name of the file in messages; it includes the step, for lines are then counted among its rows.
  std::string name() const;
};

/// N of the state as --boids, unless --boids, --set boids or a scenario file gives another: the world of murmuration is
/// computed from it. @throws UserError.
void take_boids(CommonOptions& options, const InputFile& initial);

/// Makes the beginning of a state of this scenario (CSV text; null: the scenario's own start). `name` stands for the file in messages.
/// @throws UserError.
template <class T>
Beginning<T> beginning_of(const ScenarioSource& source, const std::string* state = nullptr,
                          const std::string& name = {});
/// `initial` without a path: none. The file sets N and step. @throws UserError.
template <class T>
Beginning<T> read_beginning(CommonOptions options, InputFile initial);
/// @throws as read_checkpoint(), and UserError when a file of the scenario has changed.
template <class T>
Beginning<T> resumed_beginning(const std::string& checkpoint);

}  // namespace murmur

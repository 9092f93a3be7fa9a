// How a run begins: at the start of a scenario, with a state (--initial), or at a checkpoint (--resume). Used by
// every command that opens a run.
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
  std::optional<State<T>> state;  ///< state of a file; none: the scenario's own start
  RunOrigin origin{};
  bool resumed = false;  ///< the run begins at a checkpoint
  uint64_t hash = 0;     ///< hash of `state` according to the checkpoint

  const Scenario& scenario() const { return run.source.scenario(); }
  int64_t step() const { return state ? state->step : 0; }
  int64_t boids() const { return state ? state->count() : scenario().boids; }
  int dimensions() const { return state ? state->dimensions : scenario().dimensions(); }
  std::unique_ptr<Simulation<T>> simulation(std::unique_ptr<Backend<T>> backend) const;
};

/// A file of the command line, kept in memory after one read: a pipe gives its text once, and a file may change during the run.
struct InputFile {
  std::string path;                           ///< path of the file; empty: no file
  std::shared_ptr<const std::string> text{};  ///< text of the file; null: not read yet
  std::optional<int64_t> step{};  ///< step whose rows are used if the file has several; empty: all rows

  /// Reads the file. @throws RunError; UserError if it has no rows of the step.
  void read();
  /// Name of the file for messages. Includes the step, because line numbers then count only the rows of that step.
  std::string name() const;
};

/// Sets --boids to the N of a state, unless --boids, --set boids or a scenario file gives N: the world of
/// murmuration depends on N. @throws UserError.
void take_boids(CommonOptions& options, const InputFile& initial);

/// Makes the beginning of a run from a scenario and the CSV text of a state (null: the scenario's own start).
/// `name`: name of the file in messages. @throws UserError.
template <class T>
Beginning<T> beginning_of(const ScenarioSource& source, const std::string* state = nullptr,
                          const std::string& name = {});
/// Reads the beginning from options and a file of a state, which sets N and step. A file without a path is not read. @throws UserError.
template <class T>
Beginning<T> read_beginning(CommonOptions options, InputFile initial);
/// Reads the beginning from a checkpoint. @throws as read_checkpoint(), and UserError when a file of the scenario has changed.
template <class T>
Beginning<T> resumed_beginning(const std::string& checkpoint);

}  // namespace murmur

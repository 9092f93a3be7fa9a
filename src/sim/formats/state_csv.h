// State CSV: `step,id,x,y,vx,vy` or `step,id,x,y,z,vx,vy,vz`, each number as the shortest text that reads back to the
// same bits. Columns of model/columns.h that the boids keep follow; predator k is a row with id -1-k.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/files.h"

namespace murmur {

/// The header line of a state CSV.
std::string state_csv_header(int dimensions, Carried carried);

/// Reads the rows of one step (the file must have only one step). N and step come from the file. @throws UserError
/// with the line of every fault: not a number, NaN, an id missing or repeated, a position outside the world.
/// Predators without a row start as in the scenario.
template <class T>
State<T> read_state_csv(const std::string& path, const Scenario& scenario);
/// Reads a state from text; `name` is the file's name in messages, and `first_line` the line number of the first row.
template <class T>
State<T> parse_state_csv(std::string_view text, const std::string& name, const Scenario& scenario,
                         int64_t first_line = 2);

/// Properties of a file that are needed before its scenario is complete: events before the file's step change the
/// scenario (scenario_at in simulation.h), and a world may depend on N. Correct for every file that parses.
struct StateCsvSummary {
  int64_t step = 0, boids = 0;
};
StateCsvSummary summarise_state_csv(std::string_view text);

/// The header and the rows of one step, from a file of several steps. @throws UserError: the file has no such step.
std::string rows_of_step(std::string_view text, const std::string& name, int64_t step);

/// Appends states to a part file beside `path`; finish() syncs and renames it. A destructor without finish() deletes
/// the part file and leaves `path` unchanged.
template <class T>
class StateCsvWriter {
 public:
  explicit StateCsvWriter(const std::string& path) : file_(path, Begin::kWhole) {}
  void write(const State<T>& state);  ///< appends a state. @throws RunError when the disk refuses
  /// Writes the header and rows of earlier states. Call before the first write().
  void write_earlier(const std::string& text);
  void finish() { file_.put_in_place(); }
  /// A whole state CSV with one state, as text. @throws std::bad_alloc.
  static std::string text(const State<T>& state);

 private:
  OutputFile file_;
  std::string header_;  ///< the written header; empty before the first state
};

}  // namespace murmur

// State CSV: `step,id,x,y,vx,vy` or `step,id,x,y,z,vx,vy,vz`; shortest text that reads back.
// The columns of model/columns.h follow where boids keep them; predator k is a row with id -1-k.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/files.h"

namespace murmur {

/// The line that such a file begins with.
std::string state_csv_header(int dimensions, Carried carried);

/// Reads the rows of one step (the file may hold only one). N and step come from the file.
/// @throws UserError with every fault's line: not a number, NaN, an id missing or twice, a position outside
/// the world. Predators without a row start as in the scenario.
template <class T>
State<T> read_state_csv(const std::string& path, const Scenario& scenario);
/// Reads a state from text; `name` stands for the file in messages, in which the first row has the number `first_line`.
template <class T>
State<T> parse_state_csv(std::string_view text, const std::string& name, const Scenario& scenario,
                         int64_t first_line = 2);

/// Properties of a file that are needed before its scenario is complete: events before its step change the
/// scenario (scenario_at in simulation.h), and a world may depend on N. Correct for every file that parses.
struct StateCsvSummary {
  int64_t step = 0, boids = 0;
};
StateCsvSummary summarise_state_csv(std::string_view text);

/// The header and the rows of one step, of a file of several. @throws UserError: it has none.
std::string rows_of_step(std::string_view text, const std::string& name, int64_t step);

/// Appends states to a part file beside `path`; finish() syncs and renames it. Destroyed unfinished: the part
/// goes, and what `path` was stays.
template <class T>
class StateCsvWriter {
 public:
  explicit StateCsvWriter(const std::string& path) : file_(path, Begin::kWhole) {}
  void write(const State<T>& state);  ///< @throws RunError when the disk refuses
  /// Writes a header and whole rows of earlier states. Call it before the first state.
  void write_earlier(const std::string& text);
  void finish() { file_.put_in_place(); }
  /// A file of this one state, as text. @throws std::bad_alloc.
  static std::string text(const State<T>& state);

 private:
  OutputFile file_;
  std::string header_;  ///< header that was written; empty before the first state
};

}  // namespace murmur

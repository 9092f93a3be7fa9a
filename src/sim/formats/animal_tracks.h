// Tracks of animals shown beside a flock: positions and velocities at steps of the flock. The file is a state CSV of
// several steps, `step,id,x,y,vx,vy`, in which an id may be missing at a step if the animal was not seen.
// murmur.Tracks.save writes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

/// The rows of one step as a separate state CSV, in which the animals have ids 0, 1, ... in ascending order of their original ids.
struct StepOfTracks {
  int64_t step = 0, first_line = 2;  ///< first_line: line number of the step's first row in the file
  std::string text;
};

/// Splits a file of tracks into its steps. `name`: name of the file in messages. @throws UserError: no rows,
/// decreasing steps, or a repeated id in a step.
std::vector<StepOfTracks> steps_of_tracks(std::string_view text, const std::string& name);

class AnimalTracks {
 public:
  /// Reads all steps. @throws UserError with the faults of the first faulty step, e.g. not a number, a position outside the world.
  AnimalTracks(const std::vector<StepOfTracks>& steps, const std::string& name, const Scenario& scenario);

  int64_t last_step() const { return states_.back().step; }
  /// The animals at the last recorded step up to `step`; before the first recorded step, the animals of that step.
  /// The state has no predators.
  const State<float>& at(int64_t step) const;

 private:
  std::vector<State<float>> states_;  // states by step, at least one
};

}  // namespace murmur

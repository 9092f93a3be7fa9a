// Tracks of animals that play beside a flock: places and velocities at steps of the flock. The file is a state CSV of several steps,
// `step,id,x,y,vx,vy`, in which an id may be missing at a step: an animal that was not seen. murmur.Tracks.save writes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

/// The rows of a step as a state CSV of its own: the animals of that step have the ids 0, 1, ... in the order of their own.
struct StepOfTracks {
  int64_t step = 0, first_line = 2;  ///< first_line: line of its first row in the file
  std::string text;
};

/// `name` stands for the file in messages. @throws UserError: there are no rows, steps go back, or an id comes twice in a step.
std::vector<StepOfTracks> steps_of_tracks(std::string_view text, const std::string& name);

class AnimalTracks {
 public:
  /// @throws UserError with the faults of the first step that has any: not a number, a place outside the world.
  AnimalTracks(const std::vector<StepOfTracks>& steps, const std::string& name, const Scenario& scenario);

  int64_t last_step() const { return states_.back().step; }
  /// The animals as they were seen last, at that step or before; before the first step, as they are in it. Without predators.
  const State<float>& at(int64_t step) const;

 private:
  std::vector<State<float>> states_;  // states by step, at least one
};

}  // namespace murmur

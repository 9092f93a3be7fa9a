// Starts among walls: boids and predators at refused positions are drawn again, or the start is refused (docs/model.md, Start).
#pragma once

#include <vector>

#include "sim/state/start_flocks.h"
#include "sim/state/state.h"
#include "sim/walls/wall_room.h"

namespace murmur {

/// Moves boids with ids from `first_id` on, and all predators, to positions that walls allow. `flocks`: flocks of a
/// start in flocks. @throws UserError if a position is refused or no room is found.
template <int D>
void keep_in_room(const Scenario& scenario, const WallRoom& room, const std::vector<StartFlock<D>>& flocks,
                  int64_t first_id, State<float>& state);

/// Checks the positions of a state at step 0 that the user has given (later, walls may be drawn around flying boids).
/// A position on a wall is allowed, because boids slide along walls. @throws UserError naming the id.
template <class T>
void check_room(const Scenario& scenario, const State<T>& state);

}  // namespace murmur

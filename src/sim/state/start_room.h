// Starts among walls: who would begin where no boid may be is drawn again, or refused (docs/model.md, Start).
#pragma once

#include <vector>

#include "sim/state/start_flocks.h"
#include "sim/state/state.h"
#include "sim/walls/wall_room.h"

namespace murmur {

/// Keeps boids with the ids from `first_id` on, and all predators, where walls let them be. `flocks`: flocks of such a start.
/// @throws UserError where one is refused or finds no room.
template <int D>
void keep_in_room(const Scenario& scenario, const WallRoom& room, const std::vector<StartFlock<D>>& flocks,
                  int64_t first_id, State<float>& state);

/// Checks a state that was given, at step 0: around boids that fly a wall may be drawn. A place on a wall is allowed: there boids slide.
/// @throws UserError naming the id.
template <class T>
void check_room(const Scenario& scenario, const State<T>& state);

}  // namespace murmur

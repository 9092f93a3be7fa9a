// The seeded first state of a scenario: positions, velocities and predators (docs/model.md, Start).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/walls/wall_room.h"

namespace murmur {

template <int D>
struct ScatteredStart;  // model/scattered_start.h
struct SpeciesDraw;

Carried carried_by(const Scenario& scenario);

template <class>
using Count = size_t;
/// Number of different values of each column of indices.
using ColumnPlaces = Columns<2, float, Count>;
ColumnPlaces column_places(const Scenario& scenario);

template <class>
using Names = std::vector<std::string>;
/// Names of the values of each column of indices; empty: no names.
using ColumnNames = Columns<2, float, Names>;
ColumnNames column_names(const Scenario& scenario);

/// How the species of boids are drawn; none without species.
std::optional<SpeciesDraw> species_draw(const Scenario& scenario);

/// Sets the columns of a state to their start values; the first boid has the id `first_id`.
template <class T>
void begin_columns(const Scenario& scenario, int64_t first_id, State<T>& state);

/// Makes the start of a scenario. Computed in float32 for every precision, so that all backends start from the same numbers.
template <class T>
State<T> make_start(const Scenario& scenario);

/// Makes the start in parts: returns a function of (first, count) that makes the rows of boids first .. first + count
/// - 1, with their columns, and all predators. `scenario` must outlive the function.
std::function<State<float>(int64_t first, int64_t count)> start_parts(const Scenario& scenario);

/// Parameters of a start whose boids are drawn independently; none for a start in flocks or among walls.
template <int D>
std::optional<ScatteredStart<D>> scattered_start(const Scenario& scenario);

/// Velocities (count, D) of boids added at `step` with ids from `first_id` on: seeded unit headings.
std::vector<float> added_headings(const Scenario& scenario, int64_t step, int64_t first_id, int64_t count);

/// Positions (count, D) of boids added at `step` with ids from `first_id` on: uniform in the part of the disc (ball)
/// of `radius` around `at` that is in the world; in a wrapping world, also across its border. Fewer if `room` leaves
/// no space; with start.walls = "refuse" each position is drawn only once.
std::vector<float> added_places(const Scenario& scenario, int64_t step, int64_t first_id, int64_t count,
                                const std::vector<double>& at, double radius, const WallRoom& room = {});

/// Checks a state: positions must not be outside the world beyond its margin (except `soft`), and all values must be
/// finite. @throws UserError naming the id (state CSV readers name the line themselves).
template <class T>
void check_positions(const Scenario& scenario, const State<T>& state);

}  // namespace murmur

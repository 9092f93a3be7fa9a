// The first state of a scenario, seeded: positions, velocities and predators (docs/model.md, Start).
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
/// How many different values each column of whole numbers may have, from 0 on.
using ColumnPlaces = Columns<2, float, Count>;
ColumnPlaces column_places(const Scenario& scenario);

template <class>
using Names = std::vector<std::string>;
/// Names of the things that the indices in each column of whole numbers mean; empty: they have no names.
using ColumnNames = Columns<2, float, Names>;
ColumnNames column_names(const Scenario& scenario);

/// None without species.
std::optional<SpeciesDraw> species_draw(const Scenario& scenario);

/// Sets what the boids of a state keep to what they begin with; the first has the id `first_id`.
template <class T>
void begin_columns(const Scenario& scenario, int64_t first_id, State<T>& state);

/// Computed in float32 for every precision, so that all backends start from the same numbers.
template <class T>
State<T> make_start(const Scenario& scenario);

/// make_start() in parts: a function of (first, count) that returns the rows of boids first .. first + count - 1, with
/// their columns, and all predators. `scenario` must outlive it.
std::function<State<float>(int64_t first, int64_t count)> start_parts(const Scenario& scenario);

/// The start of the boids, where each is drawn by itself; none for a start in flocks or among walls.
template <int D>
std::optional<ScatteredStart<D>> scattered_start(const Scenario& scenario);

/// Velocities (count, D) of `count` boids added at `step`, first id `first_id`: seeded unit headings.
std::vector<float> added_headings(const Scenario& scenario, int64_t step, int64_t first_id, int64_t count);

/// Positions (count, D) of `count` boids added at `step`, first id `first_id`: uniform in the part of the disc
/// (ball) of `radius` around `at` that is in the world; where the world wraps, across its border too. Fewer where `room` leaves none;
/// with start.walls = "refuse" each is drawn once.
std::vector<float> added_places(const Scenario& scenario, int64_t step, int64_t first_id, int64_t count,
                                const std::vector<double>& at, double radius, const WallRoom& room = {});

/// Rejects positions outside the world beyond its margin (except `soft`) and values that are not finite.
/// @throws UserError naming the id (state CSV readers name the line themselves).
template <class T>
void check_positions(const Scenario& scenario, const State<T>& state);

}  // namespace murmur

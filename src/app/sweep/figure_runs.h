// Runs every point of a figure with every seed, and measures each run. Values are appended to a CSV file, so that an
// interrupted figure can be continued.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "app/options/common_options.h"
#include "app/sweep/figure.h"
#include "sim/state/state.h"

namespace murmur {

/// The mean of each run over its steps, by series and point (indices) and seed.
using FigureValues = std::map<std::tuple<size_t, size_t, int64_t>, double>;

/// Runs a figure. `common`: backend and threads. `results`: path of a CSV to continue and to write; empty: none.
/// @returns the exit code of a signal that ended the runs early, or 0. @throws UserError for a file of results of another figure, RunError.
int run_figure(const Figure& figure, const CommonOptions& common, const std::string& results,
               FigureValues& values);

/// The order parameter |sum of the unit headings| / N; a boid at rest counts in N alone. Summed in the order of ids,
/// so that every backend has the same result.
double order_of(const State<float>& state);
/// The variance of the number of boids in each of boxes x boxes equal parts of a 2D world.
double count_variance(const State<float>& state, const std::vector<double>& size, int64_t boxes);

}  // namespace murmur

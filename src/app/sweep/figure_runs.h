// The runs of a figure: every point with every seed, and what is measured in each. Values are kept in a CSV file as they
// come, so that an interrupted figure goes on.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "app/options/common_options.h"
#include "app/sweep/figure.h"
#include "sim/state/state.h"

namespace murmur {

/// The mean over the steps of each run: by series, point (indices) and seed.
using FigureValues = std::map<std::tuple<size_t, size_t, int64_t>, double>;

/// `common`: backend and threads. `results`: CSV to go on from and to write; empty: none.
/// @returns the exit code of a signal that ended it early, or 0. @throws UserError for a results file of something else,
/// RunError.
int run_figure(const Figure& figure, const CommonOptions& common, const std::string& results,
               FigureValues& values);

/// |sum of the unit headings| / N; a boid at rest counts in N alone. In the order of ids: the same for every backend.
double order_of(const State<float>& state);
/// The variance of the number of boids in each of boxes x boxes equal parts of a 2D world.
double count_variance(const State<float>& state, const std::vector<double>& size, int64_t boxes);

}  // namespace murmur

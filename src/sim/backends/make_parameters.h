// Converts a scenario (double, named) to the parameters of a step (T, plain struct) and their arrays.
#pragma once

#include <string>
#include <vector>

#include "model/parameters.h"
#include "sim/backends/backend.h"
#include "sim/backends/round_table.h"
#include "sim/backends/wall_grid.h"
#include "sim/rules/compile.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// Host arrays that the views in Parameters point to; a device backend uploads the arrays and repoints the views.
template <class T, int D>
struct ParameterArrays {
  std::vector<Obstacle<T, Vec<T, D>>> obstacles;
  std::vector<Vec<T, D>> goals;
  std::vector<T> heights;  ///< (height_rows, height_columns) of the terrain image, 0..100
  std::string image;       ///< the file that `heights` was read from, once in a run
  int32_t height_columns = 0, height_rows = 0;
  std::vector<PredatorRules<T>> predator_rules;
  std::vector<TurbulenceWave<T, D>> turbulence;
  std::vector<Traits<T>> species;
  std::vector<Toward<T>> toward;
  WallArrays<T, D> walls;
  CustomPrograms custom;  ///< programs of custom rules
  std::vector<T> custom_numbers, custom_ranges_squared;
};

/// Makes the parameters of a scenario, except values that change from step to step; fills `arrays`, which must
/// outlive the result. @throws UserError when the terrain image cannot be read.
template <class T, int D>
Parameters<T, D> make_parameters(const Scenario& scenario, ParameterArrays<T, D>& arrays);

/// Test switch: while on, every flock uses the most general kind of sums (SumKind::any), which must give the same bits.
void use_any_kind_of_sums(bool on);

/// Sets the values of one step: number, wind with gust, startle.
template <class T, int D>
void set_step(Parameters<T, D>& parameters, const Scenario& scenario, const StepInput& input);

}  // namespace murmur

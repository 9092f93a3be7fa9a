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

/// Host arrays behind Parameters' views; a device backend copies them over and repoints the views.
template <class T, int D>
struct ParameterArrays {
  std::vector<Obstacle<T, Vec<T, D>>> obstacles;
  std::vector<Vec<T, D>> goals;
  std::vector<T> heights;  ///< (height_rows, height_columns) of the terrain image, 0..100
  std::string image;       ///< the file that `heights` was read from; read once in a run
  int32_t height_columns = 0, height_rows = 0;
  std::vector<PredatorRules<T>> predator_rules;
  std::vector<TurbulenceWave<T, D>> turbulence;
  std::vector<Traits<T>> species;
  std::vector<Toward<T>> toward;
  WallArrays<T, D> walls;
  CustomPrograms custom;  ///< programs of custom rules
  std::vector<T> custom_numbers, custom_ranges_squared;
};

/// Parameters of a scenario, except values that change from step to step; `arrays` is filled and must outlive
/// them.
/// @throws UserError when the terrain image cannot be read.
template <class T, int D>
Parameters<T, D> make_parameters(const Scenario& scenario, ParameterArrays<T, D>& arrays);

/// While it is on, each flock has the kind of sums that every flock may have (SumKind::any), and the same bits; a test compares them.
void use_any_kind_of_sums(bool on);

/// Sets the values of one step: its number, wind with gust, startle.
template <class T, int D>
void set_step(Parameters<T, D>& parameters, const Scenario& scenario, const StepInput& input);

}  // namespace murmur

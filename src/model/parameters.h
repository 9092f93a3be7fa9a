// All inputs of a step except the boids, rounded once to the precision T of the backend. A plain struct
// without setters, passed by value to each step, so that a step can be recorded exactly. Views point to
// memory of the backend that runs the step. Filled by sim/backends/make_parameters.cpp.
#pragma once

#include <cstdint>

#include "base/vec.h"
#include "model/choices.h"
#include "model/tables.h"

namespace murmur {

/// weight * shape(x): the last part of one of the three rules, applied to its sum.
template <class T>
struct Steer {
  Shape shape;
  T amount;  ///< limit, length [world units/step] or factor
  T weight;
};

template <class T, int D>
struct World {
  Vec<T, D> size;  ///< [world units]
  Vec<T, D> half;  ///< size / 2
  Boundary boundary;
  Metric metric;
  T margin, push;
};

template <class T>
struct Rules {
  T radius, radius_squared;     ///< R, R^2
  T separation_radius_squared;  ///< r^2
  T max_speed, max_speed_squared, min_speed, min_speed_squared, time_step;
  T view_cosine;  ///< c * |c|, c = cos(half the field of view); used only if field_of_view
  bool field_of_view;
  Steer<T> separation, alignment, cohesion;
  Falloff falloff;
  Average separation_average;
  bool include_self, alignment_average, relative;
  Lone lone;
  CohesionTarget cohesion_target;
  // What few models use (SumKind::rare_sums).
  bool rare_sums;
  T alignment_from_squared, alignment_to_squared;  ///< of |d|^2: from <= |d| < to
  T cohesion_from_squared, cohesion_to_squared;
  bool sees_all;    ///< separation acts at any angle
  bool exclusive;   ///< where separation acts on a boid, the other rules do not
  int32_t nearest;  ///< so many neighbours at most, the nearest ones; 0: all within R
  // The nearest in each octant (model/octants.inl), and the separation that only they have.
  bool octants;
  T separation_radius, core;  ///< core: the least distance that the falloff has
  T shortening;               ///< 1 - 1 / ahead^2
  T cohesion_vertical;        ///< factor of the last component of the cohesion
  T alignment_share;          ///< of the way to its new value that an alignment with inertia goes in a step
  T scale;                    ///< of all that rules and behaviours add: 1, or the time step

  /// Whether ids choose between boids at the same distance.
  MURMUR_HD bool ids_decide() const { return nearest > 0 || octants; }
};

template <class T, int D>
struct Parameters {
  World<T, D> world;
  Rules<T> rules;
  Behaviours<T, D> behaviours;
  bool wind_acts = false;
  Vec<T, D> wind{};   ///< velocity added this step by wind and gust
  uint64_t step = 0;  ///< steps taken before this one; part of the key of random numbers
};

/// A boid as the backends store it, for 16-byte loads on every device (2D: one, 3D: two).
template <class T, int D>
struct Body;
template <class T>
struct alignas(4 * sizeof(T)) Body<T, 2> {
  Vec<T, 2> p, v;
};
template <class T>
struct alignas(4 * sizeof(T)) Body<T, 3> {
  Vec<T, 3> p, v;  // side by side: of the second 16 bytes a GPU loads only half
  T unused[2];
};

}  // namespace murmur

// All inputs of a step except the boids, rounded once to the precision T of the backend. A plain struct
// without setters, passed by value to each step, so that a step can be recorded exactly. Views point to
// memory of the backend that runs the step. Filled by sim/backends/make_parameters.cpp.
#pragma once

#include <cstdint>

#include "base/vec.h"
#include "model/choices.h"

namespace murmur {

template <class T>
struct View {
  const T* data = nullptr;
  int64_t size = 0;
};

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
struct Obstacle {
  Vec<T, D> at;
  T radius, radius_squared, strength;
  T look_ahead;  ///< [moves]
  Avoid avoid;
  bool solid;
};

/// The numbers of one predator; its place and velocity are state.
template <class T>
struct PredatorRules {
  T max_speed;
  T notice_squared, chase;           ///< of its chase: how far it notices boids, factor of its steering
  T flee_radius_squared, flee_push;  ///< of the boids' flight from it
  bool flocks;                       ///< steers by the three rules among the predators that flock
};

/// How a boid turns towards what its rules want.
template <class T>
struct Turning {
  bool acts = false;     ///< false: v + dv
  bool heading = false;  ///< flies at `speed` along what its rules want
  T speed = 0;
  bool limited = false;  ///< the turn of a step, to the angle of these
  T limit_cosine = 0, limit_sine = 0;
  NoiseKind noise_kind = NoiseKind::kNone;
  bool normal =
      false;    ///< noise is the standard deviation of a normal angle; otherwise the width of a uniform one
  T noise = 0;  ///< isotropic: the largest change of a component in a step
};

/// Speed control: an acceleration along the velocity towards a speed.
template <class T>
struct Cruise {
  bool acts = false, marginal = false;
  T speed = 0, speed_squared = 0, rate = 0;
};

/// A place that boids turn around, and the height that they keep.
template <class T, int D>
struct Roost {
  bool acts = false;
  Vec<T, D> at{};
  T radius_squared = 0, turn = 0;  ///< over the first two axes
  T pull = 0, reach = 0;           ///< on the last axis
};

/// A wave of the turbulence: cosine · cos φ + sine · sin φ, φ = wave · p + offset + frequency · step.
template <class T, int D>
struct TurbulenceWave {
  Vec<T, D> wave;  ///< [turns / world unit]
  Vec<T, D> cosine, sine;
  uint32_t offset, frequency;  ///< 2^32 to a turn [turns], [turns / step]: their sum at any step is exact
};

template <class T, int D>
struct Behaviours {
  bool any = false;                ///< false: a step ends with advance_plain
  bool needs_scalar_path = false;  ///< a behaviour reads memory or draws numbers for each boid: no lanes

  View<Obstacle<T, D>> obstacles;
  bool solid = false;  ///< one of them is

  View<Vec<T, D>> goals;  ///< places to visit; one or several
  T goal_factor = 0, goal_cap = 0, arrive_radius_squared = 0;

  CursorMode cursor_mode = CursorMode::kNone;
  Vec<T, D> cursor_at{};
  T cursor_radius_squared = 0, cursor_push = 0;

  View<Vec<T, D>> predators;  ///< positions before the step
  View<PredatorRules<T>> predator_rules;

  View<T> heights;  ///< (height_rows, height_columns) row-major, 0..100, row 0 at coordinate 0
  int32_t height_columns = 0, height_rows = 0;
  T height_scale_x = 0, height_scale_y = 0;  ///< grid intervals per world unit
  bool hill = false;
  T hill_x = 0, hill_y = 0, hill_radius = 0, hill_height = 0;

  Cruise<T> cruise;
  T level_rate = 0;  ///< of the last component of the velocity
  Roost<T, D> roost;
  View<TurbulenceWave<T, D>> turbulence;
  T slowing = 0;  ///< of terrain, per height

  Turning<T> turning;
  bool moves_with_old = false;  ///< velocity

  bool perching = false;
  T take_off_probability = 0;  ///< 1 / mean_rest
  T ground = 0;                ///< coordinate of the last axis
  uint64_t seed = 0;
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

// The behaviours of a step, and those tables of a scenario whose numbers behaviours use unchanged: a Scenario has
// them as doubles, Behaviours rounded to the precision T of the backend. A Place is a std::vector<double> in a
// Scenario and a Vec in Behaviours. sim/scenario/behaviour_fields.h lists the keys.
#pragma once

#include <cstdint>

#include "base/vec.h"
#include "base/view.h"
#include "model/choices.h"
#include "model/custom/program.h"
#include "model/walls/walls.h"

namespace murmur {

/// A table that may be absent from a scenario.
template <class Table>
struct Optional : Table {
  bool acts = false;
};

template <class T, class Place>
struct Obstacle {
  Place at;
  T radius = T(0);
  Avoid avoid = Avoid::kPush;
  T strength = T(0.5);
  T look_ahead = T(5);  ///< steps to look ahead
  bool solid = false;
};

/// What boids do near a wall. Walls (model/walls/walls.h) has the wall's shape.
template <class T>
struct WallRules {
  Avoid avoid = Avoid::kPush;
  T radius = T(20);          ///< distance from the nearest point of the wall [world units]
  T strength = T(0.5);       ///< [world units / unit time]
  T look_ahead = T(5);       ///< steps to look ahead
  bool blocks_view = false;  ///< whether the wall hides boids behind it
};

/// The numbers of one predator; position and velocity are in the state.
template <class T>
struct PredatorRules {
  T max_speed = T(5);
  T notice = T(100), chase = T(0.05);          ///< distance of notice [world units]; factor of the chase
  T flee_radius = T(100), flee_push = T(0.1);  ///< distance at which boids flee, and factor of their flight
  bool flocks = false;                         ///< steers by the three rules among predators that flock
  PredatorBorder border = PredatorBorder::kWrap;

  MURMUR_HD T notice_squared() const { return notice * notice; }
};

/// The goal: one position, or several to visit.
template <class T, class Path>
struct Goal {
  Path path;
  T arrive_radius = T(20), factor = T(0.01), cap = T(0.1);
};

template <class T, class Place>
struct Cursor {
  Place at;
  CursorMode mode = CursorMode::kFlee;
  T radius = T(100), push = T(0.5);
};

/// Speed control: an acceleration along the velocity towards a speed.
template <class T>
struct Cruise {
  SpeedControl control = SpeedControl::kLinear;
  T speed = T(1), rate = T(1);  ///< [world units / unit time], [1 / unit time]
};

template <class T>
struct Level {
  T rate = T(0.05);  ///< damping of vertical speed [1 / unit time]
};

/// Roost: a position that boids turn around, and a height that they keep.
template <class T, class Place>
struct Roost {
  Place at;
  T radius = T(40), turn = T(3);    ///< circle over the first two axes; largest added turn outside
  T pull = T(0.03), reach = T(20);  ///< pull to the roost's height: per distance, up to `reach` [world units]
};

template <class T, class Place>
struct Hill {
  Place at;                        ///< centre, over the first two axes
  T radius = T(0), height = T(0);  ///< height of the hill, 0..100
};

template <class T>
struct Perching {
  T mean_rest = T(60);  ///< mean time on the ground [steps]
  T ground = T(0);      ///< height of the ground on the last axis [world units]
};

/// How a boid turns towards the velocity that its rules give.
struct Turning {
  bool acts = false;     ///< false: v + dv without noise or limits
  bool heading = false;  ///< whether a boid takes the heading its rules give, at speed Traits::flight_speed
  bool limited = false;  ///< whether the turn in a step is limited
  NoiseKind noise_kind = NoiseKind::kNone;
  /// Distribution of the noise. normal: Traits::noise is the standard deviation of an angle; otherwise the width of a
  /// uniform angle; isotropic: the largest change of a component in a step.
  bool normal = false;
};

/// A wave of the turbulence: cosine · cos φ + sine · sin φ, with φ = wave · p + offset + frequency · step.
template <class T, int D>
struct TurbulenceWave {
  Vec<T, D> wave;  ///< [turns / world unit]
  Vec<T, D> cosine, sine;
  uint32_t offset, frequency;  ///< units: 2^-32 turns, 2^-32 turns per step: exact at any step
};

template <class T, int D>
struct Behaviours {
  using Place = Vec<T, D>;

  bool any = false;                ///< false: steps end with advance_plain()
  bool needs_scalar_path = false;  ///< a behaviour reads memory or draws numbers for each boid: no lanes

  View<Obstacle<T, Place>> obstacles;
  bool solid = false;  ///< whether an obstacle is solid
  Optional<Goal<T, View<Place>>> goal{};
  Optional<Cursor<T, Place>> cursor{};

  Walls<T, D> walls;

  View<Place> predators;  ///< positions before the step
  View<PredatorRules<T>> predator_rules;

  View<T> heights;  ///< (height_rows, height_columns) row-major, 0..100, row 0 at coordinate 0
  int32_t height_columns = 0, height_rows = 0;
  T height_scale_x = 0, height_scale_y = 0;  ///< grid intervals per world unit
  Optional<Hill<T, Vec<T, 2>>> hill{};
  T slowing = 0;  ///< share of the speed that terrain takes, per unit of height

  Optional<Cruise<T>> cruise;
  Optional<Level<T>> level;
  Optional<Roost<T, Place>> roost{};
  View<TurbulenceWave<T, D>> turbulence;

  Turning turning;
  CustomRules<T> custom;
  bool moves_with_old = false;  ///< whether moves use the velocity before the step
  Optional<Perching<T>> perching;
  uint64_t seed = 0;

  template <class Visit>
  void each_array(const Visit& visit) {
    visit(obstacles);
    visit(goal.path);
    visit(heights);
    visit(turbulence);
    walls.each_array(visit);
    custom.each_array(visit);
  }
};

}  // namespace murmur

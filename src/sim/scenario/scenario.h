// A scenario: the description of a simulation, read from TOML on top of a preset (docs/scenarios.md). Plain
// data in double; each backend rounds once to its own precision. Owns no state of a run. Made by source.h.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "model/tables.h"
#include "sim/look/colour.h"
#include "sim/look/look.h"
#include "sim/rules/custom_rule.h"
#include "sim/scenario/event.h"
#include "sim/shapes/wall_shapes.h"

namespace murmur {

inline constexpr int64_t kMostScenarioBoids = 2147483647;

enum class StartPositions : uint8_t { kUniform, kPatch, kFlocks };
enum class StartWalls : uint8_t { kMove, kRefuse };  ///< boids that would start, or be added, inside a wall

struct Scenario {
  std::string preset;  ///< name of the preset it started from; empty without a preset
  int64_t boids = 100;
  uint64_t seed = 1;

  struct World {
    std::vector<double> size;  ///< (D,) [world units], never empty: two or three sizes define the dimension
    std::optional<double>
        neighbours;  ///< if set, `size` was derived from N: mean neighbours in R at a uniform start
    Boundary boundary = Boundary::kWrap;
    double margin = 0.0;  ///< tile: overshoot; soft: width of the pushing border [world units]
    double push = 0.0;    ///< soft: velocity added per step
    Metric metric = Metric::kPlain;
    /// Whether its picture repeats on every axis, so that a place and its images are one: for measures, cameras and copies. What a
    /// rule reaches across a border is `metric` alone.
    bool repeats() const { return boundary == Boundary::kWrap || metric == Metric::kWrapped; }
  } world;

  struct Start {
    StartPositions positions = StartPositions::kUniform;
    std::vector<double> at;    ///< patch: its lowest corner (D,)
    std::vector<double> size;  ///< patch: its extent (D,)
    StartVelocities velocities = StartVelocities::kHeading;
    double speed = 1.0;  ///< meaning depends on `velocities` [world units / unit time]
    StartWalls walls = StartWalls::kMove;
  } start;

  /// A moment from which time is counted: at `step` the time is `time`. Without one time is 0 at step 0. An event that changes
  /// rules.time_step sets it, so that time is the sum of all time steps.
  struct Clock {
    int64_t step = 0;
    double time = 0.0;  ///< [unit time]
  };
  std::optional<Clock> clock;

  Look view;

  struct Rules {
    double radius = 50.0;            ///< R [world units]
    double separation_radius = 0.0;  ///< r [world units]; 0: follows R
    double separation_reach() const { return separation_radius > 0.0 ? separation_radius : radius; }
    double max_speed = 2.0, min_speed = 0.0, time_step = 1.0;
    double field_of_view = 360.0;  ///< [degrees]
    Motion motion = Motion::kSteer;
    double speed = 0.0;  ///< of motion "heading" [world units / unit time]; 0: max_speed
    double flight_speed() const { return speed > 0.0 ? speed : max_speed; }
    double turn_limit = 180.0;  ///< largest change of the heading in a step [degrees]
    MovesWith moves_with = MovesWith::kNew;
    int64_t nearest = 0;  ///< neighbours at most, the nearest ones; 0 ("all"): all within R; kOctants
    Adds adds = Adds::kVelocity;
    Priority priority = Priority::kNone;
    /// The distances at which alignment or cohesion acts, from <= |d| < to [world units].
    struct Zone {
      double from = 0.0, to = 0.0;  ///< to 0: follows R
      double reach(double r) const { return to > 0.0 ? to : r; }
    };
    struct Separation {
      double weight = 1.0;
      bool sees_all = false;  ///< whatever the field of view
      Falloff falloff = Falloff::kNone;
      Average average = Average::kNone;
      Shape shape = Shape::kLimit;
      double amount = 0.03;
      double ahead = 1.0;  ///< factor by which distances straight ahead are shorter
      double core = 0.0;   ///< least distance that the falloff has [world units]
    } separation;
    struct Alignment : Zone {
      double weight = 1.0;
      double inertia = 0.0;  ///< time in which it follows the neighbours' [unit time]; 0: none
      bool include_self = false, average = true, relative = true;
      Lone lone = Lone::kNone;
      Shape shape = Shape::kLimit;
      double amount = 0.03;
    } alignment;
    struct Cohesion : Zone {
      double weight = 1.0;
      CohesionTarget target = CohesionTarget::kCentroid;
      Shape shape = Shape::kLimit;
      double amount = 0.03;
      double vertical = 1.0;  ///< factor of the last component
    } cohesion;
    std::optional<Cruise<double>> cruise;
  } rules;

  /// Random turns of each boid, or changes of its velocity, in each step.
  struct Noise {
    NoiseKind kind = NoiseKind::kAngle;
    Distribution distribution = Distribution::kUniform;
    double amount = 0.0;  ///< angle: width or standard deviation [rad]; vector: length per neighbour;
                          ///< isotropic: [world units / unit time^1.5]
  };
  std::optional<Noise> noise;

  struct Gust {
    double probability = 0.0;
    int64_t duration = 1;
    double strength = 0.0;
  };
  struct Wind {
    std::vector<double> velocity;
    std::optional<Gust> gust;
  };  ///< velocity (D,)
  std::optional<Wind> wind;

  using Place = std::vector<double>;  ///< (D,)
  /// path: one place, or several to visit in turn.
  using Goal = murmur::Goal<double, std::vector<Place>>;
  std::optional<Goal> goal;

  using Cursor = murmur::Cursor<double, Place>;
  std::optional<Cursor> cursor;

  using Obstacle = murmur::Obstacle<double, Place>;
  std::vector<Obstacle> obstacles;

  struct Wall : WallShape, WallRules<double> {};
  std::vector<Wall> walls;

  struct Predator : PredatorRules<double> {
    std::optional<Place> at;
  };
  std::vector<Predator> predators;

  std::optional<Level<double>> level;
  std::optional<Roost<double, Place>> roost;

  struct Turbulence {
    double strength = 1.0;     ///< root mean square of a component of what it adds
    double wavelength = 80.0;  ///< [world units]
    double period = 4.0;       ///< the shortest one [unit time]
    double vertical = 1.0;     ///< factor of the last component
  };
  std::optional<Turbulence> turbulence;

  using Hill = murmur::Hill<double, Place>;
  struct Terrain {
    std::string image;
    std::optional<Hill> hill;
  };
  std::optional<Terrain> terrain;

  using Perching = murmur::Perching<double>;
  std::optional<Perching> perching;

  /// Boids of one kind, by index. What is not given is the flock's.
  struct Species {
    std::string name;
    std::optional<int64_t> count;  ///< so many boids, those of the next ids
    std::optional<double> share;  ///< of the boids that have no count; without one: an equal part of the rest
    std::optional<Rgb> colour;    ///< of the palette "species"; without one: that of its index
    std::optional<double> max_speed, min_speed, speed, field_of_view, turn_limit, noise;
    std::optional<double> separation_weight, alignment_weight, cohesion_weight;
    double catch_radius =
        0.0;  ///< of a boid that a neighbour of `caught_by` turns to `becomes` [world units]
    std::string caught_by, becomes;  ///< names of species; empty: nothing catches it
  };
  std::vector<Species> species;  ///< empty: all boids are alike

  /// What the species are to each other: matrices by the species of a boid and of its neighbour. Empty: as in a flock of one kind.
  struct Pairs {
    using Matrix = std::vector<std::vector<double>>;
    Matrix separation, alignment, cohesion;  ///< factors
    Matrix radius, separation_radius;        ///< [world units]; 0: that of the flock
  };
  std::optional<Pairs> pairs;

  std::vector<CustomRule>
      custom_rules;  ///< in file order; `let` and `sums` of each in the order of their names

  std::vector<Event> events;  ///< in file order

  /// Time after so many steps [unit time].
  double time_at(int64_t step) const {
    const Clock since = clock.value_or(Clock{});
    return since.time + static_cast<double>(step - since.step) * rules.time_step;
  }
  int dimensions() const { return static_cast<int>(world.size.size()); }
  /// Largest distance outside the world at which a boid may start: the margin for `tile`, anywhere for `soft`, else 0.
  double start_allowance() const {
    if (!has_walls(world.boundary)) return std::numeric_limits<double>::infinity();
    return world.boundary == Boundary::kTile ? world.margin : 0.0;
  }
};

}  // namespace murmur

// A scenario: the description of a simulation, read from TOML on top of a preset (docs/scenarios.md). Plain data in
// double; each backend rounds once to its own precision. Owns no state of a run. source.h makes scenarios.
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
enum class StartWalls : uint8_t { kMove, kRefuse };  ///< what happens to boids that start inside a wall

struct Scenario {
  std::string preset;  ///< name of the preset that the scenario is based on; empty: none
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
    /// Whether the picture of the world repeats on every axis, so that a position and its images are equivalent. For
    /// measures, cameras and copies; `metric` alone decides what rules reach across a border.
    bool repeats() const { return boundary == Boundary::kWrap || metric == Metric::kWrapped; }
  } world;

  struct Start {
    StartPositions positions = StartPositions::kUniform;
    std::vector<double> at;    ///< patch: lowest corner (D,)
    std::vector<double> size;  ///< patch: size (D,)
    StartVelocities velocities = StartVelocities::kHeading;
    double speed = 1.0;  ///< speed as `velocities` needs it [world units / unit time]
    StartWalls walls = StartWalls::kMove;
  } start;

  /// Reference for the time: at step `step` the time is `time`. Without a clock, time is 0 at step 0. An event that
  /// changes rules.time_step sets the clock, so that time is the sum of all time steps.
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
    double speed = 0.0;  ///< speed if motion is "heading" [world units / unit time]; 0: max_speed
    double flight_speed() const { return speed > 0.0 ? speed : max_speed; }
    double turn_limit = 180.0;  ///< largest change of the heading in a step [degrees]
    MovesWith moves_with = MovesWith::kNew;
    int64_t nearest = 0;  ///< how many nearest neighbours count; 0 ("all"): all within R; kOctants
    Adds adds = Adds::kVelocity;
    Priority priority = Priority::kNone;
    /// Range of distances at which alignment or cohesion acts: from <= |d| < to [world units].
    struct Zone {
      double from = 0.0, to = 0.0;  ///< a `to` of 0 means R
      double reach(double r) const { return to > 0.0 ? to : r; }
    };
    struct Separation {
      double weight = 1.0;
      bool sees_all = false;  ///< whether the rule ignores the field of view
      Falloff falloff = Falloff::kNone;
      Average average = Average::kNone;
      Shape shape = Shape::kLimit;
      double amount = 0.03;
      double ahead = 1.0;  ///< factor by which distances straight ahead count as shorter
      double core = 0.0;   ///< the falloff treats smaller distances as this one [world units]
    } separation;
    struct Alignment : Zone {
      double weight = 1.0;
      double inertia = 0.0;  ///< time to follow the neighbours' alignment [unit time]; 0: at once
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
      double vertical = 1.0;  ///< factor for the vertical component
    } cohesion;
    std::optional<Cruise<double>> cruise;
  } rules;

  /// Random turns of each boid, or random changes of its velocity, in each step.
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
  /// path: one position, or several that boids visit in turn.
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
    double strength = 1.0;     ///< root mean square of a component of the added velocity
    double wavelength = 80.0;  ///< [world units]
    double period = 4.0;       ///< shortest period of a wave [unit time]
    double vertical = 1.0;     ///< factor for the vertical component
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

  /// One species of boids, identified by its index. Values that are not set are those of the whole flock.
  struct Species {
    std::string name;
    std::optional<int64_t> count;  ///< number of boids of the species, with consecutive ids
    std::optional<double> share;   ///< share of the boids without a count; none: an equal part of the rest
    std::optional<Rgb> colour;     ///< none: the colour of the palette "species" for the index
    std::optional<double> max_speed, min_speed, speed, field_of_view, turn_limit, noise;
    std::optional<double> separation_weight, alignment_weight, cohesion_weight;
    double catch_radius =
        0.0;  ///< distance within which a neighbour of `caught_by` turns a boid to `becomes` [world units]
    std::string caught_by, becomes;  ///< names of species; empty: no species catches this one
  };
  std::vector<Species> species;  ///< empty: a flock without species

  /// Weights and radii between species: matrices by the species of a boid and of its neighbour. Empty: as in a flock
  /// without species.
  struct Pairs {
    using Matrix = std::vector<std::vector<double>>;
    Matrix separation, alignment, cohesion;  ///< factors of the weights
    Matrix radius, separation_radius;        ///< [world units]; 0: the flock's radius
  };
  std::optional<Pairs> pairs;

  std::vector<CustomRule>
      custom_rules;  ///< sorted as in the file; `let` and `sums` of each rule are sorted by name

  std::vector<Event> events;  ///< events in the order of the file

  /// Time after `step` steps [unit time].
  double time_at(int64_t step) const {
    const Clock since = clock.value_or(Clock{});
    return since.time + static_cast<double>(step - since.step) * rules.time_step;
  }
  int dimensions() const { return static_cast<int>(world.size.size()); }
  /// Largest allowed distance of a boid's start from the world: the margin for `tile`, unlimited for `soft`, else 0.
  double start_allowance() const {
    if (!has_walls(world.boundary)) return std::numeric_limits<double>::infinity();
    return world.boundary == Boundary::kTile ? world.margin : 0.0;
  }
};

}  // namespace murmur

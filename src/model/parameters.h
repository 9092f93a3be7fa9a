// All inputs of a step except the boids, rounded once to the precision T of the backend. A plain struct
// without setters, passed by value to each step, so that a step can be recorded exactly. Views point to
// memory of the backend that runs the step. Filled by sim/backends/make_parameters.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/vec.h"
#include "model/choices.h"
#include "model/sum_kind.h"
#include "model/tables.h"

namespace murmur {

/// Parameters of shape(x), which is applied to the sum of each of the three rules.
template <class T>
struct Steer {
  Shape shape;
  T amount;  ///< limit, length [world units/step] or factor
};

/// Traits of a boid: numbers that may differ from species to species.
template <class T>
struct Traits {
  T max_speed, max_speed_squared, min_speed, min_speed_squared;
  T view_cosine;  ///< c * |c|, c = cos(half the field of view)
  T sees_round;   ///< positive: unlimited view; both view members are used only if Rules::field_of_view
  T separation_weight, alignment_weight, cohesion_weight;
  T flight_speed;            ///< fixed speed if rules give a heading
  T cruise_speed;            ///< speed that the speed control aims at
  T turn_cosine, turn_sine;  ///< largest turn in a step; a cosine of -2 means no limit
  T noise;                   ///< strength of the noise, in the unit that Turning needs
  T becomes;                 ///< index of the species that a caught boid gets after the step
};

/// Numbers of a pair of species: the row is the boid's own species, the column the neighbour's. Only rare sums need
/// the numbers after the first kUsual.
template <class T>
struct alignas(T) alignas(16) Toward {  // devices then load four numbers at once
  static constexpr size_t kUsual = 5;
  T separation_radius_squared;
  T alignment, cohesion, away;  ///< factors of the three terms; away: of separation, with opposite sign
  T radius_squared;
  T catch_squared;      ///< squared distance below which the neighbour catches the boid; 0: never
  T separation_radius;  ///< separation radius, for octants
  T unused;
};

/// Calls visit(this member of each argument) for every member.
template <class Visit, class... Ts>
MURMUR_INLINE void each_trait(const Visit& visit, Ts&&... t) {
  visit(t.max_speed...);
  visit(t.max_speed_squared...);
  visit(t.min_speed...);
  visit(t.min_speed_squared...);
  visit(t.view_cosine...);
  visit(t.sees_round...);
  visit(t.separation_weight...);
  visit(t.alignment_weight...);
  visit(t.cohesion_weight...);
  visit(t.flight_speed...);
  visit(t.cruise_speed...);
  visit(t.turn_cosine...);
  visit(t.turn_sine...);
  visit(t.noise...);
  visit(t.becomes...);
}

template <class T, int D>
struct World {
  Vec<T, D> size;  ///< [world units]
  Vec<T, D> half;  ///< size / 2
  Boundary boundary;
  Metric metric;
  T margin, push;
};

/// Numbers of the three rules. The inherited Traits are those of a flock without species.
template <class T>
struct Rules : Traits<T> {
  T radius, radius_squared;     ///< R, R^2
  T separation_radius_squared;  ///< r^2
  T time_step;
  bool field_of_view;
  bool has_least_speed;     ///< whether min_speed is above 0
  View<Traits<T>> species;  ///< (K,), empty without species
  View<Toward<T>> toward;   ///< (K, K) for K species
  bool own_radii;           ///< whether a radius of `toward` differs from R
  bool catches;             ///< whether boids may change their species
  Steer<T> separation, alignment, cohesion;
  Falloff falloff;
  Average separation_average;
  bool include_self, alignment_average, relative;
  Lone lone;
  CohesionTarget cohesion_target;
  SumKind kind;  ///< kind of the sums over neighbours
  // Numbers that few models use (Terms::kRare, Terms::kAny):
  T alignment_from_squared, alignment_to_squared;  ///< alignment counts |d|^2 with from <= |d| < to
  T cohesion_from_squared, cohesion_to_squared;
  bool sees_all;    ///< whether separation ignores the field of view
  bool walls_hide;  ///< whether some wall blocks the view
  bool exclusive;   ///< whether separation suppresses the other rules of a boid on which it acts
  int32_t nearest;  ///< how many nearest neighbours count; 0: all within R, or octants
  // Separation with octants (model/octants.inl):
  T separation_radius, core;  ///< core: the falloff treats smaller distances as this one
  T shortening;               ///< 1 - 1 / ahead^2
  T cohesion_vertical;        ///< factor of the last component of cohesion
  T alignment_share;  ///< share of the difference by which an alignment with inertia changes in a step
  T scale;            ///< factor of the sum of rules and behaviours: 1, or the time step
  T cohesion_sign;    ///< 1, or -1 in a startled flock

  /// Whether ids decide between boids at equal distances.
  MURMUR_HD bool ids_decide() const { return kind.neighbours != Neighbours::kAll; }
  MURMUR_HD constexpr bool has_species() const { return species.size > 0; }
};

template <class T, int D>
struct Parameters {
  World<T, D> world;
  Rules<T> rules;
  Behaviours<T, D> behaviours;
  bool wind_acts = false;
  Vec<T, D> wind{};   ///< velocity added this step by wind and gust
  uint64_t step = 0;  ///< steps taken before this one; part of the key of random numbers

  /// Calls visit(view) for each array that a step reads, except arrays of predators.
  template <class Visit>
  void each_array(const Visit& visit) {
    visit(rules.species);
    visit(rules.toward);
    behaviours.each_array(visit);
  }
};

/// A boid as backends store it, in units of 16 bytes for fast loads on devices (2D: one, 3D: two).
template <class T, int D>
struct Body;
template <class T>
struct alignas(4 * sizeof(T)) Body<T, 2> {
  Vec<T, 2> p, v;
};
template <class T>
struct alignas(4 * sizeof(T)) Body<T, 3> {
  Vec<T, 3> p, v;  // adjacent; a GPU loads only half of the second 16 bytes
  T unused[2];
};

}  // namespace murmur

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

/// shape(x), the last part of one of the three rules but its weight, applied to its sum.
template <class T>
struct Steer {
  Shape shape;
  T amount;  ///< limit, length [world units/step] or factor
};

/// The numbers of a boid that may differ from species to species.
template <class T>
struct Traits {
  T max_speed, max_speed_squared, min_speed, min_speed_squared;
  T view_cosine;  ///< c * |c|, c = cos(half the field of view)
  T sees_round;   ///< above 0: no limit of view; used only if Rules::field_of_view, as the cosine is
  T separation_weight, alignment_weight, cohesion_weight;
  T flight_speed;            ///< speed of a heading
  T cruise_speed;            ///< speed that it returns to
  T turn_cosine, turn_sine;  ///< largest turn of a step; the cosine -2 is no limit
  T noise;                   ///< strength of the noise; Turning says of what
  T becomes;                 ///< index of the species that a caught boid is from the next step on
};

/// What a neighbour of one species is to a boid of another; a row is a boid's own species, a column that of the neighbour. Rare
/// sums alone need what follows the first kUsual numbers.
template <class T>
struct alignas(T) alignas(16) Toward {  // so that devices read four numbers at once
  static constexpr size_t kUsual = 5;
  T separation_radius_squared;
  T alignment, cohesion, away;  ///< factors of what it adds; away: that of separation, with the other sign
  T radius_squared;
  T catch_squared;      ///< nearer than this it catches the boid; 0: never
  T separation_radius;  ///< separation radius, for octants
  T unused;
};

/// Calls visit(member of each) for every member.
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

/// Its own Traits are those of a flock without species.
template <class T>
struct Rules : Traits<T> {
  T radius, radius_squared;     ///< R, R^2
  T separation_radius_squared;  ///< r^2
  T time_step;
  bool field_of_view;
  bool has_least_speed;     ///< a min_speed above 0
  View<Traits<T>> species;  ///< (K,), empty without species
  View<Toward<T>> toward;   ///< (K, K)
  bool own_radii;           ///< some radius of `toward` is not R
  bool catches;             ///< a boid may change its species
  Steer<T> separation, alignment, cohesion;
  Falloff falloff;
  Average separation_average;
  bool include_self, alignment_average, relative;
  Lone lone;
  CohesionTarget cohesion_target;
  SumKind kind;  ///< kind of the sums over neighbours
  // What few models use (Terms::kRare, Terms::kAny).
  T alignment_from_squared, alignment_to_squared;  ///< alignment counts |d|^2 with from <= |d| < to
  T cohesion_from_squared, cohesion_to_squared;
  bool sees_all;    ///< separation acts at any angle
  bool walls_hide;  ///< some wall blocks the view
  bool exclusive;   ///< where separation acts on a boid, the other rules do not
  int32_t nearest;  ///< so many neighbours at most, the nearest ones; 0: all within R, or octants
  // The separation of octants (model/octants.inl).
  T separation_radius, core;  ///< core: the least distance that the falloff has
  T shortening;               ///< 1 - 1 / ahead^2
  T cohesion_vertical;        ///< factor of the last component of the cohesion
  T alignment_share;  ///< share of the way to its new value that an alignment with inertia goes in a step
  T scale;            ///< factor of all that rules and behaviours add: 1, or the time step
  T cohesion_sign;    ///< 1, or -1 in a startled flock

  /// Whether ids choose between boids at the same distance.
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

  /// Calls visit(view) for each array that a step reads, but those of the predators.
  template <class Visit>
  void each_array(const Visit& visit) {
    visit(rules.species);
    visit(rules.toward);
    behaviours.each_array(visit);
  }
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

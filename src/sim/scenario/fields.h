// Every key of a scenario, once: its name, unit, range, help and the member of Scenario that holds it.
// Reading, checking, writing, `set` and the window's panel visit these lists; a new key is a member in
// scenario.h and a line here. Those of [view] are in look.h. The order is that of written scenarios. docs/scenarios.md describes the same
// keys for users.
#pragma once

#include <cstdint>

#include "sim/look/field.h"
#include "sim/scenario/scenario.h"

namespace murmur {

inline constexpr int64_t kMostScenarioBoids = 2147483647;
inline constexpr Slider kWorldSlider{.span = SliderSpan::kWorld};

template <class Visit>
void visit_fields(Scenario::World& world, Visit&& visit) {
  visit({.key = "size",
         .unit = "L",
         .help = "boids stay where they are",
         .range = kPositive,
         .need = Need::kElsewhere,
         .axes = Axes::kAny},
        world.size);
  visit({.key = "boundary", .help = "what happens at the border"}, world.boundary);
  visit({.key = "margin",
         .unit = "L",
         .help = "tile: overshoot; soft: width of the pushing border",
         .range = kReach,
         .slider = slider_to(100.0)},
        world.margin);
  visit({.key = "push", .unit = "L/t", .help = "soft: velocity added in the border", .range = kNotNegative},
        world.push);
  visit({.key = "metric", .help = "whether boids see each other across the border"}, world.metric);
}

template <class Visit>
void visit_fields(Scenario::Start& start, Visit&& visit) {
  visit({.key = "positions", .help = "of the next restart"}, start.positions);
  visit({.key = "at", .label = "patch at", .unit = "L", .help = "its lowest corner", .slider = kWorldSlider},
        start.at);
  visit({.key = "size",
         .label = "patch size",
         .unit = "L",
         .help = "its extent",
         .range = kReach,
         .slider = kWorldSlider,
         .one_for_all = true},
        start.size);
  visit({.key = "velocities", .help = "of the next restart"}, start.velocities);
  visit({.key = "speed",
         .unit = "L/t",
         .help = "of the next restart",
         .range = kReach,
         .slider = slider_to(10.0)},
        start.speed);
}

/// Last fields of every rule.
template <class Rule, class Visit>
void visit_shape(Rule& rule, Visit&& visit) {
  visit({.key = "shape",
         .help = "limit shortens to the amount, length rescales to it, factor multiplies by it",
         .need = Need::kModel},
        rule.shape);
  visit({.key = "amount",
         .help = "of the shape: a velocity, or a factor",
         .range = rule.shape == Shape::kFactor ? kAnyNumber : kNotNegative,
         .need = Need::kModel,
         .slider = slider_to(0.1)},
        rule.amount);
}
inline constexpr Field kWeightField{
    .key = "weight",
    .help = "of the shaped rule in the sum of all; below 0 it does the opposite",
    .slider = fixed_slider(-4.0, 4.0)};

template <class Visit>
void visit_zone(Scenario::Rules::Zone& zone, Visit&& visit) {
  visit({.key = "from", .unit = "L", .help = "nearer neighbours do not count", .range = kReach}, zone.from);
  visit({.key = "to",
         .unit = "L",
         .help = "neighbours that are as far or farther do not count; at most R; 0 follows R",
         .range = kReach},
        zone.to);
}

template <class Visit>
void visit_fields(Scenario::Rules::Separation& rule, Visit&& visit) {
  visit(kWeightField, rule.weight);
  visit({.key = "sees_all", .label = "sees all", .help = "acts on neighbours out of view too"},
        rule.sees_all);
  visit(
      {.key = "falloff", .help = "with the distance d: 1, 1/d, 1/d²; shifted: the last less its value at r"},
      rule.falloff);
  visit({.key = "average", .label = "divide by", .help = "nothing, those too near, or all neighbours"},
        rule.average);
  visit({.key = "ahead",
         .help = "with octants: a neighbour straight ahead is nearer by this factor",
         .range = {1.0, 1000.0},
         .slider = fixed_slider(1.0, 4.0)},
        rule.ahead);
  visit({.key = "core",
         .unit = "L",
         .help = "with octants: the falloff has no distance below it",
         .range = kReach},
        rule.core);
  visit_shape(rule, visit);
}

template <class Visit>
void visit_fields(Scenario::Rules::Alignment& rule, Visit&& visit) {
  visit(kWeightField, rule.weight);
  visit({.key = "inertia",
         .unit = "t",
         .help = "time in which it follows the neighbours': a turn then spreads as a wave; 0: at once",
         .range = kReach,
         .slider = slider_to(1.0)},
        rule.inertia);
  visit(
      {.key = "include_self", .label = "include self", .help = "the boid's own velocity belongs to the sum"},
      rule.include_self);
  visit({.key = "average", .help = "divide by the number of neighbours"}, rule.average);
  visit({.key = "relative", .help = "minus the boid's own velocity"}, rule.relative);
  visit({.key = "lone", .label = "alone", .help = "without neighbours: nothing, or keep the own velocity"},
        rule.lone);
  visit_zone(rule, visit);
  visit_shape(rule, visit);
}

template <class Visit>
void visit_fields(Scenario::Rules::Cohesion& rule, Visit&& visit) {
  visit(kWeightField, rule.weight);
  visit(
      {.key = "target",
       .help =
           "the neighbours' centroid, the sum or the mean of their directions, or the book listing's sum of "
           "places"},
      rule.target);
  visit({.key = "vertical",
         .help = "factor of the last component",
         .range = {0.0, 1000.0},
         .slider = fixed_slider(0.0, 4.0)},
        rule.vertical);
  visit_zone(rule, visit);
  visit_shape(rule, visit);
}

template <class T, class Visit>
void visit_fields(Cruise<T>& cruise, Visit&& visit) {
  visit({.key = "control", .help = "linear, or marginal: weak near the speed"}, cruise.control);
  visit({.key = "speed",
         .unit = "L/t",
         .help = "that boids return to",
         .range = kPositive,
         .need = Need::kTable},
        cruise.speed);
  visit({.key = "rate",
         .unit = "1/t",
         .help = "how fast they do",
         .range = kNotNegative,
         .slider = slider_to(4.0)},
        cruise.rate);
}

template <class Visit>
void visit_fields(Scenario::Rules& rules, Visit&& visit) {
  visit({.key = "radius",
         .label = "radius R",
         .unit = "L",
         .help = "boids within it are neighbours",
         .range = kPositive,
         .need = Need::kModel},
        rules.radius);
  visit({.key = "separation_radius",
         .label = "separation r",
         .unit = "L",
         .help = "neighbours within it are too near; at most R; 0 follows R",
         .range = kNotNegative},
        rules.separation_radius);
  visit({.key = "max_speed",
         .label = "max speed",
         .unit = "L/t",
         .help = "faster boids are slowed down",
         .range = kPositive,
         .need = Need::kModel},
        rules.max_speed);
  visit({.key = "min_speed",
         .label = "min speed",
         .unit = "L/t",
         .help = "slower boids are sped up; at most max speed",
         .range = kReach},
        rules.min_speed);
  visit({.key = "time_step",
         .label = "time step",
         .unit = "t",
         .help = "scales the move, and with adds = acceleration what rules and behaviours add",
         .range = kPositive},
        rules.time_step);
  visit({.key = "adds", .help = "what rules and behaviours add: a velocity in each step, or an acceleration"},
        rules.adds);
  visit({.key = "field_of_view",
         .label = "field of view",
         .unit = "°",
         .help = "the whole angle; 360 sees all",
         .range = {0.001, 360.0},
         .slider = fixed_slider(10.0, 360.0)},
        rules.field_of_view);
  visit({.key = "motion", .help = "the rules change the velocity, or choose the heading at a fixed speed"},
        rules.motion);
  visit({.key = "speed",
         .unit = "L/t",
         .help = "of motion heading; at most max speed; 0 follows it",
         .range = kReach},
        rules.speed);
  visit({.key = "turn_limit",
         .label = "turn limit",
         .unit = "°",
         .help = "largest change of the heading in a step; 180 is none",
         .range = {0.0, 180.0},
         .slider = fixed_slider(0.0, 180.0)},
        rules.turn_limit);
  visit({.key = "moves_with",
         .label = "moves with",
         .help = "the velocity of the move: new, or that before the step's rules"},
        rules.moves_with);
  visit(
      {.key = "nearest",
       .help = "so many neighbours at most, the nearest ones; octants: the nearest in each; 0: all within R",
       .slider = fixed_slider(-1.0, 32.0),
       .least = 1,
       .most = kMostNearest,
       .zero = "all",
       .minus_one = "octants"},
      rules.nearest);
  visit({.key = "priority", .help = "none, or separation: where it acts the other rules do not"},
        rules.priority);
  visit({.key = "separation", .need = Need::kModel}, rules.separation);
  visit({.key = "alignment", .need = Need::kModel}, rules.alignment);
  visit({.key = "cohesion", .need = Need::kModel}, rules.cohesion);
  visit({.key = "cruise", .label = "Cruise"}, rules.cruise);
}

}  // namespace murmur

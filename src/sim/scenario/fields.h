// The keys of a scenario, each listed once: name, unit, range, help, and the member of Scenario that holds its value.
// Reading, checking, writing, `set` and the window's panel visit these lists; a new key is a member in scenario.h and
// a line here. look.h lists the keys of [view]. Written scenarios have the same order. docs/scenarios.md describes
// the keys for users.
#pragma once

#include <cstdint>

#include "sim/look/field.h"
#include "sim/scenario/scenario.h"

namespace murmur {

template <class Visit>
void visit_fields(Scenario::World& world, Visit&& visit) {
  visit(key("size", "L", "boids stay where they are", kPositive, Need::kElsewhere, Axes::kAny), world.size);
  visit(key("boundary", "", "what happens at the border"), world.boundary);
  visit(key("margin", "L", "tile: overshoot; soft: width of the pushing border", kReach, slider_to(100.0)),
        world.margin);
  visit(key("push", "L/t", "soft: velocity added in the border", kNotNegative), world.push);
  visit(key("metric", "", "whether boids see each other across the border"), world.metric);
}

template <class Visit>
void visit_fields(Scenario::Start& start, Visit&& visit) {
  visit(key("positions", "", "of the next restart"), start.positions);
  visit(key("at", "L", "its lowest corner", kWorldSlider, Called{"patch at"}), start.at);
  visit({.key = "size",
         .label = "patch size",
         .unit = "L",
         .help = "its extent",
         .range = kReach,
         .slider = kWorldSlider,
         .one_for_all = true},
        start.size);
  visit(key("velocities", "", "of the next restart"), start.velocities);
  visit(key("speed", "L/t", "of the next restart", kReach, slider_to(10.0)), start.speed);
  visit(key("walls", "", "boids that would be inside a wall are drawn again, or refused"), start.walls);
}

/// Visits the last fields of every rule.
template <class Rule, class Visit>
void visit_shape(Rule& rule, Visit&& visit) {
  visit(key("shape", "", "limit shortens to the amount, length rescales to it, factor multiplies by it",
            Need::kModel),
        rule.shape);
  visit(key("amount", "", "of the shape: a velocity, or a factor",
            rule.shape == Shape::kFactor ? kAnyNumber : kNotNegative, Need::kModel, slider_to(0.1)),
        rule.amount);
}
inline constexpr Field kWeightField =
    key("weight", "", "how much the rule counts; below 0 it does the opposite", fixed_slider(-4.0, 4.0));

template <class Visit>
void visit_zone(Scenario::Rules::Zone& zone, Visit&& visit) {
  visit(key("from", "L", "nearer neighbours do not count", kReach), zone.from);
  visit(key("to", "L", "neighbours that are as far or farther do not count; at most R; 0 follows R", kReach),
        zone.to);
}

template <class Visit>
void visit_fields(Scenario::Rules::Separation& rule, Visit&& visit) {
  visit(kWeightField, rule.weight);
  visit(key("sees_all", "", "acts on neighbours out of view too", Called{"sees all"}), rule.sees_all);
  visit(key("falloff", "", "with the distance d: 1, 1/d, 1/d²; shifted: the last less its value at r"),
        rule.falloff);
  visit(key("average", "", "nothing, those too near, or all neighbours", Called{"divide by"}), rule.average);
  visit(key("ahead", "", "with octants: a neighbour straight ahead is nearer by this factor",
            Range{1.0, 1000.0}, fixed_slider(1.0, 4.0)),
        rule.ahead);
  visit(key("core", "L", "with octants: the falloff has no distance below it", kReach), rule.core);
  visit_shape(rule, visit);
}

template <class Visit>
void visit_fields(Scenario::Rules::Alignment& rule, Visit&& visit) {
  visit(kWeightField, rule.weight);
  visit(key("inertia", "t",
            "time in which it follows the neighbours': a turn then spreads as a wave; 0: at once", kReach,
            slider_to(1.0)),
        rule.inertia);
  visit(key("include_self", "", "the boid's own velocity belongs to the sum", Called{"include self"}),
        rule.include_self);
  visit(key("average", "", "divide by the number of neighbours"), rule.average);
  visit(key("relative", "", "minus the boid's own velocity"), rule.relative);
  visit(key("lone", "", "without neighbours: nothing, or keep the own velocity", Called{"alone"}), rule.lone);
  visit_zone(rule, visit);
  visit_shape(rule, visit);
}

template <class Visit>
void visit_fields(Scenario::Rules::Cohesion& rule, Visit&& visit) {
  visit(kWeightField, rule.weight);
  visit(key("target", "",
            "the neighbours' centroid, the sum or the mean of their directions, or the book listing's sum of "
            "positions"),
        rule.target);
  visit(key("vertical", "", "factor of the last component", Range{0.0, 1000.0}, fixed_slider(0.0, 4.0)),
        rule.vertical);
  visit_zone(rule, visit);
  visit_shape(rule, visit);
}

template <class T, class Visit>
void visit_fields(Cruise<T>& cruise, Visit&& visit) {
  visit(key("control", "", "linear, or marginal: weak near the speed"), cruise.control);
  visit(key("speed", "L/t", "that boids return to", kPositive, Need::kTable), cruise.speed);
  visit(key("rate", "1/t", "how fast they do", kNotNegative, slider_to(4.0)), cruise.rate);
}

template <class Visit>
void visit_fields(Scenario::Rules& rules, Visit&& visit) {
  visit(key("radius", "L", "boids within it are neighbours", kPositive, Need::kModel, Called{"radius R"}),
        rules.radius);
  visit(key("separation_radius", "L", "neighbours within it are too near; at most R; 0 follows R",
            kNotNegative, Called{"separation r"}),
        rules.separation_radius);
  visit(key("max_speed", "L/t", "faster boids are slowed down", kPositive, Need::kModel, Called{"max speed"}),
        rules.max_speed);
  visit(key("min_speed", "L/t", "slower boids are sped up; at most max speed", kReach, Called{"min speed"}),
        rules.min_speed);
  visit(key("time_step", "t", "scales the move, and with adds = acceleration what rules and behaviours add",
            kPositive, Called{"time step"}),
        rules.time_step);
  visit(key("adds", "", "what rules and behaviours add: a velocity in each step, or an acceleration"),
        rules.adds);
  visit(key("field_of_view", "°", "the whole angle; 360 sees all", Range{0.001, 360.0},
            fixed_slider(10.0, 360.0), Called{"field of view"}),
        rules.field_of_view);
  visit(key("motion", "", "the rules change the velocity, or choose the heading at a fixed speed"),
        rules.motion);
  visit(key("speed", "L/t", "of motion heading; at most max speed; 0 follows it", kReach), rules.speed);
  visit(key("turn_limit", "°", "largest change of the heading in a step; 180 is none", Range{0.0, 180.0},
            fixed_slider(0.0, 180.0), Called{"turn limit"}),
        rules.turn_limit);
  visit(key("moves_with", "", "the velocity of the move: new, or that before the step's rules",
            Called{"moves with"}),
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
  visit(key("priority", "", "none, or separation: where it acts the other rules do not"), rules.priority);
  visit({.key = "separation", .need = Need::kModel}, rules.separation);
  visit({.key = "alignment", .need = Need::kModel}, rules.alignment);
  visit({.key = "cohesion", .need = Need::kModel}, rules.cohesion);
  visit({.key = "cruise", .label = "Cruise"}, rules.cruise);
}

}  // namespace murmur

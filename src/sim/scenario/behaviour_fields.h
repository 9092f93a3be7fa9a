// The keys of the optional behaviours, the events' tables and the scenario as a whole: see fields.h.
#pragma once

#include "sim/scenario/event_fields.h"
#include "sim/scenario/fields.h"

namespace murmur {

template <class Visit>
void visit_fields(Scenario::Noise& noise, Visit&& visit) {
  visit(
      {.key = "kind",
       .help = "angle turns the heading; vector is added to what the rules want; isotropic to the velocity"},
      noise.kind);
  visit({.key = "distribution", .help = "of the angle"}, noise.distribution);
  visit(
      {.key = "amount",
       .help =
           "angle: width or standard deviation in radians; vector: length per neighbour; isotropic: L/t^1.5",
       .range = {0.0, 100.0},
       .need = Need::kTable,
       .slider = fixed_slider(0.0, 6.3)},
      noise.amount);
}

template <class Visit>
void visit_fields(Scenario::Gust& gust, Visit&& visit) {
  visit({.key = "probability",
         .help = "that one starts, each step",
         .range = kProbability,
         .need = Need::kTable,
         .slider = fixed_slider(0.0, 0.1)},
        gust.probability);
  visit({.key = "duration",
         .unit = "steps",
         .help = "of one gust",
         .slider = fixed_slider(1, 300),
         .least = 1,
         .most = 1000000},
        gust.duration);
  visit({.key = "strength", .unit = "L/t", .help = "velocity added each step", .need = Need::kTable},
        gust.strength);
}

template <class Visit>
void visit_fields(Scenario::Wind& wind, Visit&& visit) {
  visit({.key = "velocity",
         .label = "wind",
         .unit = "L/t",
         .help = "a tenth of it is added each step",
         .slider = {.span = SliderSpan::kSpeed}},
        wind.velocity);
  visit({.key = "gust", .label = "Gusts"}, wind.gust);
}

template <class T, class Path, class Visit>
void visit_fields(Goal<T, Path>& goal, Visit&& visit) {
  visit({.key = "path", .need = Need::kElsewhere}, goal.path);
  visit({.key = "arrive_radius",
         .label = "arrive",
         .unit = "L",
         .help = "a boid so near goes on to the next place",
         .range = kReach,
         .slider = slider_to(100.0)},
        goal.arrive_radius);
  visit({.key = "factor",
         .help = "of the way to it; negative flees",
         .slider = {.span = SliderSpan::kSigned, .high = 0.04}},
        goal.factor);
  visit({.key = "cap",
         .unit = "L/t",
         .help = "most that a step adds",
         .range = kNotNegative,
         .slider = slider_to(0.2)},
        goal.cap);
}

template <class T, class Place, class Visit>
void visit_fields(Cursor<T, Place>& cursor, Visit&& visit) {
  visit({.key = "at",
         .label = "place",
         .unit = "L",
         .help = "follows the pointer unless the mode is none",
         .slider = kWorldSlider},
        cursor.at);
  visit({.key = "mode", .help = "M; the place follows the pointer"}, cursor.mode);
  visit({.key = "radius",
         .unit = "L",
         .help = "how far it reaches",
         .range = kReach,
         .slider = slider_to(400.0)},
        cursor.radius);
  visit({.key = "push",
         .unit = "L/t",
         .help = "velocity added each step within the radius",
         .slider = slider_to(2.0)},
        cursor.push);
}

template <class T, class Place, class Visit>
void visit_fields(Obstacle<T, Place>& obstacle, Visit&& visit) {
  visit({.key = "at",
         .label = "place",
         .unit = "L",
         .help = "its centre",
         .need = Need::kTable,
         .slider = kWorldSlider},
        obstacle.at);
  visit({.key = "radius",
         .unit = "L",
         .help = "of the circle or sphere",
         .range = kReach,
         .need = Need::kTable},
        obstacle.radius);
  visit({.key = "avoid", .help = "push boids out, or let them look ahead"}, obstacle.avoid);
  visit({.key = "strength", .unit = "L/t", .help = "push: velocity added inside", .slider = slider_to(2.0)},
        obstacle.strength);
  visit({.key = "look_ahead",
         .label = "look ahead",
         .unit = "moves",
         .help = "look-ahead: how many moves ahead boids look",
         .range = kReach,
         .slider = slider_to(50.0)},
        obstacle.look_ahead);
  visit({.key = "solid", .help = "nothing enters: boids slide along its rim"}, obstacle.solid);
}

template <class T, class Visit>
void visit_fields(PredatorRules<T>& predator, Visit&& visit) {
  visit({.key = "max_speed",
         .label = "max speed",
         .unit = "L/t",
         .help = "of this predator",
         .range = kPositive},
        predator.max_speed);
  visit({.key = "notice",
         .unit = "L",
         .help = "how far it notices boids; it chases the nearest",
         .range = kReach,
         .slider = slider_to(400.0)},
        predator.notice);
  visit({.key = "chase",
         .help = "part of the way to its prey that it adds to its velocity each step",
         .slider = {.span = SliderSpan::kSigned, .high = 0.2}},
        predator.chase);
  visit({.key = "flee_radius",
         .label = "flee radius",
         .unit = "L",
         .help = "boids so near flee it",
         .range = kReach,
         .slider = slider_to(400.0)},
        predator.flee_radius);
  visit({.key = "flee_push",
         .label = "flee push",
         .unit = "L/t",
         .help = "velocity that a fleeing boid adds each step",
         .slider = slider_to(2.0)},
        predator.flee_push);
  visit({.key = "flocks", .help = "steers by the three rules among the predators that flock"},
        predator.flocks);
}

template <class Visit>
void visit_fields(Scenario::Predator& predator, Visit&& visit) {
  visit({.key = "at"}, predator.at);
  visit_fields(static_cast<PredatorRules<double>&>(predator), visit);
}

template <class T, class Visit>
void visit_fields(Level<T>& level, Visit&& visit) {
  visit({.key = "rate",
         .unit = "1/t",
         .help = "how fast a boid's speed on the last axis is damped",
         .range = kNotNegative,
         .slider = slider_to(1.0)},
        level.rate);
}

template <class T, class Place, class Visit>
void visit_fields(Roost<T, Place>& roost, Visit&& visit) {
  visit({.key = "at", .label = "place", .unit = "L", .help = "its centre and height", .slider = kWorldSlider},
        roost.at);
  visit({.key = "radius",
         .unit = "L",
         .help = "over the first two axes; outside it boids turn to the left",
         .range = kReach,
         .slider = slider_to(400.0)},
        roost.radius);
  visit({.key = "turn",
         .unit = "L/t",
         .help = "most that it adds, to a boid that flies straight away",
         .range = kNotNegative,
         .slider = slider_to(10.0)},
        roost.turn);
  visit({.key = "pull",
         .help = "added per distance to its height, on the last axis",
         .range = kNotNegative,
         .slider = slider_to(0.2)},
        roost.pull);
  visit({.key = "reach",
         .unit = "L",
         .help = "a boid farther from its height is pulled as at this distance",
         .range = kReach,
         .slider = slider_to(100.0)},
        roost.reach);
}

template <class Visit>
void visit_fields(Scenario::Turbulence& turbulence, Visit&& visit) {
  visit({.key = "strength",
         .unit = "L/t",
         .help = "root mean square of a component, before what lies along the heading is left out",
         .range = kNotNegative,
         .slider = slider_to(4.0)},
        turbulence.strength);
  visit({.key = "wavelength",
         .unit = "L",
         .help = "boids much nearer to each other are pushed alike",
         .range = kPositive,
         .slider = slider_to(400.0)},
        turbulence.wavelength);
  visit({.key = "period",
         .unit = "t",
         .help = "the shortest one of a wave",
         .range = kPositive,
         .slider = slider_to(20.0)},
        turbulence.period);
  visit({.key = "vertical",
         .help = "factor of the last component",
         .range = {0.0, 1000.0},
         .slider = fixed_slider(0.0, 2.0)},
        turbulence.vertical);
}

template <class T, class Place, class Visit>
void visit_fields(Hill<T, Place>& hill, Visit&& visit) {
  visit({.key = "at",
         .label = "place",
         .unit = "L",
         .help = "of the top",
         .need = Need::kTable,
         .slider = kWorldSlider,
         .axes = Axes::kGround},
        hill.at);
  visit({.key = "radius",
         .unit = "L",
         .help = "of the hill",
         .range = kPositive,
         .need = Need::kTable,
         .slider = kWorldSlider},
        hill.radius);
  visit({.key = "height",
         .unit = "%",
         .help = "how much it slows a boid down at the top",
         .range = {0.0, 100.0},
         .need = Need::kTable,
         .slider = fixed_slider(0.0, 100.0)},
        hill.height);
}

template <class Visit>
void visit_fields(Scenario::Terrain& terrain, Visit&& visit) {
  visit({.key = "image"}, terrain.image);
  visit({.key = "hill", .label = "Terrain"}, terrain.hill);
}

template <class T, class Visit>
void visit_fields(Perching<T>& perching, Visit&& visit) {
  visit({.key = "mean_rest",
         .label = "mean rest",
         .unit = "steps",
         .help = "on the ground, before a boid takes off again",
         .range = {1.0, 1e9},
         .slider = fixed_slider(1.0, 600.0)},
        perching.mean_rest);
  visit({.key = "ground",
         .unit = "L",
         .help = "its height, a coordinate of the last axis",
         .range = kReach,
         .slider = kWorldSlider},
        perching.ground);
}

template <class Visit>
void visit_fields(Scenario& scenario, Visit&& visit) {
  visit({.key = "preset"}, scenario.preset);
  visit({.key = "boids", .most = kMostScenarioBoids}, scenario.boids);
  visit({.key = "seed",
         .help = "of every random number; counts from the next restart",
         .slider = fixed_slider(0, 1000)},
        scenario.seed);
  visit({.key = "world"}, scenario.world);
  visit({.key = "start"}, scenario.start);
  visit({.key = "view"}, scenario.view);
  visit({.key = "rules"}, scenario.rules);
  visit({.key = "noise", .label = "Noise"}, scenario.noise);
  visit({.key = "wind", .label = "Wind"}, scenario.wind);
  visit({.key = "goal", .label = "Goal"}, scenario.goal);
  visit({.key = "cursor", .label = "Cursor"}, scenario.cursor);
  visit({.key = "level", .label = "Level flight"}, scenario.level);
  visit({.key = "roost", .label = "Roost"}, scenario.roost);
  visit({.key = "turbulence", .label = "Turbulence"}, scenario.turbulence);
  visit({.key = "terrain"}, scenario.terrain);
  visit({.key = "perching", .label = "Perching"}, scenario.perching);
  visit({.key = "obstacle"}, scenario.obstacles);
  visit({.key = "predator"}, scenario.predators);
  visit({.key = "event"}, scenario.events);
}

}  // namespace murmur

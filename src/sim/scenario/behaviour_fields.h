// Lists of fields for the optional behaviours, the events' tables and the scenario as a whole (see fields.h).
#pragma once

#include "sim/scenario/event_fields.h"
#include "sim/scenario/fields.h"

namespace murmur {

template <class Visit>
void visit_fields(Scenario::Noise& noise, Visit&& visit) {
  visit(key("kind", "",
            "angle turns the heading; vector is added to what the rules want; isotropic to the velocity"),
        noise.kind);
  visit(key("distribution", "", "of the angle"), noise.distribution);
  visit(key("amount", "",
            "angle: width or standard deviation in radians; vector: length per neighbour; isotropic: L/t^1.5",
            Range{0.0, 100.0}, Need::kTable, fixed_slider(0.0, 6.3)),
        noise.amount);
}

template <class Visit>
void visit_fields(Scenario::Gust& gust, Visit&& visit) {
  visit(key("probability", "", "that one starts, each step", kProbability, Need::kTable,
            fixed_slider(0.0, 0.1)),
        gust.probability);
  visit({.key = "duration",
         .unit = "steps",
         .help = "of one gust",
         .slider = fixed_slider(1, 300),
         .least = 1,
         .most = 1000000},
        gust.duration);
  visit(key("strength", "L/t", "velocity added each step", Need::kTable), gust.strength);
}

template <class Visit>
void visit_fields(Scenario::Wind& wind, Visit&& visit) {
  visit(key("velocity", "L/t", "a tenth of it is added each step", Slider{.span = SliderSpan::kSpeed},
            Called{"wind"}),
        wind.velocity);
  visit({.key = "gust", .label = "Gusts"}, wind.gust);
}

template <class T, class Path, class Visit>
void visit_fields(Goal<T, Path>& goal, Visit&& visit) {
  visit({.key = "path", .need = Need::kElsewhere}, goal.path);
  visit(key("arrive_radius", "L", "a boid so near goes on to the next position", kReach, slider_to(100.0),
            Called{"arrive"}),
        goal.arrive_radius);
  visit(key("factor", "", "of the way to it; negative flees",
            Slider{.span = SliderSpan::kSigned, .high = 0.04}),
        goal.factor);
  visit(key("cap", "L/t", "most that a step adds", kNotNegative, slider_to(0.2)), goal.cap);
}

template <class T, class Place, class Visit>
void visit_fields(Cursor<T, Place>& cursor, Visit&& visit) {
  visit(key("at", "L", "follows the pointer unless the mode is none", kWorldSlider, Called{"position"}),
        cursor.at);
  visit(key("mode", "", "M; the position follows the pointer"), cursor.mode);
  visit(key("radius", "L", "how far it reaches", kReach, slider_to(400.0)), cursor.radius);
  visit(key("push", "L/t", "velocity added each step within the radius", slider_to(2.0)), cursor.push);
}

template <class T, class Place, class Visit>
void visit_fields(Obstacle<T, Place>& obstacle, Visit&& visit) {
  visit(key("at", "L", "its centre", Need::kTable, kWorldSlider, Called{"position"}), obstacle.at);
  visit(key("radius", "L", "of the circle or sphere", kReach, Need::kTable), obstacle.radius);
  visit(key("avoid", "", "push boids out, let them look ahead, or none"), obstacle.avoid);
  visit(key("strength", "L/t", "push: velocity added inside", slider_to(2.0)), obstacle.strength);
  visit(key("look_ahead", "moves", "look-ahead: how many moves ahead boids look", kReach, slider_to(50.0),
            Called{"look ahead"}),
        obstacle.look_ahead);
  visit(key("solid", "", "nothing enters: boids slide along its rim"), obstacle.solid);
}

template <class T, class Visit>
void visit_fields(WallRules<T>& wall, Visit&& visit) {
  visit(key("avoid", "", "push boids away, let them look ahead, or none: boids slide along it alone"),
        wall.avoid);
  visit(key("radius", "L", "boids so near to the wall avoid it", kReach, slider_to(100.0)), wall.radius);
  visit(key("strength", "L/t", "most that it adds to a velocity each step", slider_to(2.0)), wall.strength);
  visit(key("look_ahead", "moves", "look-ahead: how many moves ahead boids look", kReach, slider_to(50.0),
            Called{"look ahead"}),
        wall.look_ahead);
  visit(key("blocks_view", "", "a boid behind the wall is no neighbour", Called{"blocks view"}),
        wall.blocks_view);
}

template <class Visit>
void visit_fields(Scenario::Wall& wall, Visit&& visit) {
  visit_fields(static_cast<WallShape&>(wall), visit);
  visit_fields(static_cast<WallRules<double>&>(wall), visit);
}

template <class T, class Visit>
void visit_fields(PredatorRules<T>& predator, Visit&& visit) {
  visit(key("max_speed", "L/t", "of this predator", kPositive, Called{"max speed"}), predator.max_speed);
  visit(key("notice", "L", "how far it notices boids; it chases the nearest", kReach, slider_to(400.0)),
        predator.notice);
  visit(key("chase", "", "part of the way to its prey that it adds to its velocity each step",
            Slider{.span = SliderSpan::kSigned, .high = 0.2}),
        predator.chase);
  visit(key("flee_radius", "L", "boids so near flee it", kReach, slider_to(400.0), Called{"flee radius"}),
        predator.flee_radius);
  visit(key("flee_push", "L/t", "velocity that a fleeing boid adds each step", slider_to(2.0),
            Called{"flee push"}),
        predator.flee_push);
  visit(key("flocks", "", "steers by the three rules among the predators that flock"), predator.flocks);
  visit(key("border", "", "wrap: whatever the world does; world: as boids do"), predator.border);
}

template <class Visit>
void visit_fields(Scenario::Predator& predator, Visit&& visit) {
  visit({.key = "at"}, predator.at);
  visit_fields(static_cast<PredatorRules<double>&>(predator), visit);
}

template <class T, class Visit>
void visit_fields(Level<T>& level, Visit&& visit) {
  visit(
      key("rate", "1/t", "how fast a boid's speed on the last axis is damped", kNotNegative, slider_to(1.0)),
      level.rate);
}

template <class T, class Place, class Visit>
void visit_fields(Roost<T, Place>& roost, Visit&& visit) {
  visit(key("at", "L", "its centre and height", kWorldSlider, Called{"position"}), roost.at);
  visit(key("radius", "L", "over the first two axes; outside it boids turn to the left", kReach,
            slider_to(400.0)),
        roost.radius);
  visit(key("turn", "L/t", "most that it adds, to a boid that flies straight away", kNotNegative,
            slider_to(10.0)),
        roost.turn);
  visit(key("pull", "", "added per distance to its height, on the last axis", kNotNegative, slider_to(0.2)),
        roost.pull);
  visit(key("reach", "L", "a boid farther from its height is pulled as at this distance", kReach,
            slider_to(100.0)),
        roost.reach);
}

template <class Visit>
void visit_fields(Scenario::Turbulence& turbulence, Visit&& visit) {
  visit(key("strength", "L/t",
            "root mean square of a component, before what lies along the heading is left out", kNotNegative,
            slider_to(4.0)),
        turbulence.strength);
  visit(
      key("wavelength", "L", "boids much nearer to each other are pushed alike", kPositive, slider_to(400.0)),
      turbulence.wavelength);
  visit(key("period", "t", "the shortest one of a wave", kPositive, slider_to(20.0)), turbulence.period);
  visit(key("vertical", "", "factor of the last component", Range{0.0, 1000.0}, fixed_slider(0.0, 2.0)),
        turbulence.vertical);
}

template <class T, class Place, class Visit>
void visit_fields(Hill<T, Place>& hill, Visit&& visit) {
  visit(key("at", "L", "of the top", Need::kTable, kWorldSlider, Axes::kGround, Called{"position"}), hill.at);
  visit(key("radius", "L", "of the hill", kPositive, Need::kTable, kWorldSlider), hill.radius);
  visit(key("height", "%", "how much it slows a boid down at the top", Range{0.0, 100.0}, Need::kTable,
            fixed_slider(0.0, 100.0)),
        hill.height);
}

template <class Visit>
void visit_fields(Scenario::Terrain& terrain, Visit&& visit) {
  visit({.key = "image"}, terrain.image);
  visit({.key = "hill", .label = "Terrain"}, terrain.hill);
}

template <class T, class Visit>
void visit_fields(Perching<T>& perching, Visit&& visit) {
  visit(key("mean_rest", "steps", "on the ground, before a boid takes off again", Range{1.0, 1e9},
            fixed_slider(1.0, 600.0), Called{"mean rest"}),
        perching.mean_rest);
  visit(key("ground", "L", "its height, a coordinate of the last axis", kReach, kWorldSlider),
        perching.ground);
}

template <class Visit>
void visit_fields(Scenario::Species& species, Visit&& visit) {
  visit({.key = "name"}, species.name);
  visit({.key = "count", .help = "so many boids, those of the next ids", .most = kMostScenarioBoids},
        species.count);
  visit(key("share", "", "of the boids that no count has", kProbability, fixed_slider(0.0, 1.0)),
        species.share);
  visit({.key = "colour"}, species.colour);
  visit(key("max_speed", "L/t", "instead of the flock's", kPositive, Called{"max speed"}), species.max_speed);
  visit(key("min_speed", "L/t", "instead of the flock's", kReach, Called{"min speed"}), species.min_speed);
  visit(key("speed", "L/t", "of motion heading, instead of the flock's", kReach), species.speed);
  visit(key("field_of_view", "°", "instead of the flock's", Range{0.001, 360.0}, fixed_slider(10.0, 360.0),
            Called{"field of view"}),
        species.field_of_view);
  visit(key("turn_limit", "°", "instead of the flock's", Range{0.0, 180.0}, fixed_slider(0.0, 180.0),
            Called{"turn limit"}),
        species.turn_limit);
  visit(key("noise", "", "amount of the flock's noise, instead of its own", Range{0.0, 100.0},
            fixed_slider(0.0, 6.3)),
        species.noise);
  visit(key("separation_weight", "", "weight, instead of the rule's", fixed_slider(-4.0, 4.0),
            Called{"separation"}),
        species.separation_weight);
  visit(key("alignment_weight", "", "weight, instead of the rule's", fixed_slider(-4.0, 4.0),
            Called{"alignment"}),
        species.alignment_weight);
  visit(key("cohesion_weight", "", "weight, instead of the rule's", fixed_slider(-4.0, 4.0),
            Called{"cohesion"}),
        species.cohesion_weight);
  visit(key("catch_radius", "L", "a neighbour of caught_by that is nearer turns the boid to becomes", kReach,
            slider_to(100.0), Called{"catch radius"}),
        species.catch_radius);
  visit({.key = "caught_by"}, species.caught_by);
  visit({.key = "becomes"}, species.becomes);
}

template <class Visit>
void visit_fields(Scenario::Pairs& pairs, Visit&& visit) {
  visit(key("separation", "", "factor of what a neighbour adds to separation", Axes::kSpecies),
        pairs.separation);
  visit(key("alignment", "", "factor of what a neighbour adds to alignment", Axes::kSpecies),
        pairs.alignment);
  visit(key("cohesion", "", "factor of what a neighbour adds to cohesion", Axes::kSpecies), pairs.cohesion);
  visit(key("radius", "L", "within it boids are neighbours; at most R; 0 follows R", kReach, Axes::kSpecies),
        pairs.radius);
  visit(key("separation_radius", "L", "neighbours within it are too near; at most R; 0 follows r", kReach,
            Axes::kSpecies),
        pairs.separation_radius);
}

/// Users choose the keys in the tables `let`, `sums`, `where` and `state`; entries are sorted by key, as toml++ sorts them.
template <class Visit>
void visit_fields(CustomRule& rule, Visit&& visit) {
  visit({.key = "name", .help = "for messages"}, rule.name);
  visit(key("range", "L", "its sums have neighbours that are nearer; at most R; 0 follows R", kReach),
        rule.range);
  visit({.key = "let", .help = "numbers with names"}, rule.lets);
  visit({.key = "sums", .help = "texts with names, which are summed over neighbours"}, rule.sums);
  visit({.key = "where", .help = "parts of the other texts, with names"}, rule.parts);
  visit({.key = "state", .help = "numbers with names that each boid keeps"}, rule.states);
  visit({.key = "when", .help = "where it is false the rule adds nothing"}, rule.when);
  visit({.key = "add", .help = "what the rule adds to the velocity", .need = Need::kTable}, rule.add);
}

template <class Visit>
void visit_fields(Scenario::Clock& clock, Visit&& visit) {
  visit({.key = "step", .help = "at which the time is known", .most = kLastStep}, clock.step);
  visit(key("time", "t", "at that step", kNotNegative), clock.time);
}

template <class Visit>
void visit_fields(Scenario& scenario, Visit&& visit) {
  visit({.key = "preset"}, scenario.preset);
  visit({.key = "boids", .most = kMostScenarioBoids}, scenario.boids);
  visit(key("seed", "", "of every random number; counts from the next restart", fixed_slider(0, 1000)),
        scenario.seed);
  visit({.key = "world"}, scenario.world);
  visit({.key = "start"}, scenario.start);
  visit({.key = "clock"}, scenario.clock);
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
  visit({.key = "obstacle", .label = "Obstacles"}, scenario.obstacles);
  visit({.key = "wall", .label = "Walls"}, scenario.walls);
  visit({.key = "predator", .label = "Predators"}, scenario.predators);
  visit({.key = "species", .label = "Species"}, scenario.species);
  visit({.key = "pairs", .label = "Pairs of species"}, scenario.pairs);
  visit({.key = "rule", .label = "Own rules"}, scenario.custom_rules);
  visit({.key = "event"}, scenario.events);
}

}  // namespace murmur

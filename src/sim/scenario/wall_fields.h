// The keys of [[wall]]: see fields.h.
#pragma once

#include "sim/scenario/fields.h"

namespace murmur {

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

inline constexpr Field kWallPlace = key("at", "L", "its centre", Need::kTable, kWorldSlider, Called{"place"});
inline constexpr Field kWallRadius =
    key("radius", "L", "of the shape", kPositive, Need::kTable, kWorldSlider);

template <class Visit>
void visit_fields(Scenario::WallShape::Circle& circle, Visit&& visit) {
  visit(kWallPlace, circle.at);
  visit(kWallRadius, circle.radius);
}

template <class Visit>
void visit_fields(Scenario::WallShape::Sphere& sphere, Visit&& visit) {
  visit(kWallPlace, sphere.at);
  visit(kWallRadius, sphere.radius);
}

template <class Visit>
void visit_fields(Scenario::WallShape::Box& box, Visit&& visit) {
  visit(key("at", "L", "its lowest corner", Need::kTable, kWorldSlider, Called{"place"}), box.at);
  visit(key("size", "L", "its extent", kPositive, Need::kTable, kWorldSlider), box.size);
}

template <class Visit>
void visit_fields(Scenario::WallShape::Plane& plane, Visit&& visit) {
  visit(key("at", "L", "a place in it", Need::kTable, kWorldSlider, Called{"place"}), plane.at);
  visit(key("normal", "", "a direction across it, of any length", Need::kTable), plane.normal);
}

template <class Visit>
void visit_fields(Scenario::WallShape::Cylinder& cylinder, Visit&& visit) {
  visit(key("at", "L", "centre of its lower end", Need::kTable, kWorldSlider, Called{"place"}), cylinder.at);
  visit(kWallRadius, cylinder.radius);
  visit(key("height", "L", "along the last axis", kPositive, Need::kTable, kWorldSlider), cylinder.height);
}

template <class Visit>
void visit_fields(Scenario::WallShape& shape, Visit&& visit) {
  visit({.key = "points"}, shape.points);
  visit(key("closed", "", "of points: the last one is joined to the first"), shape.closed);
  visit({.key = "circle"}, shape.circle);
  visit({.key = "box"}, shape.box);
  visit({.key = "plane"}, shape.plane);
  visit({.key = "cylinder"}, shape.cylinder);
  visit({.key = "sphere"}, shape.sphere);
  visit({.key = "mesh"}, shape.mesh);
  visit({.key = "image"}, shape.image);
  visit({.key = "at"}, shape.at);
  visit(key("scale", "", "of a mesh: its coordinates are multiplied by it", kPositive, slider_to(4.0)),
        shape.scale);
  visit({.key = "size", .range = kPositive}, shape.size);
  visit(key("side", "", "of a closed shape: where boids may be"), shape.side);
}

template <class Visit>
void visit_fields(Scenario::Wall& wall, Visit&& visit) {
  visit_fields(static_cast<Scenario::WallShape&>(wall), visit);
  visit_fields(static_cast<WallRules<double>&>(wall), visit);
}

}  // namespace murmur

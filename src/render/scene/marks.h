// Everything in the world except boids, as a list of simple marks: obstacles, predators, goals, cursor, borders,
// wind. Decides positions and sizes; MarkRenderer draws the marks. Uses no OpenGL.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/scene/camera.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

using Colour = std::array<float, 4>;  ///< red, green, blue, opacity

enum class MarkShape : uint8_t {
  kBall,   ///< a filled circle with a brighter rim; a sphere in 3D
  kRing,   ///< a circle of one line's width that faces the eye
  kDisc,   ///< a filled circle that faces the eye
  kLine,   ///< a line from `at` to `to`
  kDart,   ///< a triangle at `at` that points along `to`, outlined
  kCross,  ///< a cross of two short lines
};

/// A mark in the memory layout of mark.vert.
struct Mark {
  std::array<float, 3> at{};
  std::array<float, 3> to{};  ///< line: other end; dart: direction
  float radius = 0.0f;        ///< radius [world units]
  float pixels = 0.0f;        ///< added to the radius; half the width of a line or ring
  Colour colour{};
  float shape = 0.0f;  ///< a MarkShape
};

struct Marks {
  std::vector<Mark> below, above;  ///< drawn under and over the boids; in 3D depth decides
  std::vector<Mark> screen;        ///< drawn over everything
  void clear();
};

std::array<float, 3> place3(const std::vector<double>& place);

struct PredatorMarks {
  bool darts = true;    ///< the predators; false: they are drawn as birds
  bool reaches = true;  ///< rings around predators from which boids flee
};
/// Adds all marks of the scenario except the terrain. `predators`: positions of the predators; may be empty. `boid_size`: BoidLook::size.
void add_marks(Marks& marks, const Scenario& scenario, const State<float>& predators, const Camera& camera,
               float boid_size, bool light, PredatorMarks shown = {});

}  // namespace murmur

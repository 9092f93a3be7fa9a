// Everything in the world except boids, as a list of simple marks: obstacles, predators, goals, cursor,
// borders, wind. Defines their places and sizes; MarkRenderer draws them. Uses no OpenGL.
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
  kCross,  ///< two short lines
};

/// Laid out as mark.vert reads it.
struct Mark {
  std::array<float, 3> at{};
  std::array<float, 3> to{};  ///< line: its other end; dart: where it points
  float radius = 0.0f;        ///< [world units]
  float pixels = 0.0f;        ///< added to the radius; line, ring: half their width
  Colour colour{};
  float shape = 0.0f;  ///< MarkShape
};

struct Marks {
  std::vector<Mark> below, above;  ///< drawn under and over the boids; in 3D depth decides instead
  std::vector<Mark> screen;        ///< drawn over everything
  void clear();
};

std::array<float, 3> place3(const std::vector<double>& place);

struct PredatorMarks {
  bool darts = true;    ///< predators themselves; false: they are drawn as birds
  bool reaches = true;  ///< rings around them: how far boids flee
};
/// Marks of the scenario except the terrain. `predators`: their positions; may be empty. `boid_size`: see
/// boid_look.h.
void add_marks(Marks& marks, const Scenario& scenario, const State<float>& predators, const Camera& camera,
               float boid_size, bool light, PredatorMarks shown = {});

}  // namespace murmur

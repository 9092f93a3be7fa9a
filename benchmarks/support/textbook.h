// Shared by the textbook programs: a boid, the sums of the three rules and the steering computed from them.
#pragma once

#include <cmath>
#include <stdexcept>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur::textbook {

struct Boid {
  float x, y, vx, vy;
};

struct Model {
  float width, height, radius_squared, separation_squared, max_speed;
  float separation_limit, alignment_limit, cohesion_limit;

  /// @throws std::invalid_argument unless the scenario has the rules of the `benchmark` preset; numbers may differ.
  explicit Model(const Scenario& scenario) {
    const auto& rules = scenario.rules;
    const auto square = [](double a) { return static_cast<float>(a * a); };
    if (scenario.dimensions() != 2 || scenario.world.metric != Metric::kWrapped ||
        scenario.world.boundary != Boundary::kWrap || rules.separation.falloff != Falloff::kNone ||
        rules.separation.average != Average::kNone || rules.separation.shape != Shape::kLimit ||
        rules.alignment.shape != Shape::kLimit || rules.cohesion.shape != Shape::kLimit ||
        !rules.alignment.average || !rules.alignment.relative || rules.alignment.include_self ||
        rules.cohesion.target != CohesionTarget::kCentroid) {
      throw std::invalid_argument("the baselines know the rules of the preset benchmark only");
    }
    width = static_cast<float>(scenario.world.size[0]);
    height = static_cast<float>(scenario.world.size[1]);
    radius_squared = square(rules.radius);
    separation_squared = square(rules.separation_reach());
    max_speed = static_cast<float>(rules.max_speed);
    separation_limit = static_cast<float>(rules.separation.amount);
    alignment_limit = static_cast<float>(rules.alignment.amount);
    cohesion_limit = static_cast<float>(rules.cohesion.amount);
  }
};

struct Sums {
  int neighbours = 0;
  float vx = 0, vy = 0, dx = 0, dy = 0, sx = 0, sy = 0;

  /// Adds a boid at displacement (dx, dy), if it is near enough.
  void look(const Model& model, float to_x, float to_y, const Boid& other) {
    const float square = to_x * to_x + to_y * to_y;
    if (square < model.radius_squared) {
      ++neighbours;
      vx += other.vx;
      vy += other.vy;
      dx += to_x;
      dy += to_y;
      if (square < model.separation_squared) {
        sx -= to_x;
        sy -= to_y;
      }
    }
  }
};

inline void limit(float& x, float& y, float longest) {
  const float square = x * x + y * y;
  if (square > longest * longest) {
    const float scale = longest / std::sqrt(square);
    x *= scale;
    y *= scale;
  }
}

inline float wrap(float p, float size) {
  if (p >= size) return p - size;
  if (p < 0.0f) {
    p += size;
    return p >= size ? 0.0f : p;
  }
  return p;
}

inline Boid move(const Model& model, Boid boid, Sums sums) {
  limit(sums.sx, sums.sy, model.separation_limit);
  float ax = 0, ay = 0, cx = 0, cy = 0;
  if (sums.neighbours > 0) {
    const float each = 1.0f / static_cast<float>(sums.neighbours);
    ax = sums.vx * each - boid.vx;
    ay = sums.vy * each - boid.vy;
    limit(ax, ay, model.alignment_limit);
    cx = sums.dx * each;
    cy = sums.dy * each;
    limit(cx, cy, model.cohesion_limit);
  }
  boid.vx += sums.sx + ax + cx;
  boid.vy += sums.sy + ay + cy;
  limit(boid.vx, boid.vy, model.max_speed);
  boid.x = wrap(boid.x + boid.vx, model.width);
  boid.y = wrap(boid.y + boid.vy, model.height);
  return boid;
}

inline std::vector<Boid> read(const State<float>& state) {
  std::vector<Boid> boids(static_cast<size_t>(state.count()));
  for (size_t i = 0; i < boids.size(); ++i) {
    boids[i] = {state.position[2 * i], state.position[2 * i + 1], state.velocity[2 * i],
                state.velocity[2 * i + 1]};
  }
  return boids;
}

/// `ids`: id of each boid.
inline State<float> write(const std::vector<Boid>& boids, const std::vector<uint32_t>& ids) {
  State<float> state;
  state.position.resize(2 * boids.size());
  state.velocity.resize(2 * boids.size());
  for (size_t k = 0; k < boids.size(); ++k) {
    const size_t at = 2 * static_cast<size_t>(ids[k]);
    state.position[at] = boids[k].x;
    state.position[at + 1] = boids[k].y;
    state.velocity[at] = boids[k].vx;
    state.velocity[at + 1] = boids[k].vy;
  }
  return state;
}

inline std::vector<uint32_t> first_ids(size_t count) {
  std::vector<uint32_t> ids(count);
  for (size_t k = 0; k < count; ++k) ids[k] = static_cast<uint32_t>(k);
  return ids;
}

}  // namespace murmur::textbook

// A flock without neighbour rules in plain float64 arithmetic, written only from docs/model.md. The tests
// of single behaviours compare every backend with it. Shares no code with src/model.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/state/state.h"

namespace murmur {

using Numbers = std::vector<double>;

Numbers operator+(Numbers a, const Numbers& b);
Numbers operator-(Numbers a, const Numbers& b);
Numbers operator*(Numbers a, double s);
double dot(const Numbers& a, const Numbers& b);
double length(const Numbers& a);
/// x / |x|, and 0 for 0.
Numbers unit(const Numbers& x);
/// x, or shortened to length `longest`.
Numbers limit(const Numbers& x, double longest);
/// "[1.0, 2.0]" as scenario files write it.
std::string text(const Numbers& x);

/// Row `id` of positions or velocities.
Numbers row(const std::vector<double>& values, size_t id, int dimensions);

/// One boid's step: v += added; v *= terrain; v += wind; speed limits; move; boundary.
struct Oracle {
  Numbers size;
  bool wrapped = false;
  std::string boundary = "wrap";       ///< wrap | bounce | soft
  double margin = 0.0, push = 1e-300;  ///< soft: by default a push that changes nothing
  bool moves_with_old = false;         ///< velocity
  double max_speed = 2.0, min_speed = 0.0, time_step = 1.0;

  /// What a behaviour adds to the velocity of boid `id`, from the state before the step.
  std::function<Numbers(const State<double>& before, size_t id)> added;
  std::function<double(const Numbers& p)> height;  ///< terrain, 0..100
  std::function<Numbers(int64_t step)> wind;       ///< velocity added to all
  /// Where a move that ends at p is put instead, with what is left of its velocity, if set: solid obstacles.
  std::function<void(Numbers& p, Numbers& v)> kept_out;
  double ground = 0.0;  ///< of perching
  /// Perching, if set: whether a boid that sits on the ground stays there for this step.
  std::function<bool(int64_t step, size_t id)> stays;
  std::function<void(const State<double>& before, const State<double>& after)>
      also;  ///< more to check at each step

  int dimensions() const { return static_cast<int>(size.size()); }
  /// to - from, to the nearest image of `to` in a wrapped world.
  Numbers apart(const Numbers& from, const Numbers& to) const;
  void step(const State<double>& before, size_t id, Numbers& p, Numbers& v) const;
};

/// The worlds that every behaviour is tested in: 2D and 3D, plain and wrapped metric.
std::vector<Oracle> worlds();
/// A scenario for such a world: `top` keys, then `tables`; the rules' weights are 0, or those of `rules`.
std::string toml_of(const Oracle& oracle, const std::string& tables,
                    const std::string& top = "boids = 150\n");

/// Runs `toml` in double on the reference and in float on the cpu backend and compares each boid after each
/// step with the oracle's step from the state before it.
void expect_follows(const std::string& toml, const Oracle& oracle, int64_t steps = 40,
                    const State<double>* initial = nullptr);

}  // namespace murmur

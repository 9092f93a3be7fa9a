#include "render/scene/camera_move.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/util/roots.h"

namespace murmur {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kStepsOfAnOrbit = 2400.0;  // 40 s of 60 steps a second
/// Steps by which the middle of the picture lags behind the flock, at the flock's present mean velocity: the lag of
/// a camera that makes up a 20th of its distance in each step. kFarthestBehind limits the lag, so that a fast flock
/// stays in the picture.
constexpr double kLag = 20.0;
constexpr double kFarthestBehind = 0.4;  // largest lag, over the standard deviation of a uniform flock
constexpr double kRoom = 1.3;            // size of the picture over the size of the flock
/// Length of the mean direction (0 to 1) below which the target moves to the middle of a world that repeats: a flock
/// that is spread all over it has no centre.
constexpr double kMiddle = 0.1;
constexpr double kNearest = 0.05;  // least distance, over the distance that fits the world
/// Limit of the boids that are asked for. Of larger flocks the same boids, spread evenly by id, are a sample, so
/// that a device sends few bytes. The middle of the sample is about 4 % of the flock's size from the true middle.
constexpr int64_t kMostAsked = 512;

State<float> sample(const Backend<float>& backend) {
  const int64_t count = backend.count(), asked = std::min(count, kMostAsked);
  std::vector<uint32_t> ids;
  for (int64_t k = 0; k < asked; ++k) ids.push_back(static_cast<uint32_t>(k * count / asked));
  State<float> flock;
  backend.pick(ids, flock);
  return flock;
}

}  // namespace

Camera::Move camera_move(CameraMove kind, double step, const Backend<float>& backend,
                         const Scenario& scenario) {
  Camera::Move move;
  if (kind == CameraMove::kOrbit) move.turn = kTurn * std::fmod(step / kStepsOfAnOrbit, 1.0);
  if (!follows_flock(kind) || backend.count() == 0) return move;
  const State<float> flock = sample(backend);
  const auto axes = static_cast<size_t>(flock.dimensions);
  const auto count = static_cast<double>(flock.count());
  const bool periodic = scenario.world.repeats();
  const double ago = kLag + std::ceil(step) - step;
  std::array<double, 3> at{}, behind{};
  double squares = 0.0, uniform = 0.0, way = 0.0;
  for (size_t axis = 0; axis < axes; ++axis) {
    const double size = scenario.world.size[axis], unit = kTurn / size;
    double sum = 0.0, cosines = 0.0, sines = 0.0, velocity = 0.0;
    for (size_t k = axis; k < flock.position.size(); k += axes) {
      const double place = flock.position[k];
      sum += place;
      velocity += double{flock.velocity[k]};
      if (periodic) cosines += std::cos(unit * place), sines += std::sin(unit * place);
    }
    const double to_middle = std::max(kMiddle - length_of(cosines, sines) / count, 0.0);
    at[axis] = periodic ? std::atan2(sines / count, cosines / count - to_middle) / unit : sum / count;
    if (periodic && at[axis] < 0.0) at[axis] += size;
    for (size_t k = axis; k < flock.position.size(); k += axes) {
      double away = double{flock.position[k]} - at[axis];
      if (periodic) away -= size * std::floor(away / size + 0.5);
      squares += away * away;
    }
    uniform += size * size / 12.0;
    behind[axis] = ago * scenario.rules.time_step * velocity / count;
    way += behind[axis] * behind[axis];
  }
  move.seat = kind == CameraMove::kSeat;
  if (!move.seat) move.nearer = std::clamp(kRoom * std::sqrt(squares / count / uniform), kNearest, 1.0);
  const double most = kFarthestBehind * move.nearer * std::sqrt(uniform);
  const double held = way > most * most ? most / std::sqrt(way) : 1.0;
  for (size_t axis = 0; axis < axes; ++axis) at[axis] -= held * behind[axis];
  move.at = at;
  return move;
}

}  // namespace murmur

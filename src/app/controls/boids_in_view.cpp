#include "app/controls/boids_in_view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "sim/util/roots.h"

namespace murmur {
namespace {

FlockAnswers nearest(Backend<float>& backend, const Camera& camera, double x, double y, double most) {
  const auto reach = static_cast<float>(most);  // a single square that covers all pixels
  const AroundPixel near{static_cast<float>(x), static_cast<float>(y), reach, 2.0f * reach + 1.0f};
  return backend.read({.camera = projection_of(camera), .near = near});
}

}  // namespace

std::optional<uint32_t> nearest_boid(Backend<float>& backend, const Camera& camera, double x, double y,
                                     double most) {
  const std::vector<uint32_t> ids = nearest(backend, camera, x, y, most).seen_ids;
  return ids.empty() ? std::nullopt : std::optional(ids[0]);
}

std::optional<std::vector<double>> nearest_place(Backend<float>& backend, const Camera& camera, double x,
                                                 double y, double most) {
  const std::vector<float> seen = nearest(backend, camera, x, y, most).seen;
  if (seen.empty()) return std::nullopt;
  return std::vector<double>(seen.begin(), seen.begin() + camera.dimensions());
}

std::vector<SeenBoid> boids_in_picture(const std::vector<float>& seen, const Camera& camera, double x,
                                       double y, size_t most) {
  const auto d = static_cast<size_t>(camera.dimensions());
  std::vector<SeenBoid> boids;
  for (size_t at = 0; at < seen.size(); at += 2 * d) {
    const float* const p = &seen[at];
    SeenBoid boid{.position = {p, p + d}, .velocity = {p + d, p + 2 * d}};
    const auto pixel = camera.pixel_of(boid.position);
    if (!pixel || !((*pixel)[0] >= 0.0 && (*pixel)[0] < camera.width() && (*pixel)[1] >= 0.0 &&
                    (*pixel)[1] < camera.height()))
      continue;
    boid.x = (*pixel)[0];
    boid.y = (*pixel)[1];
    boid.away = length_of(boid.x - x, boid.y - y);
    boids.push_back(std::move(boid));
  }
  std::ranges::stable_sort(boids, {}, &SeenBoid::away);
  boids.resize(std::min(boids.size(), most));
  return boids;
}

std::string heading_text(const std::vector<double>& velocity) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  const double level = length_of(velocity[0], velocity[1]);
  const double degrees = std::round(std::atan2(velocity[1], velocity[0]) * kDegrees);
  std::string text = fmt::format("{:.0f}°", degrees < 0.0 ? degrees + 360.0 : std::fabs(degrees));  // no "-0"
  if (velocity.size() > 2) {
    const double up = std::atan2(velocity[2], level) * kDegrees;
    text += fmt::format(" {} {:.0f}°", up < 0.0 ? "down" : "up", std::fabs(up));
  }
  return text;
}

std::string vector_text(const std::vector<double>& numbers, int decimals) {
  std::string text;
  for (const double number : numbers)
    text += fmt::format("{}{:.{}f}", text.empty() ? "" : ", ", number, decimals);
  return "[" + text + "]";
}

}  // namespace murmur

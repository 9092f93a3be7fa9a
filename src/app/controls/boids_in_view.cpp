#include "app/controls/boids_in_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace murmur {
namespace {

/// Converts millions of positions to pixels: the camera's matrix in float.
class Projection {
 public:
  explicit Projection(const Camera& camera)
      : matrix_(camera.world_to_clip()),
        half_width_(0.5f * static_cast<float>(camera.width())),
        half_height_(0.5f * static_cast<float>(camera.height())) {}

  /// From a pixel to the place, right and down; infinite behind the eye.
  std::array<float, 2> from(const float* place, size_t d, float x, float y) const {
    std::array<float, 4> clip{matrix_[12], matrix_[13], matrix_[14], matrix_[15]};
    for (size_t k = 0; k < d; ++k) {
      for (size_t row = 0; row < 4; ++row) clip[row] += matrix_[4 * k + row] * place[k];
    }
    if (!(clip[3] > 0.0f)) return {INFINITY, INFINITY};
    return {half_width_ * (1.0f + clip[0] / clip[3]) - x, half_height_ * (1.0f - clip[1] / clip[3]) - y};
  }

 private:
  std::array<float, 16> matrix_;
  float half_width_, half_height_;
};

float square(std::span<const float> x) {
  float sum = x[1] * x[1];
  sum = std::fma(x[0], x[0], sum);
  return x.size() > 2 ? std::fma(x[2], x[2], sum) : sum;
}

}  // namespace

std::optional<uint32_t> nearest_boid(const State<float>& state, const Camera& camera, double x, double y,
                                     double most) {
  const Projection projection(camera);
  const auto d = static_cast<size_t>(state.dimensions), boids = static_cast<size_t>(state.count());
  float best = static_cast<float>(most * most);
  std::optional<uint32_t> nearest;
  for (size_t i = 0; i < boids; ++i) {
    const auto offset =
        projection.from(&state.position[i * d], d, static_cast<float>(x), static_cast<float>(y));
    const float from = offset[0] * offset[0] + offset[1] * offset[1];
    if (!(from <= best) || (nearest && from == best)) continue;
    best = from;
    nearest = static_cast<uint32_t>(i);
  }
  return nearest;
}

std::vector<SeenBoid> boids_near(const std::vector<float>& instances, const Camera& camera, double x,
                                 double y, double reach, double apart, size_t most) {
  struct Found {
    float square = INFINITY;
    size_t at = 0;
    bool operator<(const Found& other) const { return square < other.square; }
  };
  const Projection projection(camera);
  const auto d = static_cast<size_t>(camera.dimensions());
  const auto cells = static_cast<size_t>(2.0 * reach / apart) + 1;
  std::vector<Found> found(cells * cells);  // the nearest to the pointer in each cell
  const float limit = static_cast<float>(reach * reach);
  for (size_t at = 0; at < instances.size(); at += 2 * d) {
    const auto from = projection.from(&instances[at], d, static_cast<float>(x), static_cast<float>(y));
    const float away = from[0] * from[0] + from[1] * from[1];
    if (!(away < limit)) continue;
    const auto cell = [&](float offset) {
      return std::min(cells - 1, static_cast<size_t>((double{offset} + reach) / apart));
    };
    Found& nearest = found[cell(from[1]) * cells + cell(from[0])];
    if (away < nearest.square) nearest = {away, at};
  }
  std::sort(found.begin(), found.end());
  std::vector<SeenBoid> boids;
  for (const Found& one : found) {
    if (boids.size() == most || std::isinf(one.square)) break;
    const float* const p = &instances[one.at];
    SeenBoid boid{.position = {p, p + d}, .velocity = {p + d, p + 2 * d}};
    const auto pixel = camera.pixel_of(boid.position);
    if (!pixel) continue;
    boid.x = (*pixel)[0];
    boid.y = (*pixel)[1];
    boid.away = std::sqrt(static_cast<double>(one.square));
    boids.push_back(std::move(boid));
  }
  return boids;
}

std::vector<std::vector<double>> neighbours_of(const std::vector<float>& instances, const Scenario& scenario,
                                               std::span<const float> position,
                                               std::span<const float> velocity) {
  const size_t d = position.size();
  const float radius = static_cast<float>(scenario.rules.radius), radius_squared = radius * radius;
  const double cosine = std::cos(scenario.rules.field_of_view * std::numbers::pi / 360.0);
  const float view = static_cast<float>(cosine * std::fabs(cosine)), speed_squared = square(velocity);
  const bool sees_all = scenario.rules.field_of_view >= 360.0 || !(speed_squared > 0.0f);
  std::array<float, 3> size{}, half{};
  for (size_t k = 0; k < d; ++k) {
    size[k] = scenario.world.metric == Metric::kWrapped ? static_cast<float>(scenario.world.size[k]) : 0.0f;
    half[k] = size[k] > 0.0f ? size[k] / 2.0f : INFINITY;
  }
  std::vector<std::vector<double>> neighbours;
  bool itself = sees_all;  // still to be skipped; with a limited field of view, distance 0 is not in view
  for (size_t at = 0; at < instances.size(); at += 2 * d) {
    std::array<float, 3> away{};
    for (size_t k = 0; k < d; ++k) {
      const float t = instances[at + k] - position[k];
      const float shift = t > half[k] ? -size[k] : t < -half[k] ? size[k] : 0.0f;
      away[k] = (instances[at + k] + shift) - position[k];
    }
    const float from = square({away.data(), d});
    if (!(from < radius_squared)) continue;
    if (!sees_all) {
      float q = away[1] * velocity[1];
      q = std::fma(away[0], velocity[0], q);
      if (d > 2) q = std::fma(away[2], velocity[2], q);
      if (!(q * std::fabs(q) > view * speed_squared * from)) continue;
    } else if (itself && from == 0.0f) {
      itself = false;
      continue;
    }
    std::vector<double> place;
    for (size_t k = 0; k < d; ++k) place.push_back(double{position[k]} + double{away[k]});
    neighbours.push_back(std::move(place));
  }
  return neighbours;
}

std::string heading_text(const std::vector<double>& velocity) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  const double level = std::hypot(velocity[0], velocity[1]);
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

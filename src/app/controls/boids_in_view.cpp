#include "app/controls/boids_in_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "sim/backends/reference/reference.h"

namespace murmur {
namespace {

float square(std::span<const float> x) {
  float sum = x[1] * x[1];
  sum = std::fma(x[0], x[0], sum);
  return x.size() > 2 ? std::fma(x[2], x[2], sum) : sum;
}

/// Calls visit(square of the distance, offset, row) for the places within reach of a pixel. `stride`: numbers from one place to the next.
template <class Visit>
void visit_near(const std::vector<float>& places, size_t d, size_t stride, const PixelProjection& camera,
                const AroundPixel& pixel, const Visit& visit) {
  for (size_t row = 0; row * stride < places.size(); ++row) {
    const float* const place = &places[row * stride];
    const Vec<float, 2> offset =
        d == 3 ? camera.from<3>(place, pixel.x, pixel.y) : camera.from<2>(place, pixel.x, pixel.y);
    const float away = offset[0] * offset[0] + offset[1] * offset[1];
    if (away < pixel.reach * pixel.reach) visit(away, offset, row);
  }
}

AroundPixel one_square(double x, double y, double reach) {
  const auto pixels = static_cast<float>(reach);
  return {static_cast<float>(x), static_cast<float>(y), pixels, 2.0f * pixels + 1.0f};
}

struct Nearest {
  float square = INFINITY;
  size_t row = 0;
};

}  // namespace

std::optional<uint32_t> nearest_boid(Backend<float>& backend, const Camera& camera, double x, double y,
                                     double most) {
  const FlockQuestions asked{.camera = projection_of(camera), .near = one_square(x, y, most)};
  if (const auto answers = backend.read(asked))
    return answers->seen_ids.empty() ? std::nullopt : std::optional(answers->seen_ids[0]);
  State<float> state;
  backend.save(state);
  const auto d = static_cast<size_t>(state.dimensions);
  Nearest nearest;
  visit_near(state.position, d, d, asked.camera, *asked.near, [&](float away, const auto&, size_t row) {
    if (away < nearest.square) nearest = {away, row};
  });
  return std::isinf(nearest.square) ? std::nullopt : std::optional(static_cast<uint32_t>(nearest.row));
}

FlockAnswers answers_from(const FlockCopyInView& copy, const FlockQuestions& asked,
                          const Scenario& scenario) {
  FlockAnswers answers;
  const auto d = static_cast<size_t>(scenario.dimensions());
  if (asked.all && copy.instances.size() / (2 * d) <= static_cast<size_t>(kMostShown)) {
    answers.seen = copy.instances;
  } else if (asked.near) {
    std::vector<Nearest> squares(static_cast<size_t>(kMostSquares));
    visit_near(copy.instances, d, 2 * d, asked.camera, *asked.near,
               [&](float away, const auto& offset, size_t row) {
                 Nearest& nearest = squares[static_cast<size_t>(asked.near->square(offset))];
                 if (away < nearest.square) nearest = {away, row};
               });
    for (const Nearest& one : squares) {
      if (std::isinf(one.square)) continue;
      const auto at = copy.instances.begin() + static_cast<std::ptrdiff_t>(one.row * 2 * d);
      answers.seen.insert(answers.seen.end(), at, at + static_cast<std::ptrdiff_t>(2 * d));
    }
  }
  if (asked.boid) {
    answers.boid = copy.boid;
    answers.neighbours = neighbours_of(copy.instances, scenario, copy.boid.position, copy.boid.velocity);
    answers.neighbour_count = static_cast<int64_t>(answers.neighbours.size() / d);
  }
  return answers;
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
    boid.away = std::hypot(boid.x - x, boid.y - y);
    boids.push_back(std::move(boid));
  }
  std::ranges::stable_sort(boids, {}, &SeenBoid::away);
  boids.resize(std::min(boids.size(), most));
  return boids;
}

namespace {

/// Distances from a boid to places, computed in the contract's float arithmetic.
struct Offsets {
  std::span<const float> position;
  std::array<float, 3> size{}, half{}, away{};

  Offsets(const Scenario& scenario, std::span<const float> from) : position(from) {
    for (size_t k = 0; k < position.size(); ++k) {
      size[k] = scenario.world.metric == Metric::kWrapped ? static_cast<float>(scenario.world.size[k]) : 0.0f;
      half[k] = size[k] > 0.0f ? size[k] / 2.0f : INFINITY;
    }
  }
  /// Sets `away`. @returns its square.
  float to(const float* place) {
    for (size_t k = 0; k < position.size(); ++k) {
      const float t = place[k] - position[k];
      const float shift = t > half[k] ? -size[k] : t < -half[k] ? size[k] : 0.0f;
      away[k] = (place[k] + shift) - position[k];
    }
    return square({away.data(), position.size()});
  }
};

}  // namespace

std::vector<float> neighbours_of(const std::vector<float>& instances, const Scenario& scenario,
                                 std::span<const float> position, std::span<const float> velocity) {
  const size_t d = position.size();
  const float radius = static_cast<float>(scenario.rules.radius), radius_squared = radius * radius;
  const double cosine = std::cos(scenario.rules.field_of_view * std::numbers::pi / 360.0);
  const float view = static_cast<float>(cosine * std::fabs(cosine)), speed_squared = square(velocity);
  const bool sees_all = scenario.rules.field_of_view >= 360.0 || !(speed_squared > 0.0f);
  Offsets offsets(scenario, position);
  const std::array<float, 3>& away = offsets.away;
  std::vector<float> neighbours;
  bool itself = sees_all;  // still to be skipped; with a limited field of view, distance 0 is not in view
  for (size_t at = 0; at < instances.size(); at += 2 * d) {
    const float from = offsets.to(&instances[at]);
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
    for (size_t k = 0; k < d; ++k) neighbours.push_back(position[k] + away[k]);
  }
  return neighbours;
}

std::array<std::array<float, 3>, 3> rule_parts_of(const FlockCopyInView& copy, const Scenario& scenario) {
  const size_t d = copy.boid.position.size();
  const float radius = static_cast<float>(scenario.rules.radius);
  State<float> near{.dimensions = static_cast<int>(d)};
  const auto take = [&](const float* place, const float* velocity) {
    near.position.insert(near.position.end(), place, place + d);
    near.velocity.insert(near.velocity.end(), velocity, velocity + d);
  };
  take(copy.boid.position.data(), copy.boid.velocity.data());
  Offsets offsets(scenario, copy.boid.position);
  bool itself = true;  // still to be skipped
  for (size_t at = 0; at < copy.instances.size(); at += 2 * d) {
    const float* const one = &copy.instances[at];
    if (!(offsets.to(one) < radius * radius)) continue;
    if (itself && std::equal(one, one + d, near.position.begin()) &&
        std::equal(one + d, one + 2 * d, near.velocity.begin())) {
      itself = false;
      continue;
    }
    take(one, one + d);
  }
  near.columns = copy.boid.columns;  // columns of the other boids act on them alone
  near.resize_columns(near.carried(), static_cast<size_t>(near.count()));
  return rule_parts(scenario, near, 0, copy.startled);
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

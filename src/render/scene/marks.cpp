#include "render/scene/marks.h"

#include <algorithm>
#include <cmath>

namespace murmur {
namespace {

using Place = std::array<float, 3>;

constexpr size_t kReachesShown = 50;  // limit of rings around predators, for legibility

/// A colour for a dark background and one for a light background, with the same opacity.
struct Ink {
  std::array<float, 3> on_dark, on_light;
  Colour at(bool light, float opacity) const {
    const auto& c = light ? on_light : on_dark;
    return {c[0], c[1], c[2], opacity};
  }
};
constexpr Ink kStone{{0.52f, 0.57f, 0.66f}, {0.44f, 0.48f, 0.55f}};
constexpr Ink kFence{{0.38f, 0.44f, 0.55f}, {0.55f, 0.59f, 0.66f}};
constexpr Ink kEarth{{0.56f, 0.47f, 0.32f}, {0.52f, 0.42f, 0.27f}};
constexpr Ink kHunter{{1.00f, 0.27f, 0.22f}, {0.80f, 0.08f, 0.10f}};
constexpr Ink kHome{{0.40f, 0.86f, 0.56f}, {0.05f, 0.52f, 0.27f}};
constexpr Ink kAlarm{{1.00f, 0.70f, 0.28f}, {0.78f, 0.42f, 0.02f}};
constexpr Ink kAir{{0.62f, 0.78f, 0.95f}, {0.22f, 0.42f, 0.66f}};

class Drawer {
 public:
  Drawer(Marks& marks, const Scenario& scenario, const Camera& camera, bool light)
      : marks_(marks), scenario_(scenario), camera_(camera), light_(light) {}

  void borders() {
    const auto& world = scenario_.world;
    if (world.boundary == Boundary::kBounce) box(0.0, 1.25f, kFence.at(light_, 0.9f));
    const double narrowest = *std::min_element(world.size.begin(), world.size.end());
    if (world.boundary == Boundary::kSoft && world.margin > 0.0 && 2.0 * world.margin < narrowest)
      box(world.margin, 0.75f, kFence.at(light_, 0.55f));
    if (scenario_.perching && scenario_.dimensions() == 2)
      ground(static_cast<float>(scenario_.perching->ground));
  }

  void ground(float height) {
    line({0, height, 0}, {static_cast<float>(scenario_.world.size[0]), height, 0}, 2.0f,
         kEarth.at(light_, 1.0f));
  }

  void obstacles() {
    for (const Scenario::Obstacle& obstacle : scenario_.obstacles) {
      const bool firm = obstacle.avoid == Avoid::kLookAhead || camera_.dimensions() == 3;
      const float opacity = obstacle.solid ? 1.0f : firm ? 0.85f : 0.5f;
      for (const Place& at : images(obstacle.at, obstacle.radius)) {
        marks_.below.push_back({.at = at,
                                .radius = static_cast<float>(obstacle.radius),
                                .colour = kStone.at(light_, opacity),
                                .shape = shape_number(MarkShape::kBall)});
      }
    }
  }

  void goal() {
    if (!scenario_.goal) return;
    const auto& goal = *scenario_.goal;
    const Ink& ink = goal.factor < 0.0 ? kAlarm : kHome;
    const size_t places = goal.path.size();
    for (size_t k = 0; k < places; ++k) {
      const Place at = place3(goal.path[k]);
      if (places > 1) {
        leg(at, place3(goal.path[(k + 1) % places]), ink);
        for (const Place& image : images(goal.path[k], goal.arrive_radius))
          ring(marks_.below, image, goal.arrive_radius, 0.6f, ink.at(light_, 0.45f));
      } else {
        ring(marks_.below, at, pixels(14.0f), 1.5f, ink.at(light_, 0.9f));
      }
      marks_.below.push_back({.at = at,
                              .pixels = 4.5f,
                              .colour = ink.at(light_, 1.0f),
                              .shape = shape_number(MarkShape::kDisc)});
    }
  }

  void cursor() {
    if (!scenario_.cursor || scenario_.cursor->mode == CursorMode::kNone) return;
    const auto& cursor = *scenario_.cursor;
    const Ink& ink = cursor.mode == CursorMode::kFlee ? kAlarm : kHome;
    for (const Place& at : images(cursor.at, cursor.radius))
      ring(marks_.above, at, cursor.radius, 0.8f, ink.at(light_, 0.7f));
    marks_.above.push_back({.at = place3(cursor.at),
                            .pixels = 7.0f,
                            .colour = ink.at(light_, 0.95f),
                            .shape = shape_number(MarkShape::kCross)});
  }

  void predators(const State<float>& state, float boid_size, PredatorMarks shown) {
    const auto count = static_cast<size_t>(state.predator_count());
    const auto d = static_cast<size_t>(state.dimensions);
    const auto& size = scenario_.world.size;
    const double most = 0.25 * *std::min_element(size.begin(), size.end());
    for (size_t k = 0; k < count; ++k) {
      Place at{}, to{};
      for (size_t axis = 0; axis < d; ++axis) {
        at[axis] = state.predator_position[k * d + axis];
        to[axis] = state.predator_velocity[k * d + axis];
      }
      const double reach = k < scenario_.predators.size() ? scenario_.predators[k].flee_radius : 0.0;
      if (shown.reaches && count <= kReachesShown && reach > 0.0 && reach < most) {
        const auto place = state.predator_position.begin() + static_cast<std::ptrdiff_t>(k * d);
        for (const Place& image : images({place, place + state.dimensions}, reach))
          ring(marks_.above, image, reach, 0.6f, kHunter.at(light_, 0.35f));
      }
      if (!shown.darts) continue;
      marks_.above.push_back({.at = at,
                              .to = to,
                              .radius = std::clamp(2.5f * boid_size, pixels(15.0f), pixels(26.0f)),
                              .colour = kHunter.at(light_, 1.0f),
                              .shape = shape_number(MarkShape::kDart)});
    }
  }

  /// Adds an arrow for the wind in the lower right corner, longer for stronger wind.
  void wind() {
    if (!scenario_.wind || scenario_.wind->velocity.empty()) return;
    Place blow{};
    double square = 0.0;
    for (size_t k = 0; k < scenario_.wind->velocity.size(); ++k) {
      blow[k] = static_cast<float>(scenario_.wind->velocity[k]);
      square += scenario_.wind->velocity[k] * scenario_.wind->velocity[k];
    }
    if (!(square > 0.0)) return;
    constexpr double kRadius = 20.0, kFromCorner = 34.0;
    const Margins& free = camera_.margins();
    const Place middle = place3(camera_.place_at(camera_.width() - free.right - kFromCorner,
                                                 camera_.height() - free.bottom - kFromCorner));
    const double strength = std::sqrt(square), share = 0.1 * strength / scenario_.rules.max_speed;
    const double half = kRadius * std::clamp(0.3 + share, 0.3, 0.7);
    Place tail{}, tip{};
    for (size_t k = 0; k < 3; ++k) {
      const float arm = blow[k] * pixels(static_cast<float>(half / strength));
      tail[k] = middle[k] - arm;
      tip[k] = middle[k] + arm;
    }
    const Colour colour = kAir.at(light_, 0.95f);
    ring(marks_.screen, middle, pixels(static_cast<float>(kRadius)), 0.8f, kAir.at(light_, 0.5f));
    marks_.screen.push_back(
        {.at = tail, .to = tip, .pixels = 1.0f, .colour = colour, .shape = shape_number(MarkShape::kLine)});
    marks_.screen.push_back(
        {.at = tip, .to = blow, .pixels = 9.0f, .colour = colour, .shape = shape_number(MarkShape::kDart)});
  }

 private:
  static float shape_number(MarkShape shape) { return static_cast<float>(shape); }
  float pixels(float number) const { return number / static_cast<float>(camera_.pixels_per_unit()); }

  void ring(std::vector<Mark>& list, const Place& at, double radius, float width, const Colour& colour) {
    list.push_back({.at = at,
                    .radius = static_cast<float>(radius),
                    .pixels = width,
                    .colour = colour,
                    .shape = shape_number(MarkShape::kRing)});
  }
  void line(const Place& from, const Place& to, float width, const Colour& colour) {
    marks_.below.push_back(
        {.at = from, .to = to, .pixels = width, .colour = colour, .shape = shape_number(MarkShape::kLine)});
  }

  /// Adds a line between two points of a path, with a dart for the direction.
  void leg(const Place& from, const Place& to, const Ink& ink) {
    line(from, to, 0.7f, ink.at(light_, 0.5f));
    Place middle, along;
    for (size_t k = 0; k < 3; ++k) {
      middle[k] = 0.5f * (from[k] + to[k]);
      along[k] = to[k] - from[k];
    }
    marks_.below.push_back({.at = middle,
                            .to = along,
                            .pixels = 11.0f,
                            .colour = ink.at(light_, 0.9f),
                            .shape = shape_number(MarkShape::kDart)});
  }

  /// Adds the edges of the world, moved inwards.
  void box(double inset, float width, const Colour& colour) {
    const auto& size = scenario_.world.size;
    const size_t d = size.size();
    for (size_t axis = 0; axis < d; ++axis) {
      for (size_t corner = 0; corner < (size_t{1} << d); ++corner) {
        if (corner >> axis & 1) continue;
        Place from{}, to{};
        for (size_t k = 0; k < d; ++k) {
          const double low = inset, high = size[k] - inset;
          from[k] = static_cast<float>(corner >> k & 1 ? high : low);
          to[k] = k == axis ? static_cast<float>(high) : from[k];
        }
        line(from, to, width, colour);
      }
    }
  }

  /// A position, and its images beyond borders that lie within `radius`.
  std::vector<Place> images(const std::vector<double>& at, double radius) const {
    std::vector<Place> places{place3(at)};
    if (scenario_.world.metric != Metric::kWrapped) return places;
    for (size_t axis = 0; axis < at.size(); ++axis) {
      const double size = scenario_.world.size[axis];
      const size_t until = places.size();
      for (size_t k = 0; k < until; ++k) {
        Place image = places[k];
        if (at[axis] < radius) {
          image[axis] = static_cast<float>(at[axis] + size);
        } else if (at[axis] > size - radius) {
          image[axis] = static_cast<float>(at[axis] - size);
        } else {
          continue;
        }
        places.push_back(image);
      }
    }
    return places;
  }

  Marks& marks_;
  const Scenario& scenario_;
  const Camera& camera_;
  const bool light_;
};

}  // namespace

void Marks::clear() {
  below.clear();
  above.clear();
  screen.clear();
}

std::array<float, 3> place3(const std::vector<double>& place) {
  std::array<float, 3> at{};
  for (size_t k = 0; k < std::min<size_t>(place.size(), 3); ++k) at[k] = static_cast<float>(place[k]);
  return at;
}

void add_marks(Marks& marks, const Scenario& scenario, const State<float>& predators, const Camera& camera,
               float boid_size, bool light, PredatorMarks shown) {
  Drawer drawer(marks, scenario, camera, light);
  drawer.borders();
  drawer.obstacles();
  drawer.goal();
  drawer.cursor();
  drawer.predators(predators, boid_size, shown);
  drawer.wind();
}

}  // namespace murmur

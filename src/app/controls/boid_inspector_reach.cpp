// Draws the distances of the rules at a boid, while they are changed and at the boid that is followed: circles of R
// and r, and the field of view. Circles of only a few pixels are magnified, with the neighbours.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "app/controls/boid_inspector.h"
#include "render/panel/widgets.h"

namespace murmur {
namespace {

constexpr double kShown = 1.5;         // time after a change in which distances are shown [s]
constexpr double kLeastRadius = 80.0;  // least radius of the circle of R [usual pixels]
constexpr double kGround = 1.12;       // radius of the disc under a magnified circle [R]
constexpr int kArcLines = 48;
constexpr int kMostTries = 12;  // pictures that search for a boid with neighbours
constexpr int64_t kFewNeighbours = 3;
constexpr size_t kNeighboursShown = 200;  // dots; the text counts all neighbours
constexpr double kArrow = 90.0;           // length of the longest rule arrow [usual pixels]
constexpr double kArrowsEase = 0.99;      // decay of the scale of the arrows in each picture

constexpr std::array kRuleLabels{"separation (orange)", "alignment (green)", "cohesion (blue)"};

using Vector = std::array<double, 3>;
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double length(const Vector& a) { return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

}  // namespace

Colour BoidInspector::near_ink() const {
  return light_ ? Colour{0.75f, 0.28f, 0.02f, 0.95f} : Colour{0.95f, 0.53f, 0.24f, 0.95f};
}

void BoidInspector::note_distances(const Scenario& scenario, double now) {
  const Scenario::Rules& rules = scenario.rules;
  const std::array distances{rules.radius, rules.separation_reach(), rules.field_of_view};
  // A change of preset changes the distances, too, but is no change by the user.
  const bool moved = distances_ && distances_of_ == scenario.preset && distances != *distances_;
  if (moved) shown_until_ = now + kShown;
  distances_ = distances;
  distances_of_ = scenario.preset;
}

/// Chooses a boid near the middle of the picture while distances are shown. Searches, along a spiral, for one with neighbours.
void BoidInspector::choose_in_middle(const std::optional<Lease>& lease, const FlockView& flock,
                                     const Camera& camera, double now) {
  if (now >= shown_until_ || (reach_boid_ && int64_t{*reach_boid_} >= flock.boids)) reach_boid_.reset();
  if (now >= shown_until_ || !lease) {
    tries_ = now >= shown_until_ ? 0 : tries_;
    return;
  }
  const bool lonely =
      reach_boid_ == boid_id_ && answers_.neighbour_count < kFewNeighbours && tries_ < kMostTries;
  if (reach_boid_ && !lonely) return;
  const double wide = camera.width(), high = camera.height();
  const double away = 0.3 * high * std::sqrt(tries_ / double{kMostTries}), angle = 2.4 * tries_;
  reach_boid_ = nearest_boid(lease->simulation().backend(), camera, 0.5 * wide + away * std::cos(angle),
                             0.5 * high + away * std::sin(angle), wide + high);
  ++tries_;
}

void BoidInspector::show_neighbours(const std::vector<double>& place, double factor) {
  const size_t d = place.size();
  for (size_t at = 0; at < std::min(answers_.neighbours.size(), kNeighboursShown * d); at += d) {
    std::vector<double> beside(d);
    for (size_t k = 0; k < d; ++k)
      beside[k] = place[k] + factor * (double{answers_.neighbours[at + k]} - place[k]);
    if (light_) point(place3(beside), 3.7, {1.0f, 1.0f, 1.0f, 0.9f}, MarkShape::kDisc);  // a light edge
    point(place3(beside), 2.5, radius_ink(0.9f), MarkShape::kDisc);
  }
}

Colour BoidInspector::rule_ink(size_t rule) const {
  Colour ink{0.0f, 0.0f, 0.0f, 1.0f};
  for (size_t k = 0; k < 3; ++k)
    ink[k] = (light_ ? 0.65f : 1.0f) * static_cast<float>(kRuleInks[rule][k]) / 255.0f;
  return ink;
}

/// Draws the arrows of all three rules at one scale, which follows the longest recent arrow slowly, so that lengths
/// can be compared between pictures.
std::string BoidInspector::show_rules(const Camera& camera, const std::vector<double>& place) {
  if (!answers_.rule_parts) return "";
  const RuleParts& parts = *answers_.rule_parts;
  std::array<double, 3> lengths{};
  for (size_t rule = 0; rule < parts.size(); ++rule)
    lengths[rule] = length({parts[rule][0], parts[rule][1], parts[rule][2]});
  double& longest = followed_.longest;
  longest = std::max(*std::ranges::max_element(lengths), kArrowsEase * longest);
  const double factor = longest > 0.0 ? kArrow * scale_ / (camera.pixels_per_unit() * longest) : 0.0;
  std::string text = "\nthe rules add in a step";
  for (size_t rule = 0; rule < parts.size(); ++rule) {
    text += fmt::format("\n{} {:.3g}", kRuleLabels[rule], lengths[rule]);
    if (!(factor * lengths[rule] * camera.pixels_per_unit() > 2.0 * scale_)) continue;
    std::vector<double> tip = place;
    for (size_t k = 0; k < place.size(); ++k) tip[k] += factor * double{parts[rule][k]};
    line(place3(place), place3(tip), 2.0, rule_ink(rule));
    const bool flat = place.size() == 2;
    point(place3(tip), flat ? 10.0 : 5.0, rule_ink(rule), flat ? MarkShape::kDart : MarkShape::kDisc,
          {parts[rule][0], parts[rule][1], 0.0f});
  }
  return text;
}

void BoidInspector::show_distances(const Scenario& scenario, const Camera& camera, const State<float>& boid) {
  const Scenario::Rules& rules = scenario.rules;
  const std::vector<double> place(boid.position.begin(), boid.position.end());
  const auto at = camera.pixel_of(place);
  if (!at) return;
  const double pixels_of_radius = rules.radius * camera.pixels_per_unit();
  const double factor = std::max(1.0, kLeastRadius * scale_ / pixels_of_radius);
  const double radius = factor * rules.radius;
  const size_t d = place.size();
  if (factor > 1.0 && d == 2) {
    const float ground = light_ ? 1.0f : 0.04f;
    marks_.push_back({.at = place3(place),
                      .radius = static_cast<float>(kGround * radius),
                      .colour = {ground, ground, ground + (light_ ? 0.0f : 0.02f), 0.97f},
                      .shape = static_cast<float>(MarkShape::kDisc)});
  }
  if (factor > 1.0) show_neighbours(place, factor);
  ring(place, radius, 1.1, radius_ink(0.9f));
  ring(place, factor * rules.separation_reach(), 1.1, near_ink());
  point(place3(place), d == 2 ? 7.0 : 3.0, chosen_ink(), d == 2 ? MarkShape::kDart : MarkShape::kDisc,
        {d == 2 ? boid.velocity[0] : 0.0f, d == 2 ? boid.velocity[1] : 0.0f, 0.0f});
  if (rules.field_of_view < 360.0) show_view(place, boid.velocity, radius, rules.field_of_view);
  std::string text =
      fmt::format("R = {:.4g}\nr = {:.4g}{}\nfield of view {:.4g}°", rules.radius, rules.separation_reach(),
                  rules.separation_radius == 0.0 ? ", follows R" : "", rules.field_of_view);
  if (factor >= 1.1) text += fmt::format("\nmagnified {:.2g} times", factor);
  put_label((*at)[0] + std::max(pixels_of_radius, kGround * kLeastRadius * scale_) + 14.0 * scale_,
            (*at)[1] - 34.0 * scale_, text, true);
}

/// Draws the border of the field of view at distance `radius`: a sector in 2D, the rim of the cone in 3D.
void BoidInspector::show_view(const std::vector<double>& place, const std::vector<float>& velocity,
                              double radius, double degrees) {
  Vector ahead{};
  for (size_t k = 0; k < place.size(); ++k) ahead[k] = velocity[k];
  const double speed = length(ahead);
  if (!(speed > 0.0)) return;
  for (double& c : ahead) c /= speed;
  const bool flat = place.size() == 2;
  Vector side = flat ? Vector{-ahead[1], ahead[0], 0.0}
                     : cross(ahead, std::abs(ahead[2]) < 0.9 ? Vector{0.0, 0.0, 1.0} : Vector{1.0, 0.0, 0.0});
  const double wide = length(side);
  for (double& c : side) c /= wide;
  const Vector up = cross(ahead, side);
  const double half = 0.5 * degrees * std::numbers::pi / 180.0;
  /// A point of the border: from one end of the sector to the other (2D), or around the cone (3D).
  const auto rim = [&](double share) {
    const double angle = flat ? (2.0 * share - 1.0) * half : half,
                 turn = flat ? 0.0 : 2.0 * share * std::numbers::pi;
    std::vector<double> point = place;
    for (size_t k = 0; k < place.size(); ++k)
      point[k] += radius * (std::cos(angle) * ahead[k] +
                            std::sin(angle) * (std::cos(turn) * side[k] + std::sin(turn) * up[k]));
    return place3(point);
  };
  const Colour ink = radius_ink(0.95f);
  for (int k = 0; k < kArcLines; ++k)
    line(rim(double(k) / kArcLines), rim(double(k + 1) / kArcLines), 1.5, ink);
  for (int k = 0; k < 4; ++k) {
    if (!flat || k == 0 || k == 3) line(place3(place), rim(flat ? k / 3 : k / 4.0), 0.8, ink);
  }
}

}  // namespace murmur

#include "app/controls/boid_inspector.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "sim/scenario/custom_rules.h"
#include "sim/state/start.h"
#include "sim/util/roots.h"

namespace murmur {
namespace {

constexpr double kFollowRate = 6.0;       // [1/s]: the followed boid is in the middle in half a second
constexpr double kApproachRate = 2.0;     // [1/s]: how soon the camera is near a followed bird
constexpr double kNear = 0.45;            // share of the distance from which a followed bird is seen
constexpr size_t kBoidsNearPointer = 24;  // number of boids of a large flock with circle and heading
constexpr double kPointerReach = 220.0;   // distance of shown boids from the pointer [pixels]
constexpr double kApart = 24.0;           // least distance between shown boids in a crowd [pixels]
constexpr size_t kPathPlaces = 200;
constexpr double kHeadingPixels = 34.0;
constexpr double kChoosePixels = 24.0;  // largest distance of a click from the chosen boid [pixels]

/// Lines of text with the named columns of a boid, and the values of custom rules.
std::string named_columns(const State<float>& boid, const Scenario& scenario) {
  std::string text;
  each_column(
      [&](const ColumnInfo& info, const auto& rows, const std::vector<std::string>& names) {
        if (rows.empty() || names.empty()) return;
        const auto index = static_cast<size_t>(rows.front());
        text += fmt::format("{} {}\n", info.name, index < names.size() ? names[index] : "");
      },
      boid.columns, column_names(scenario));
  size_t k = 0;
  for (const CustomRule::State* state : custom_states(scenario))
    if (const auto& rows = boid.columns.custom_states[k++]; !rows.empty())
      text += fmt::format("{} {:.4g}\n", state->name, rows.front());
  return text;
}

double length_of(const std::vector<double>& vector) {
  return std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0));
}

}  // namespace

Colour BoidInspector::chosen_ink() const {
  return light_ ? Colour{0.05f, 0.05f, 0.08f, 1.0f} : Colour{1.0f, 1.0f, 1.0f, 1.0f};
}

Colour BoidInspector::radius_ink(float opacity) const {
  return light_ ? Colour{0.10f, 0.32f, 0.62f, opacity} : Colour{0.55f, 0.78f, 1.0f, opacity};
}

void choose_boid(const Lease& lease, const Camera& camera, const command::FollowBoidAt& place,
                 ViewSettings& settings, Notices& notices) {
  settings.chosen = nearest_boid(lease.simulation().backend(), camera, place.x, place.y, kChoosePixels);
  notices.say(settings.chosen ? fmt::format("following boid {}; Esc ends it", *settings.chosen)
                              : fmt::format("no boid is here: {} on one follows it",
                                            settings.tool == Tool::kFollow ? "a click" : "Ctrl + click"));
}

void keep_chosen(int64_t ids, ViewSettings& settings, Notices& notices) {
  if (!settings.chosen || int64_t{*settings.chosen} < ids) return;
  notices.say(fmt::format("boid {} is no longer there", *settings.chosen));
  settings.chosen.reset();
}

std::optional<size_t> predator_at(const Lease& lease, const Camera& camera, double x, double y) {
  State<float> state;
  lease.simulation().backend().pick({}, state);
  const auto d = static_cast<std::ptrdiff_t>(camera.dimensions());
  std::optional<size_t> nearest;
  double least = kChoosePixels;
  for (size_t k = 0; k < static_cast<size_t>(state.predator_count()); ++k) {
    const auto row = state.predator_position.begin() + static_cast<std::ptrdiff_t>(k) * d;
    const auto at = camera.pixel_of({row, row + d});
    const double away = at ? length_of((*at)[0] - x, (*at)[1] - y) : least;
    if (away < least) nearest = k, least = away;
  }
  return nearest;
}

void BoidInspector::point_at(const Camera& camera, const ViewSettings& settings) {
  x_ = settings.pointer_x >= 0.0 ? settings.pointer_x : 0.5 * camera.width();
  y_ = settings.pointer_x >= 0.0 ? settings.pointer_y : 0.5 * camera.height();
}

/// Asks the backend for everything that this picture shows, in one question, so that a device answers with one
/// transfer. Without a lease the last answers stay.
void BoidInspector::read(const std::optional<Lease>& lease, const Scenario& scenario, FlockQuestions asked) {
  if (std::exchange(dimensions_, scenario.dimensions()) != scenario.dimensions()) {
    answers_ = {};
    boid_id_.reset();
  }
  if (!lease) return;
  Simulation<float>& simulation = lease->simulation();
  asked.startled = simulation.startled();
  answers_ = simulation.backend().read(asked);
  boid_id_ = answers_.boid.count() > 0 ? asked.boid : std::nullopt;
  if (!boid_id_ || carried_by(scenario) == 0) return;
  State<float> boid;
  simulation.backend().pick({*boid_id_}, boid);
  answers_.boid.columns = std::move(boid.columns);
}

void BoidInspector::update(const std::optional<Lease>& lease, const FlockView& flock, Camera& camera,
                           ViewSettings& settings, Notices& notices, double now, double scale, double back,
                           bool measures) {
  marks_.clear();
  labels_.clear();
  taken_.clear();
  answers_.sums.reset();
  scale_ = scale;
  light_ = settings.look.background.word == Background::kLight;
  keep_chosen(flock.boids, settings, notices);
  camera.hold(settings.chosen.has_value());
  birds_ = settings.look.scene != Surroundings::kPlain && !settings.researches;
  if (settings.chosen != followed_.id) {
    const double nearer = settings.chosen && followed_.id ? followed_.nearer : 1.0;
    followed_ = {.id = settings.chosen, .place = {}, .path = {}, .nearer = nearer};
  }
  point_at(camera, settings);
  note_distances(flock.scenario, now);
  choose_in_middle(lease, flock, camera, now);
  const std::optional<uint32_t> detailed = settings.chosen ? settings.chosen : reach_boid_;
  FlockQuestions asked{
      .camera = projection_of(camera), .boid = detailed, .all = settings.debug, .sums = measures};
  if (settings.debug)
    asked.near =
        AroundPixel{static_cast<float>(x_), static_cast<float>(y_), pixels(kPointerReach), pixels(kApart)};
  if (detailed || settings.debug || measures) read(lease, flock.scenario, asked);
  State<float> boid = answers_.boid;  // the boid at the position where it is drawn
  for (size_t k = 0; k < boid.position.size(); ++k)
    boid.position[k] -= static_cast<float>(back) * boid.velocity[k];
  if (settings.chosen && settings.chosen == boid_id_) {
    follow(camera, {boid.position.begin(), boid.position.end()}, now);
    show_path(flock.scenario, {answers_.boid.position.begin(), answers_.boid.position.end()});
    show_chosen(flock.scenario, camera, boid, *settings.chosen);
  } else if (detailed && detailed == boid_id_) {
    show_distances(flock.scenario, camera, boid);
  }
  if (settings.debug) show_near_pointer(flock, camera);
  if (birds_ && settings.tool == Tool::kPredator) name_predators(lease, flock.scenario, camera);
}

/// Writes "predator" beside each predator, which is a bird among birds.
void BoidInspector::name_predators(const std::optional<Lease>& lease, const Scenario& scenario,
                                   const Camera& camera) {
  if (scenario.predators.empty()) return;
  if (lease) lease->simulation().backend().pick({}, predators_);
  const auto d = static_cast<std::ptrdiff_t>(camera.dimensions());
  for (std::ptrdiff_t k = 0; k < predators_.predator_count(); ++k) {
    const auto row = predators_.predator_position.begin() + k * d;
    if (const auto at = camera.pixel_of({row, row + d})) put_beside((*at)[0], (*at)[1], "predator");
  }
}

/// Moves the camera so that the followed boid approaches the middle of the picture; when the boid crosses a border, the camera jumps with it.
void BoidInspector::follow(Camera& camera, const std::vector<double>& place, double now) {
  const bool known = followed_.place.size() == place.size();
  const double left = known ? std::exp(-kFollowRate * (now - followed_.last)) : 1.0;
  if (!known) followed_.place = place;
  std::vector<double> target = camera.place_at(0.5 * camera.width(), 0.5 * camera.height());
  for (size_t k = 0; k < place.size(); ++k) target[k] = place[k] + left * (target[k] - followed_.place[k]);
  camera.look_at(target);
  if (birds_) {  // the sky does not move: only a larger bird shows that the camera flies with it
    const double nearer =
        std::lerp(followed_.nearer, kNear, 1.0 - std::exp(-kApproachRate * (now - followed_.last)));
    if (known) camera.come_nearer(nearer / std::exchange(followed_.nearer, nearer));
  }
  followed_.place = place;
  followed_.last = now;
}

/// Draws the positions of the followed boid after each step as a fading path, up to the position where the boid is
/// drawn. `place`: position after the last step. Positions between two steps are no part of the path, and a picture
/// may be several steps after the last one.
void BoidInspector::show_path(const Scenario& scenario, const std::vector<double>& place) {
  auto& path = followed_.path;
  if (path.empty() || path.back() != place) path.push_back(place);
  if (path.size() > kPathPlaces) path.pop_front();
  for (size_t k = 1; k < path.size(); ++k) {
    const std::vector<double>& to = k + 1 == path.size() ? followed_.place : path[k];
    bool jumps = to.size() != path[k - 1].size();  // true where the boid has crossed a border
    for (size_t axis = 0; axis < to.size() && !jumps; ++axis)
      jumps = std::abs(to[axis] - path[k - 1][axis]) > 0.5 * scenario.world.size[axis];
    const auto age = static_cast<float>(k) / static_cast<float>(path.size());
    if (!jumps) line(place3(path[k - 1]), place3(to), 0.7, radius_ink(0.8f * age));
  }
}

void BoidInspector::line(const Place& from, const Place& to, double width, const Colour& colour) {
  marks_.push_back({.at = from,
                    .to = to,
                    .pixels = pixels(width),
                    .colour = colour,
                    .shape = static_cast<float>(MarkShape::kLine)});
}

void BoidInspector::point(const Place& at, double size, const Colour& colour, MarkShape shape,
                          const Place& heading) {
  marks_.push_back({.at = at,
                    .to = heading,
                    .pixels = pixels(size),
                    .colour = colour,
                    .shape = static_cast<float>(shape)});
}

void BoidInspector::ring(const std::vector<double>& place, double radius, double width,
                         const Colour& colour) {
  marks_.push_back({.at = place3(place),
                    .radius = static_cast<float>(radius),
                    .pixels = pixels(width),
                    .colour = colour,
                    .shape = static_cast<float>(MarkShape::kRing)});
}

void BoidInspector::show_chosen(const Scenario& scenario, const Camera& camera, const State<float>& boid,
                                uint32_t id) {
  const std::vector<double> place(boid.position.begin(), boid.position.end());
  const std::vector<double> velocity(boid.velocity.begin(), boid.velocity.end());
  const double pixel = 1.0 / camera.pixels_per_unit();
  if (birds_) {
    ring(place, 14.0 * scale_ * pixel, 1.3, chosen_ink());
    put_label(camera.width(), std::max(52.0 * scale_, camera.margins().top + 8.0 * scale_),
              fmt::format("bird {}\nspeed {:.1f}\nsees {} others", id, length_of(velocity),
                          answers_.neighbour_count),
              true);
    return;
  }
  show_neighbours(place, 1.0);
  ring(place, scenario.rules.radius, 0.9, radius_ink(0.9f));
  ring(place, scenario.rules.separation_reach(), 0.9, near_ink());
  if (scenario.rules.field_of_view < 360.0)
    show_view(place, boid.velocity, scenario.rules.radius, scenario.rules.field_of_view);
  ring(place, 11.0 * scale_ * pixel, 1.3, chosen_ink());
  const double speed = length_of(velocity);
  // The label is in the upper right corner of the picture, where it covers no neighbours, below the line at the top.
  put_label(camera.width(), std::max(52.0 * scale_, camera.margins().top + 8.0 * scale_),
            fmt::format("boid {}\n{}position {}\nvelocity {}\nspeed {:.3f}\nheading {}\nneighbours {}", id,
                        named_columns(boid, scenario), vector_text(place, 1), vector_text(velocity, 3), speed,
                        speed > 0.0 ? heading_text(velocity) : "at rest", answers_.neighbour_count) +
                show_rules(camera, place),
            true);
}

/// Adds a label. @returns false, without a label, if it would cover another one.
bool BoidInspector::put_label(double x, double y, const std::string& text, bool strong) {
  size_t longest = 0, line = 0;
  int lines = 1;
  for (const char c : text) {
    line = c == '\n' ? 0 : line + 1;
    lines += c == '\n';
    longest = std::max(longest, line);
  }
  // The size of the text is estimated: a letter is about seven pixels wide.
  const Box box{x - 4.0 * scale_, y - 4.0 * scale_, (7.0 * static_cast<double>(longest) + 10.0) * scale_,
                (15.0 * lines + 9.0) * scale_};
  if (std::any_of(taken_.begin(), taken_.end(), [&](const Box& other) { return box.meets(other); }))
    return false;
  taken_.push_back(box);
  labels_.push_back({.x = static_cast<float>(x), .y = static_cast<float>(y), .text = text, .strong = strong});
  return true;
}

/// Puts a label beside a boid, on whichever side there is room.
bool BoidInspector::put_beside(double x, double y, const std::string& text) {
  const double wide = 7.0 * static_cast<double>(text.size()) * scale_, gap = 12.0 * scale_;
  for (const double down : {-22.0 * scale_, 10.0 * scale_}) {
    if (put_label(x + gap, y + down, text) || put_label(x - gap - wide, y + down, text)) return true;
  }
  return false;
}

/// Shows circle and heading of all boids of a small flock, or of those near the pointer in a large one; the boid
/// under the pointer has a label.
void BoidInspector::show_near_pointer(const FlockView& flock, const Camera& camera) {
  const Scenario& scenario = flock.scenario;
  put_beside(x_, y_ + 10.0 * scale_, fmt::format("R = {}", scenario.rules.radius));
  bool labelled = false;
  const bool all = flock.boids <= kMostShown;
  const size_t most = all ? static_cast<size_t>(kMostShown) : kBoidsNearPointer;
  for (const SeenBoid& boid : boids_in_picture(answers_.seen, camera, x_, y_, most)) {
    ring(boid.position, scenario.rules.radius, 0.5, radius_ink(0.35f));
    const double speed = length_of(boid.velocity);
    if (speed > 0.0) {
      const double reach = kHeadingPixels * scale_ / (camera.pixels_per_unit() * speed);
      std::vector<double> ahead = boid.position;
      for (size_t k = 0; k < ahead.size(); ++k) ahead[k] += reach * boid.velocity[k];
      line(place3(boid.position), place3(ahead), 0.8, chosen_ink());
    }
    if (labelled || boid.away > kChoosePixels * scale_) continue;
    labelled = put_beside(boid.x, boid.y,
                          fmt::format("{} {}", speed > 0.0 ? heading_text(boid.velocity) : "at rest",
                                      vector_text(boid.velocity, 2)));
  }
}

}  // namespace murmur

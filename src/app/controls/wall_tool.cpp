#include "app/controls/wall_tool.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/roots.h"
#include "sim/walls/crossings.h"
#include "sim/walls/simplify.h"
#include "sim/walls/wall_pieces.h"

namespace murmur {
namespace {

constexpr double kApart = 3.0;        // distance between points of a path [pixels]
constexpr double kError = 2.0;        // largest error of a simplified line [pixels]
constexpr double kShortest = 6.0;     // length of the shortest line [pixels]
constexpr double kNearPointer = 9.0;  // distance at which a click hits a point or a wall [pixels]
constexpr double kCloses = 14.0;      // distance at which the end of a line closes it [pixels]
constexpr size_t kPointsShown = 400;
constexpr Colour kDrawn{1.0f, 0.70f, 0.28f, 1.0f};

using Point = std::array<double, 2>;

double distance(const Point& a, const Point& b) { return length_of(a[0] - b[0], a[1] - b[1]); }

/// Whether a ray from p to the right crosses the segment from a to b.
bool is_right_of(const Point& p, const Point& a, const Point& b) {
  return (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (p[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
}

/// The wall whose line is nearest to the pointer, within `reach`; else the last wall whose area contains the pointer.
std::optional<size_t> wall_in_plane(const Scenario& scenario, const Point& pointer, double reach) {
  std::vector<bool> odd(scenario.walls.size());
  std::optional<size_t> nearest;
  KeptWalls<2> walls;
  for (const WallPiece<2>& piece : walls.pieces_of(scenario)) {
    const Point a{piece.corner[0][0], piece.corner[0][1]}, b{piece.corner[1][0], piece.corner[1][1]};
    if (is_right_of(pointer, a, b)) odd[piece.wall] = !odd[piece.wall];
    if (const double away = distance_to_segment(pointer, a, b); away < reach) {
      reach = away;
      nearest = piece.wall;
    }
  }
  if (nearest) return nearest;
  for (size_t k = scenario.walls.size(); k-- > 0;) {
    const Scenario::Wall& wall = scenario.walls[k];
    if (odd[k] && wall.side == WallSide::kOutside && wall.encloses()) return k;
  }
  return std::nullopt;
}

/// The wall whose surface under the pointer is nearest to the eye.
std::optional<size_t> wall_in_space(const Scenario& scenario, const Camera& camera, const Point& pointer) {
  std::optional<size_t> nearest;
  double least = 0.0;
  const auto eye = camera.eye();
  KeptWalls<3> walls;
  for (const WallPiece<3>& piece : walls.pieces_of(scenario)) {
    std::array<std::optional<Point>, 3> at;
    for (size_t k = 0; k < 3; ++k) at[k] = camera.pixel_of({piece.corner[k].c, piece.corner[k].c + 3});
    if (!at[0] || !at[1] || !at[2]) continue;
    bool odd = false;
    for (size_t k = 0; k < 3; ++k) odd = odd != is_right_of(pointer, *at[k], *at[(k + 1) % 3]);
    if (!odd) continue;
    double square = 0.0;  // squared distance from the eye to the middle of the triangle
    for (int k = 0; k < 3; ++k) {
      const double away = (piece.corner[0][k] + piece.corner[1][k] + piece.corner[2][k]) / 3.0 -
                          double{eye[static_cast<size_t>(k)]};
      square += away * away;
    }
    if (nearest && square >= least) continue;
    least = square;
    nearest = piece.wall;
  }
  return nearest;
}

/// Whether a closed line crosses itself, and so encloses no area.
bool crosses_itself(const std::vector<std::vector<double>>& points) {
  const auto line = [&](size_t k) {
    const std::vector<double>&a = points[k], &b = points[(k + 1) % points.size()];
    return WallPiece<2>{{{{a[0], a[1]}}, {{b[0], b[1]}}}, 0};
  };
  for (size_t k = 0; k < points.size(); ++k)
    for (size_t other = 0; other < k; ++other)
      if (segments_cross(line(k), line(other))) return true;
  return false;
}

}  // namespace

std::vector<Point> simplified(const std::vector<Point>& path, double error) {
  if (path.size() < 3) return path;
  std::vector<bool> kept(path.size());
  kept.front() = kept.back() = true;
  simplify(
      0, path.size() - 1, error, [&](size_t k) -> const Point& { return path[k]; },
      [&](size_t k) { kept[k] = true; });
  std::vector<Point> needed;
  for (size_t k = 0; k < path.size(); ++k)
    if (kept[k]) needed.push_back(path[k]);
  return needed;
}

WallTool::Point WallTool::pointer() const {
  const std::vector<double> at = at_pointer();
  return {at[0], at[1]};
}

/// The point in the world, rounded to as many digits as a pixel can show.
std::vector<double> WallTool::rounded(const Point& at) const {
  std::vector<double> place{at[0], at[1]};
  const auto& size = run_.expected().scenario.world.size;
  const double digits = std::ceil(-std::log10(camera_.units_per_pixel()));
  const double scale = std::pow(10.0, std::abs(digits));
  for (size_t k = 0; k < place.size(); ++k) {
    const double whole =
        digits < 0.0 ? std::round(place[k] / scale) * scale : std::round(place[k] * scale) / scale;
    place[k] = std::clamp(whole, 0.0, size[k]);
  }
  return place;
}

std::optional<WallTool::Corner> WallTool::corner_there() const {
  const auto& walls = run_.expected().scenario.walls;
  std::optional<Corner> nearest;
  double least = pixels(kNearPointer);
  for (size_t k = 0; k < walls.size(); ++k) {
    for (size_t point = 0; point < walls[k].points.size(); ++point) {
      const auto& at = walls[k].points[point];
      const double away = distance({at[0], at[1]}, pointer());
      if (away >= least) continue;
      least = away;
      nearest = {k, point};
    }
  }
  return nearest;
}

bool WallTool::press(bool straight) {
  drags_ = Drags::kNothing;
  if (camera_.dimensions() == 3) {
    box_from_ = at_pointer();
    if (!changes_.add(table_array("wall"), box_from_)) return false;
    notices_.say("in 3D a wall is a box: drag on to make it larger; Ctrl + Z takes it away");
    box_thick_ = run_.expected().scenario.walls.back().box->size;
    drags_ = Drags::kBox;
    return true;
  }
  if (const auto corner = corner_there(); corner && !straight) {
    drags_ = Drags::kCorner;
    corner_ = *corner;
  } else {
    drags_ = straight ? Drags::kStraight : Drags::kFreehand;
  }
  path_ = {pointer()};
  return true;
}

/// Makes the box that was placed last reach from the point of the press to the pointer.
void WallTool::stretch_box() {
  const size_t walls = run_.expected().scenario.walls.size();
  if (walls == 0) return;
  const std::vector<double> to = at_pointer();
  std::vector<double> low(to.size()), size(to.size());
  for (size_t k = 0; k < to.size(); ++k) {
    low[k] = murmur::rounded(std::min(box_from_[k], to[k]) - 0.5 * box_thick_[k]);
    size[k] = murmur::rounded(std::abs(to[k] - box_from_[k]) + box_thick_[k]);
  }
  changes_.set(fmt::format("wall[{}].box", walls - 1), SetValue::table({{"at", low}, {"size", size}}));
}

void WallTool::move() {
  if (drags_ == Drags::kBox) {
    stretch_box();
  } else if (drags_ == Drags::kFreehand) {
    if (distance(path_.back(), pointer()) >= pixels(kApart)) path_.push_back(pointer());
  } else {
    path_.resize(1);
    if (distance(path_.front(), pointer()) >= pixels(kApart)) path_.push_back(pointer());
  }
}

void WallTool::release() {
  const Drags dragged = std::exchange(drags_, Drags::kNothing);
  if (dragged == Drags::kCorner) {
    if (path_.size() > 1) move_corner();
  } else if (dragged == Drags::kFreehand || dragged == Drags::kStraight) {
    add_drawn();
  }
  path_.clear();
}

/// Whether the path has left its begin and has come back.
bool WallTool::closes() const {
  return path_.size() > 3 && distance(path_.front(), path_.back()) < pixels(kCloses) &&
         std::any_of(path_.begin(), path_.end(),
                     [&](const Point& at) { return distance(at, path_.front()) > pixels(2.0 * kCloses); });
}

/// Adds the drawn line as a wall. An end near a point of another wall is joined to that point.
void WallTool::add_drawn() {
  const bool closed = closes();
  std::vector<Point> path = path_;
  if (closed) {  // leaves out the part beyond the begin
    while (path.size() > 4 && distance(path[path.size() - 2], path.front()) < pixels(kCloses))
      path.pop_back();
    path.back() = path.front();
  }
  path = simplified(path, pixels(kError));
  if (closed) path.pop_back();
  std::vector<std::vector<double>> points;
  for (const Point& at : path) {
    std::vector<double> point = rounded(at);
    if (points.empty() || point != points.back()) points.push_back(std::move(point));
  }
  if (points.size() < (closed ? 3 : 2) ||
      (path.size() == 2 && distance(path[0], path[1]) < pixels(kShortest))) {
    notices_.say("drag to draw a wall; with Shift a straight one");
    return;
  }
  const auto& walls = run_.expected().scenario.walls;
  if (const auto corner = corner_there(); corner && !closed)
    points.back() = walls[corner->wall].points[corner->point];
  const std::string key = fmt::format("wall[{}]", walls.size());
  const bool crosses = closed && crosses_itself(points);
  const SetValue value =
      crosses  ? SetValue::table({{"points", points}, {"closed", true}, {"side", SetValue::word("both")}})
      : closed ? SetValue::table({{"points", points}, {"closed", true}})
               : SetValue::table({{"points", points}});
  if (changes_.set(key, value))
    notices_.say(fmt::format("a {}wall of {} points{}; Ctrl + Z takes it away", closed ? "closed " : "",
                             points.size(), crosses ? ", which crosses itself and has no inside" : ""));
}

void WallTool::move_corner() {
  const auto& walls = run_.expected().scenario.walls;
  if (corner_.wall >= walls.size() || corner_.point >= walls[corner_.wall].points.size()) return;
  std::vector<std::vector<double>> points = walls[corner_.wall].points;
  points[corner_.point] = rounded(path_.back());
  changes_.set(fmt::format("wall[{}].points", corner_.wall), points);
}

std::optional<size_t> WallTool::wall_at_pointer() const {
  const Scenario& scenario = run_.expected().scenario;
  if (scenario.walls.empty()) return std::nullopt;
  try {
    if (camera_.dimensions() == 2) return wall_in_plane(scenario, pointer(), pixels(kNearPointer));
    return wall_in_space(scenario, camera_, {settings_.pointer_x, settings_.pointer_y});
  } catch (const UserError&) {  // the file of a wall is gone
    return std::nullopt;
  }
}

std::vector<Mark> WallTool::marks() const {
  std::vector<Mark> marks;
  if (settings_.tool != Tool::kWall || camera_.dimensions() == 3 || run_.is_replay()) return marks;
  const auto mark = [&](MarkShape shape, float pixels, const std::vector<double>& at,
                        const std::vector<double>& to = {}) {
    marks.push_back({.at = place3(at),
                     .to = place3(to),
                     .pixels = pixels,
                     .colour = kDrawn,
                     .shape = static_cast<float>(shape)});
  };
  const auto& walls = run_.expected().scenario.walls;
  size_t points = 0;
  for (const Scenario::Wall& wall : walls) points += wall.points.size();
  if (points <= kPointsShown) {
    for (const Scenario::Wall& wall : walls)
      for (const auto& point : wall.points) mark(MarkShape::kDisc, 3.5f, point);
  }
  if (drags_ == Drags::kNothing || path_.empty()) return marks;
  if (drags_ == Drags::kCorner) {
    if (path_.size() < 2 || corner_.wall >= walls.size()) return marks;
    const Scenario::Wall& wall = walls[corner_.wall];
    const size_t count = wall.points.size();
    if (corner_.point >= count) return marks;
    const std::vector<double> at = rounded(path_.back());
    if (wall.closed || corner_.point > 0)
      mark(MarkShape::kLine, 1.2f, wall.points[(corner_.point + count - 1) % count], at);
    if (wall.closed || corner_.point + 1 < count)
      mark(MarkShape::kLine, 1.2f, at, wall.points[(corner_.point + 1) % count]);
    mark(MarkShape::kDisc, 4.5f, at);
    return marks;
  }
  const std::vector<Point> path = simplified(path_, pixels(kError));
  for (size_t k = 0; k + 1 < path.size(); ++k)
    mark(MarkShape::kLine, 1.5f, rounded(path[k]), rounded(path[k + 1]));
  mark(MarkShape::kDisc, closes() ? 7.0f : 4.0f, rounded(path_.front()));
  return marks;
}

}  // namespace murmur

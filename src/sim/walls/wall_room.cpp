#include "sim/walls/wall_room.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/walls/exact_sign.h"

namespace murmur {

/// Counts how often a ray from a point meets each part of a wall: if the number is odd, the point is inside the part.
class WallRoom::Lines {
 public:
  virtual ~Lines() = default;
  virtual std::optional<size_t> wall_against(std::span<const double> place, OnWall on_wall) const = 0;
};

namespace {

/// Whether a wall has an inside that it keeps boids out of, or in.
bool is_closed(const WallShape& shape) { return shape.side != WallSide::kBoth && shape.encloses(); }

enum class Meets : uint8_t { kMisses, kCrosses, kTouches };

template <int D>
bool in_box(const WallPiece<D>& piece, const Vec<double, D>& p) {
  for (int k = 0; k < D; ++k) {
    double low = piece.corner[0][k], high = low;
    for (int c = 1; c < D; ++c) {
      low = std::min(low, piece.corner[c][k]);
      high = std::max(high, piece.corner[c][k]);
    }
    if (p[k] < low || p[k] > high) return false;
  }
  return true;
}

/// Whether a ray along the first axis meets the piece; the ray is shifted slightly, so that it meets no corner.
Meets meets(const WallPiece<2>& piece, const Vec<double, 2>& p) {
  const Vec<double, 2>&a = piece.corner[0], &b = piece.corner[1];
  if (in_box(piece, p)) {
    const int side = side_of_line(a, b, p);
    if (side == 0) return Meets::kTouches;
    if ((a[1] > p[1]) == (b[1] > p[1])) return Meets::kMisses;
    return (side > 0) == (b[1] > a[1]) ? Meets::kCrosses : Meets::kMisses;
  }
  return (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] ? Meets::kCrosses : Meets::kMisses;
}

/// side_of_line() seen along the last axis, for a point that is shifted infinitesimally along the first axis, and
/// even less along the second, so that it is on no edge.
int moved_side(const Vec<double, 3>& a, const Vec<double, 3>& b, const Vec<double, 3>& p) {
  if (const int side = side_of_line(a, b, p)) return side;
  if (a[1] != b[1]) return b[1] > a[1] ? -1 : 1;
  return b[0] > a[0] ? 1 : -1;
}

/// Whether a point is on a triangle; exact if the triangle is parallel to an axis.
bool is_on(const WallPiece<3>& piece, const Vec<double, 3>& p) {
  if (!in_box(piece, p)) return false;
  const Vec<double, 3>&a = piece.corner[0], &b = piece.corner[1], &c = piece.corner[2];
  Vec<double, 3> normal;
  for (int k = 0; k < 3; ++k) {
    const int x = (k + 1) % 3, y = (k + 2) % 3;
    normal[k] = (b[x] - a[x]) * (c[y] - a[y]) - (b[y] - a[y]) * (c[x] - a[x]);
  }
  if (normal[0] * (p[0] - a[0]) + normal[1] * (p[1] - a[1]) + normal[2] * (p[2] - a[2]) != 0.0) return false;
  int k = 0;
  for (const int axis : {1, 2})
    if (std::fabs(normal[axis]) > std::fabs(normal[k])) k = axis;
  const int x = (k + 1) % 3, y = (k + 2) % 3;
  const int ab = side_of_line(a, b, p, x, y), bc = side_of_line(b, c, p, x, y),
            ca = side_of_line(c, a, p, x, y);
  return ab * bc >= 0 && bc * ca >= 0 && ca * ab >= 0;
}

/// Whether a ray along the last axis meets the triangle.
Meets meets(const WallPiece<3>& piece, const Vec<double, 3>& p) {
  if (is_on(piece, p)) return Meets::kTouches;
  const Vec<double, 3>&a = piece.corner[0], &b = piece.corner[1], &c = piece.corner[2];
  const int ab = moved_side(a, b, p), bc = moved_side(b, c, p), ca = moved_side(c, a, p);
  if (ab != bc || bc != ca) return Meets::kMisses;
  // Height of the triangle above the point, interpolated between its corners.
  const auto twice_area = [&](const Vec<double, 3>& s, const Vec<double, 3>& t) {
    return std::fabs((s[0] - p[0]) * (t[1] - p[1]) - (s[1] - p[1]) * (t[0] - p[0]));
  };
  const double of_a = twice_area(b, c), of_b = twice_area(c, a), of_c = twice_area(a, b),
               all = of_a + of_b + of_c;
  const double height = all > 0.0 ? (of_a * a[2] + of_b * b[2] + of_c * c[2]) / all : a[2];
  return height > p[2] ? Meets::kCrosses : Meets::kMisses;
}

/// The pieces sorted by their position on the axes across the ray: rows in two dimensions, columns of cells in three.
template <int D>
class Table : public WallRoom::Lines {
 public:
  explicit Table(const Scenario& scenario) {
    KeptWalls<D> kept;
    for (const WallPiece<D>& piece : kept.pieces_of(scenario))
      if (is_closed(scenario.walls[piece.wall])) pieces_.push_back(piece);
    std::sort(pieces_.begin(), pieces_.end(),
              [](const WallPiece<D>& a, const WallPiece<D>& b) { return part_of(a) < part_of(b); });
    for (uint32_t wall = 0; wall < scenario.walls.size(); ++wall)
      if (scenario.walls[wall].side == WallSide::kInside) within_.push_back(wall);
    find_box();
    // The grid has as many cells as pieces, or fewer if the pieces are long.
    for (cells_ = D == 2 ? 4 * static_cast<int64_t>(pieces_.size()) : whole_root(pieces_.size());;
         cells_ = cells_ / 2) {
      cells_ = std::clamp<int64_t>(cells_, 1, D == 2 ? 65536 : 1024);
      if (cells_ == 1 || count_entries() <= 32 * pieces_.size() + 1024) break;
    }
    fill();
    find_hollows();
  }

  std::optional<size_t> wall_against(std::span<const double> place, OnWall on_wall) const override {
    Vec<double, D> p;
    for (int k = 0; k < D; ++k) p[k] = static_cast<double>(static_cast<float>(place[static_cast<size_t>(k)]));
    // Entries of a cell, and walls with side inside, are both in the order of walls.
    auto wanted = within_.begin();
    const auto [begin, end] = entries_at(p);
    for (size_t k = begin; k < end;) {
      const uint32_t wall = pieces_[entries_[k]].wall;
      int solids = 0;  // solid parts around the point minus hollows around it; not 0: inside
      bool touches = false;
      while (k < end && pieces_[entries_[k]].wall == wall) {
        const uint32_t piece = entries_[k];
        const Within within = within_part(k, end, p);
        touches = touches || within == Within::kOn;
        if (within == Within::kInside) solids += hollow_[piece] ? -1 : 1;
      }
      const bool inside = solids != 0;
      if (wanted != within_.end() && *wanted < wall) return *wanted;  // the wall has no piece near the point
      const bool keeps_in = wanted != within_.end() && *wanted == wall;
      wanted += keeps_in ? 1 : 0;
      if (touches ? on_wall == OnWall::kRefused : inside != keeps_in) return wall;
    }
    if (wanted != within_.end()) return *wanted;
    return {};
  }

 private:
  static constexpr int kFirst = D == 2 ? 1 : 0;  // first of the axes across the ray
  enum class Within : uint8_t { kOutside, kInside, kOn };

  static std::pair<uint32_t, uint32_t> part_of(const WallPiece<D>& piece) { return {piece.wall, piece.part}; }

  /// Position of a point relative to one part, whose first entry is k; sets k to the first entry of the next part.
  Within within_part(size_t& k, size_t end, const Vec<double, D>& p) const {
    const auto part = part_of(pieces_[entries_[k]]);
    bool inside = false, touches = false;
    for (; k < end && part_of(pieces_[entries_[k]]) == part; ++k) {
      const Meets met = meets(pieces_[entries_[k]], p);
      touches = touches || met == Meets::kTouches;
      inside = inside != (met == Meets::kCrosses);
    }
    return touches ? Within::kOn : inside ? Within::kInside : Within::kOutside;
  }

  /// Other parts of the wall of `piece` that contain the midpoint of a and b, or touch it.
  std::vector<uint32_t> parts_around(const WallPiece<D>& piece, const Vec<double, D>& a,
                                     const Vec<double, D>& b) const {
    Vec<double, D> p;
    for (int k = 0; k < D; ++k) p[k] = static_cast<double>(static_cast<float>(0.5 * (a[k] + b[k])));
    std::vector<uint32_t> parts;
    const auto [begin, end] = entries_at(p);
    for (size_t k = begin; k < end;) {
      const WallPiece<D>& met = pieces_[entries_[k]];
      if (within_part(k, end, p) == Within::kOutside) continue;
      if (met.wall == piece.wall && met.part != piece.part) parts.push_back(met.part);
    }
    return parts;
  }

  /// Finds hollows: a part is a hollow if all its corners and midpoints of edges are inside an odd number of other
  /// parts. Overlapping parts are not inside each other, so they form one solid.
  void find_hollows() {
    for (size_t k = 0; k < pieces_.size();) {
      const WallPiece<D>& first = pieces_[k];
      std::vector<uint32_t> around = parts_around(first, first.corner[0], first.corner[0]);
      for (; k < pieces_.size() && part_of(pieces_[k]) == part_of(first); ++k) {
        for (int c = 0; c < D * D && !around.empty(); ++c) {  // (a + a) / 2 is the corner a
          const auto there = parts_around(first, pieces_[k].corner[c / D], pieces_[k].corner[c % D]);
          std::erase_if(around, [&](uint32_t one) {
            return std::find(there.begin(), there.end(), one) == there.end();
          });
        }
      }
      hollow_.resize(k, around.size() % 2 != 0);
    }
  }

  static int64_t whole_root(size_t count) {
    return static_cast<int64_t>(std::sqrt(static_cast<double>(count)));
  }

  void find_box() {
    for (int k = 0; k < D - 1; ++k) {
      low_[k] = high_[k] = pieces_.front().corner[0][kFirst + k];
      for (const WallPiece<D>& piece : pieces_) {
        for (const Vec<double, D>& corner : piece.corner) {
          low_[k] = std::min(low_[k], corner[kFirst + k]);
          high_[k] = std::max(high_[k], corner[kFirst + k]);
        }
      }
    }
  }
  int64_t cell(double x, int k) const {
    const double span = high_[k] - low_[k];
    return span > 0.0
               ? std::clamp<int64_t>(static_cast<int64_t>((x - low_[k]) / span * static_cast<double>(cells_)),
                                     0, cells_ - 1)
               : 0;
  }
  struct Cells {
    int64_t from[2], to[2];
  };
  Cells cells_of(const WallPiece<D>& piece) const {
    Cells cells{};
    for (int k = 0; k < D - 1; ++k) {
      double low = piece.corner[0][kFirst + k], high = low;
      for (const Vec<double, D>& corner : piece.corner) {
        low = std::min(low, corner[kFirst + k]);
        high = std::max(high, corner[kFirst + k]);
      }
      cells.from[k] = cell(low, k);
      cells.to[k] = cell(high, k);
    }
    return cells;
  }
  size_t count_entries() const {
    size_t count = 0;
    for (const WallPiece<D>& piece : pieces_) {
      const Cells cells = cells_of(piece);
      count += static_cast<size_t>((cells.to[0] - cells.from[0] + 1) * (cells.to[1] - cells.from[1] + 1));
    }
    return count;
  }
  template <class Take>
  void each_entry(const Take& take) const {
    for (uint32_t k = 0; k < pieces_.size(); ++k) {
      const Cells cells = cells_of(pieces_[k]);
      for (int64_t j = cells.from[1]; j <= cells.to[1]; ++j)
        for (int64_t i = cells.from[0]; i <= cells.to[0]; ++i) take(static_cast<size_t>(j * cells_ + i), k);
    }
  }
  void fill() {
    first_.assign(static_cast<size_t>(D == 2 ? cells_ : cells_ * cells_) + 1, 0);
    each_entry([this](size_t cell, uint32_t) { ++first_[cell + 1]; });
    for (size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
    entries_.resize(first_.back());
    std::vector<size_t> next = first_;
    each_entry([&](size_t cell, uint32_t piece) { entries_[next[cell]++] = piece; });
  }
  std::pair<size_t, size_t> entries_at(const Vec<double, D>& p) const {
    for (int k = 0; k < D - 1; ++k)
      if (!(p[kFirst + k] >= low_[k] && p[kFirst + k] <= high_[k])) return {0, 0};
    const int64_t at = cell(p[kFirst], 0) + (D == 2 ? 0 : cell(p[kFirst + D - 2], 1) * cells_);
    return {first_[static_cast<size_t>(at)], first_[static_cast<size_t>(at) + 1]};
  }

  std::vector<WallPiece<D>> pieces_;
  std::vector<bool> hollow_;      // whether the part of each piece is a hollow
  std::vector<uint32_t> within_;  // walls with side inside
  double low_[2] = {}, high_[2] = {};
  int64_t cells_ = 1;  // number of cells on each axis across the ray
  std::vector<size_t> first_;
  std::vector<uint32_t> entries_;
};

}  // namespace

bool has_closed_walls(const Scenario& scenario) {
  return std::any_of(scenario.walls.begin(), scenario.walls.end(), is_closed);
}

WallRoom::WallRoom(const Scenario& scenario) {
  if (!has_closed_walls(scenario)) return;
  if (scenario.dimensions() == 3)
    lines_ = std::make_shared<const Table<3>>(scenario);
  else
    lines_ = std::make_shared<const Table<2>>(scenario);
}

std::optional<size_t> WallRoom::wall_against(std::span<const double> place, OnWall on_wall) const {
  return empty() ? std::nullopt : lines_->wall_against(place, on_wall);
}

const WallRoom& KeptRoom::room_of(const Scenario& scenario) {
  if (WallsKey key = walls_key(scenario); key != key_) {
    room_ = WallRoom(scenario);
    key_ = std::move(key);
  }
  return room_;
}

std::string room_fault(const Scenario& scenario, size_t wall) {
  const bool within = scenario.walls[wall].side == WallSide::kInside;
  return fmt::format("is {} wall[{}]; allowed: {}", within ? "outside" : "inside", wall,
                     within ? "inside of it" : "outside of it");
}

}  // namespace murmur

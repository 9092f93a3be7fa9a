#include "sim/walls/outlines.h"

#include <algorithm>
#include <cmath>

#include "sim/walls/crossings.h"
#include "sim/walls/simplify.h"

namespace murmur {
namespace {

constexpr double kHalf = 127.5;

struct Pixel {
  int x, y;
};
Pixel operator+(Pixel a, Pixel b) { return {a.x + b.x, a.y + b.y}; }
Pixel operator-(Pixel a, Pixel b) { return {a.x - b.x, a.y - b.y}; }

/// Marching squares: walks between dark and light pixels. Border pixels are extended by one pixel, and points beyond
/// the border are moved to it, so that dark areas fill the corners of the picture.
class Walk {
 public:
  explicit Walk(const Picture& picture)
      : picture_(picture),
        seen_(static_cast<size_t>(picture.rows + 2) * static_cast<size_t>(picture.columns + 2)) {}

  /// Whether an outline begins to the left of this dark pixel, which has a light one on its left, and was not walked yet.
  bool begins(Pixel p) const { return dark(p) && !dark({p.x - 1, p.y}) && !seen_[index(p)]; }

  Outline from(const Pixel start) {
    Outline outline;
    Pixel inner = start, outer = {start.x - 1, start.y};
    do {
      const Pixel across = inner - outer, ahead = {across.y, -across.x};
      if (across.x == 1) seen_[index(inner)] = true;
      const double t = (kHalf - light(inner)) / (light(outer) - light(inner));
      const Vec<double, 2> corner{
          std::clamp(inner.x + 0.5 - t * across.x, 0.0, static_cast<double>(picture_.columns)),
          std::clamp(inner.y + 0.5 - t * across.y, 0.0, static_cast<double>(picture_.rows))};
      if (outline.empty() || !same(outline.back(), corner)) outline.push_back(corner);
      if (dark(outer + ahead))
        inner = outer + ahead;
      else if (dark(inner + ahead))
        inner = inner + ahead, outer = outer + ahead;
      else
        outer = inner + ahead;
    } while (inner.x != start.x || inner.y != start.y || outer.x != start.x - 1 || outer.y != start.y);
    while (outline.size() > 1 && same(outline.back(), outline.front())) outline.pop_back();
    return outline;
  }

 private:
  static bool same(const Vec<double, 2>& a, const Vec<double, 2>& b) { return a[0] == b[0] && a[1] == b[1]; }
  bool dark(Pixel p) const { return light(p) < kHalf; }
  size_t index(Pixel p) const {
    return static_cast<size_t>(p.y + 1) * static_cast<size_t>(picture_.columns + 2) +
           static_cast<size_t>(p.x + 1);
  }
  double light(Pixel p) const {
    if (p.x < -1 || p.y < -1 || p.x > picture_.columns || p.y > picture_.rows) return 255.0;
    const int x = std::clamp(p.x, 0, picture_.columns - 1), y = std::clamp(p.y, 0, picture_.rows - 1);
    return picture_
        .light[static_cast<size_t>(y) * static_cast<size_t>(picture_.columns) + static_cast<size_t>(x)];
  }

  const Picture& picture_;
  std::vector<bool> seen_;  // whether an outline to the left of the pixel was walked
};

/// An outline with fewer corners: those that Douglas and Peucker's method keeps, and those that keep outlines apart.
class Simplified {
 public:
  explicit Simplified(Outline outline) : outline_(std::move(outline)), kept_(outline_.size()) {
    const auto before = [](const Vec<double, 2>& a, const Vec<double, 2>& b) {
      return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
    };
    const auto [first, last] = std::minmax_element(outline_.begin(), outline_.end(), before);
    const size_t a = static_cast<size_t>(first - outline_.begin()),
                 b = static_cast<size_t>(last - outline_.begin());
    kept_[a] = kept_[b] = true;
    split(a, b);
    split(b, a);
    if (corners().size() == 2) {  // the outline is thinner than the allowed error
      keep_between(a, b);
      keep_between(b, a);
    }
  }

  /// Indices of the kept corners, in order.
  std::vector<uint32_t> corners() const {
    std::vector<uint32_t> corners;
    for (size_t k = 0; k < kept_.size(); ++k)
      if (kept_[k]) corners.push_back(static_cast<uint32_t>(k));
    return corners;
  }
  const Vec<double, 2>& at(size_t k) const { return outline_[k]; }
  /// Keeps the corner between a and b that is farthest from the line between them. False: there is none.
  bool keep_between(size_t a, size_t b) {
    const auto [corner, away] = farthest_between(a, end(a, b), [this](size_t k) { return around(k); });
    if (corner == a) return false;
    kept_[corner % kept_.size()] = true;
    return true;
  }

 private:
  // Index of the end b, counted beyond the last corner if b is before a: outlines are closed.
  size_t end(size_t a, size_t b) const { return b > a ? b : b + outline_.size(); }
  const Vec<double, 2>& around(size_t k) const { return outline_[k % outline_.size()]; }
  void split(size_t a, size_t b) {
    simplify(
        a, end(a, b), kOutlineError, [this](size_t k) { return around(k); },
        [this](size_t k) { kept_[k % kept_.size()] = true; });
  }

  Outline outline_;
  std::vector<bool> kept_;
};

/// A side of a simplified outline.
struct Side {
  uint32_t outline, from, to;  ///< index of the outline, and of the corners at both ends
};

/// Keeps more corners where simplified outlines meet, until no two outlines meet.
void keep_apart(std::vector<Simplified>& outlines) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<Side> sides;
    std::vector<WallPiece<2>> pieces;
    for (uint32_t k = 0; k < outlines.size(); ++k) {
      const std::vector<uint32_t> corners = outlines[k].corners();
      for (size_t i = 0; i < corners.size(); ++i) {
        const uint32_t from = corners[i], to = corners[i + 1 == corners.size() ? 0 : i + 1];
        sides.push_back({k, from, to});
        WallPiece<2> piece{{outlines[k].at(from), outlines[k].at(to)}, 0};
        for (auto& corner : piece.corner)
          for (double& x : corner.c) x = static_cast<double>(static_cast<float>(x));
        pieces.push_back(piece);
      }
    }
    each_near_pair(pieces, [&](size_t i, size_t j) {
      const Side &a = sides[i], &b = sides[j];
      const bool joined = a.outline == b.outline && (a.to == b.from || b.to == a.from);
      if (joined || !segments_meet(pieces[i], pieces[j])) return true;
      const bool more_of_a = outlines[a.outline].keep_between(a.from, a.to);
      const bool more_of_b = outlines[b.outline].keep_between(b.from, b.to);
      changed = changed || more_of_a || more_of_b;
      return true;
    });
  }
}

}  // namespace

std::vector<Outline> dark_outlines(const Picture& picture, size_t most) {
  Walk walk(picture);
  std::vector<Simplified> simplified;
  size_t count = 0;
  for (int y = -1; y <= picture.rows && count <= most; ++y) {
    for (int x = -1; x <= picture.columns && count <= most; ++x) {
      if (!walk.begins({x, y})) continue;
      simplified.emplace_back(walk.from({x, y}));
      count += simplified.back().corners().size();
    }
  }
  if (count <= most) keep_apart(simplified);
  std::vector<Outline> outlines;
  for (const Simplified& one : simplified) {
    outlines.emplace_back();
    for (const uint32_t corner : one.corners()) outlines.back().push_back(one.at(corner));
  }
  return outlines;
}

}  // namespace murmur

#include "sim/backends/wall_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/model.h"
#include "sim/backends/round_table.h"

namespace murmur {
namespace {

constexpr double kSkin =
    1.0 / (1 << 19);  ///< relative to the largest coordinate: 32 units in the last place of a float

/// A bounding box of points.
template <int D>
struct Box {
  Vec<double, D> low, high;
  Box() {
    for (int k = 0; k < D; ++k) {
      low[k] = std::numeric_limits<double>::infinity();
      high[k] = -low[k];
    }
  }
  void add(const Vec<double, D>& p, double reach) {
    for (int k = 0; k < D; ++k) {
      low[k] = std::min(low[k], p[k] - reach);
      high[k] = std::max(high[k], p[k] + reach);
    }
  }
  double side() const {
    double side = 0.0;
    for (int k = 0; k < D; ++k) side = std::max(side, high[k] - low[k]);
    return side;
  }
};

Vec<double, 2> normal_of(const Vec<double, 2> (&corner)[2]) {
  const Vec<double, 2> along = corner[1] - corner[0];
  return {{-along[1], along[0]}};
}
Vec<double, 3> normal_of(const Vec<double, 3> (&corner)[3]) {
  const Vec<double, 3> a = corner[1] - corner[0], b = corner[2] - corner[0];
  return {{a[2] * b[1] - a[1] * b[2], a[0] * b[2] - a[2] * b[0], a[1] * b[0] - a[0] * b[1]}};
}

/// The largest speed limit of any boid in the scenario.
double fastest(const Scenario& scenario) {
  double fastest = scenario.rules.max_speed;
  for (const Scenario::Species& own : scenario.species)
    fastest = std::max(fastest, own.max_speed.value_or(0.0));
  return fastest;
}

/// Longest path of a boid in one step [world units], except after an event.
double longest_way(const Scenario& scenario) { return fastest(scenario) * scenario.rules.time_step; }

template <int D>
double extent_of(const std::vector<WallPiece<D>>& pieces) {
  Box<D> box;
  for (const WallPiece<D>& piece : pieces)
    for (const auto& corner : piece.corner) box.add(corner, 0.0);
  return box.side();
}

/// Largest distance along an axis to the nearest image of a wall or neighbour: half the longest side of a wrapped
/// world that contains all walls, otherwise infinite.
template <int D>
double farthest_image(const Scenario& scenario, const std::vector<WallPiece<D>>& pieces) {
  const std::vector<double>& size = scenario.world.size;
  bool wraps = scenario.world.boundary == Boundary::kWrap && scenario.world.metric == Metric::kWrapped;
  for (const WallPiece<D>& piece : pieces)
    for (const auto& corner : piece.corner)
      for (int k = 0; k < D; ++k)
        wraps = wraps && corner[k] >= 0.0 && corner[k] <= size[static_cast<size_t>(k)];
  return wraps ? *std::max_element(size.begin(), size.end()) / 2 : std::numeric_limits<double>::infinity();
}

/// Distance at which a wall acts on boids. With a look-ahead path, which may leave the world, any image of the wall counts.
double reach_of(const WallRules<double>& wall, double speed, double radius, double farthest) {
  const double seen = wall.blocks_view ? std::min(radius, farthest) : 0.0;
  switch (wall.avoid) {
    case Avoid::kPush:
      return std::max(std::min(wall.radius, farthest), seen);
    case Avoid::kLookAhead:
      return std::max(wall.radius + wall.look_ahead * speed, seen);
    case Avoid::kNone:
      break;
  }
  return seen;
}

/// A grid of cubic cells over a box, which finds the cells near a wall piece.
template <int D>
class Cells {
 public:
  Cells(const Box<D>& box, double size) : low_(box.low), size_(size) {
    for (int k = 0; k < D; ++k)
      count_[k] = std::max<int64_t>(1, static_cast<int64_t>(std::ceil((box.high[k] - box.low[k]) / size)));
  }
  int64_t count(int axis) const { return count_[axis]; }
  double size() const { return size_; }
  double all() const {
    double all = 1.0;
    for (int k = 0; k < D; ++k) all *= static_cast<double>(count_[k]);
    return all;
  }

  /// Calls visit(cell) for each cell within `reach`, along every axis, of the piece moved by `shift`.
  template <class Visit>
  void each_near(const WallPiece<D>& piece, const Vec<double, D>& normal, const Vec<double, D>& shift,
                 double reach, const Visit& visit) const {
    Box<D> box;
    for (const auto& corner : piece.corner) box.add(corner + shift, reach);
    int64_t from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
    for (int k = 0; k < D; ++k) {
      const double first = std::floor((box.low[k] - low_[k]) / size_),
                   last = std::floor((box.high[k] - low_[k]) / size_),
                   most = static_cast<double>(count_[k] - 1);
      if (last < 0.0 || first > most) return;
      from[k] = static_cast<int64_t>(std::max(first, 0.0));
      to[k] = static_cast<int64_t>(std::min(last, most));
    }
    double across = 0.0;
    for (int k = 0; k < D; ++k) across += std::fabs(normal[k]);
    const double far = across * (size_ / 2 + reach) * (1.0 + 1e-9);
    for (int64_t z = from[2]; z <= to[2]; ++z) {
      for (int64_t y = from[1]; y <= to[1]; ++y) {
        for (int64_t x = from[0]; x <= to[0]; ++x) {
          const int64_t at[3] = {x, y, z};
          double height = 0.0;
          for (int k = 0; k < D; ++k)
            height += normal[k] *
                      (low_[k] + (static_cast<double>(at[k]) + 0.5) * size_ - piece.corner[0][k] - shift[k]);
          if (std::fabs(height) > far) continue;
          int64_t cell = 0;
          for (int k = D - 1; k >= 0; --k) cell = cell * count_[k] + at[k];
          visit(cell);
        }
      }
    }
  }

 private:
  Vec<double, D> low_;
  double size_;
  int64_t count_[D];
};

/// Makes the grid of cells for one set of wall pieces.
template <int D>
class GridMaker {
 public:
  GridMaker(const Scenario& scenario, const std::vector<WallPiece<D>>& pieces, double part, double skin,
            const std::vector<double>& reaches)
      : pieces_(pieces) {
    world_.world = to_vec<double, D>(scenario.world.size);
    const bool wrapped = scenario.world.metric == Metric::kWrapped;
    double largest = 0.0;
    for (const double reach : reaches) largest = std::max(largest, reach);
    images_ = wrapped && largest > 0.0 ? (D == 2 ? 9 : 27) : 1;
    for (const WallPiece<D>& piece : pieces) {
      // Rounding shortens a cell's side by less than the skin.
      reaches_.push_back(std::max(part, reaches[piece.wall]) * (1.0 + 1e-6) + skin);
      normals_.push_back(normal_of(piece.corner));
      const double length = std::sqrt(dot(normals_.back(), normals_.back()));
      normals_.back() = normals_.back() / length;
      for (const auto& corner : piece.corner) box_.add(corner, reaches_.back());
    }
    if (images_ > 1)
      for (int k = 0; k < D; ++k) {
        box_.low[k] = std::min(box_.low[k], 0.0);
        box_.high[k] = std::max(box_.high[k], scenario.world.size[static_cast<size_t>(k)]);
      }
    const double extent = box_.side();
    const double most_cells = 65536.0 + 4.0 * static_cast<double>(pieces.size()),
                 most_entries = 1048576.0 + 32.0 * static_cast<double>(pieces.size());
    double size = std::max(part / 2, extent / (D == 2 ? 4096 : 512));
    while (Cells<D>(box_, size).all() > most_cells) size *= 1.25;
    while (size < extent && entries(Cells<D>(box_, size), most_entries) > most_entries) size *= 1.25;
    size_ = size;
  }

  Cells<D> cells() const { return Cells<D>(box_, size_); }
  const Box<D>& box() const { return box_; }
  const Vec<double, D>& normal(size_t piece) const { return normals_[piece]; }

  /// Calls visit(cell, entry) in the order of entries.
  template <class Visit>
  void each(const Cells<D>& cells, const Visit& visit) const {
    for (size_t k = 0; k < pieces_.size(); ++k) {
      for (int image = 0; image < images_; ++image) {
        const auto number = static_cast<uint32_t>(images_ == 1 ? NearFacet::kItself
                                                  : D == 2     ? image * 3 + 1
                                                               : image);
        const Vec<double, D> shift = shift_of_image(world_, number);
        const NearFacet entry = NearFacet::of(static_cast<uint32_t>(k), number);
        cells.each_near(pieces_[k], normals_[k], shift, reaches_[k],
                        [&](int64_t cell) { return visit(cell, entry); });
      }
    }
  }

 private:
  /// Number of entries for cells of this size; counting stops above `most`.
  double entries(const Cells<D>& cells, double most) const {
    double count = 0.0;
    for (size_t k = 0; k < pieces_.size() && count <= most; ++k)  // ignores images, of which few are near
      cells.each_near(pieces_[k], normals_[k], Vec<double, D>{}, reaches_[k], [&](int64_t) { ++count; });
    return count;
  }

  Walls<double, D> world_;  // has only the sizes of the world, no facets
  const std::vector<WallPiece<D>>& pieces_;
  int images_ = 1;
  std::vector<double> reaches_;
  std::vector<Vec<double, D>> normals_;
  Box<D> box_;
  double size_ = 1.0;
};

/// All numbers besides the pieces that the wall grid depends on; equal numbers mean an equal grid.
std::vector<double> grid_key(const Scenario& scenario, std::vector<double> reaches) {
  reaches.push_back(longest_way(scenario));
  reaches.push_back(scenario.world.metric == Metric::kWrapped ? 1.0 : 0.0);
  reaches.insert(reaches.end(), scenario.world.size.begin(), scenario.world.size.end());
  return reaches;
}

/// The largest coordinate of the world and its walls.
template <int D>
double largest_coordinate(const Scenario& scenario, const std::vector<WallPiece<D>>& pieces) {
  double largest = *std::max_element(scenario.world.size.begin(), scenario.world.size.end());
  for (const WallPiece<D>& piece : pieces)
    for (const auto& corner : piece.corner)
      for (int k = 0; k < D; ++k) largest = std::max(largest, std::fabs(corner[k]));
  return largest;
}

template <class T, int D>
void fill_facets(const std::vector<WallPiece<D>>& pieces, const GridMaker<D>& maker,
                 WallArrays<T, D>& arrays) {
  arrays.facets.clear();
  arrays.wall_of.clear();
  for (size_t k = 0; k < pieces.size(); ++k) {
    Facet<T, D>& facet = arrays.facets.emplace_back();
    for (int axis = 0; axis < D; ++axis) {
      for (int corner = 0; corner < D; ++corner)
        facet.corner[corner][axis] = static_cast<T>(pieces[k].corner[corner][axis]);
      facet.normal[axis] = static_cast<T>(maker.normal(k)[axis]);
    }
    arrays.wall_of.push_back(pieces[k].wall);
  }
}

/// Sorts the entries by cell: counts them, then places them.
template <class T, int D>
void fill_cells(const GridMaker<D>& maker, WallArrays<T, D>& arrays) {
  const Cells<D> cells = maker.cells();
  std::vector<uint32_t>& starts = arrays.starts;
  starts.assign(static_cast<size_t>(cells.all()) + 1, 0);
  maker.each(cells, [&](int64_t cell, NearFacet) { ++starts[static_cast<size_t>(cell) + 1]; });
  for (size_t cell = 1; cell < starts.size(); ++cell) starts[cell] += starts[cell - 1];
  arrays.near.resize(starts.back());
  std::vector<uint32_t> next(starts.begin(), starts.end() - 1);
  maker.each(cells,
             [&](int64_t cell, NearFacet entry) { arrays.near[next[static_cast<size_t>(cell)]++] = entry; });
  for (int k = 0; k < D; ++k) {
    const double low = maker.box().low[k];
    arrays.grid.low[k] = static_cast<T>(low);
    arrays.grid.high[k] = static_cast<T>(low + static_cast<double>(cells.count(k)) * cells.size());
    arrays.grid.count[k] = static_cast<int32_t>(cells.count(k));
  }
  arrays.grid.cells_per_length = static_cast<T>(1.0 / cells.size());
}

}  // namespace

template <class T, int D>
Walls<T, D> make_walls(const Scenario& scenario, WallArrays<T, D>& arrays) {
  if (scenario.walls.empty()) {
    arrays = {};
    return {};
  }
  return make_walls(scenario, arrays.pieces.pieces_of(scenario), arrays);
}

template <class T, int D>
Walls<T, D> make_walls(const Scenario& scenario, const std::vector<WallPiece<D>>& pieces,
                       WallArrays<T, D>& arrays) {
  if (pieces.empty()) return {};
  const double farthest = farthest_image(scenario, pieces);
  std::vector<double> reaches;
  bool avoided = false;
  arrays.rules.clear();
  for (const Scenario::Wall& wall : scenario.walls) {
    reaches.push_back(reach_of(wall, fastest(scenario), scenario.rules.radius, farthest));
    avoided = avoided || wall.avoid != Avoid::kNone;
    round_table(static_cast<const WallRules<double>&>(wall), arrays.rules.emplace_back());
  }
  if (std::vector<double> key = grid_key(scenario, reaches);
      &pieces != arrays.made_of || key != arrays.made_with) {
    const double largest = largest_coordinate(scenario, pieces), skin = largest * kSkin;
    // A move of one step is divided into parts only if walls are so dense that their lists would be long otherwise.
    const double spacing = extent_of(pieces) / std::sqrt(static_cast<double>(pieces.size()) + 1.0);
    const double part =
        std::clamp(longest_way(scenario) * 1.01, largest / 4096, std::max(spacing, largest / 4096));
    const GridMaker<D> maker(scenario, pieces, part, skin, reaches);
    arrays.grid = {};
    fill_facets(pieces, maker, arrays);
    fill_cells(maker, arrays);
    arrays.grid.world = to_vec<T, D>(scenario.world.size);
    arrays.grid.part = static_cast<T>(part);
    arrays.grid.skin = static_cast<T>(skin);
    arrays.made_of = &pieces;
    arrays.made_with = std::move(key);
  }
  Walls<T, D> walls = arrays.grid;
  walls.facets = view_of(arrays.facets);
  walls.wall_of = view_of(arrays.wall_of);
  walls.rules = view_of(arrays.rules);
  walls.starts = view_of(arrays.starts);
  walls.near = view_of(arrays.near);
  walls.avoided = avoided;
  return walls;
}

#define MURMUR_INSTANTIATE(T, D)                                             \
  template Walls<T, D> make_walls<T, D>(const Scenario&, WallArrays<T, D>&); \
  template Walls<T, D> make_walls<T, D>(const Scenario&, const std::vector<WallPiece<D>>&, WallArrays<T, D>&);
MURMUR_INSTANTIATE(float, 2)
MURMUR_INSTANTIATE(float, 3)
MURMUR_INSTANTIATE(double, 2)
MURMUR_INSTANTIATE(double, 3)
#undef MURMUR_INSTANTIATE

}  // namespace murmur

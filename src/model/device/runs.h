// The runs of candidates of one boid, for update kernels that visit all its runs in one loop
// (model/device/steer_runs.h): the same cells in the same order as search_around (model/visit.inl), without columns
// of a row that are out of the boid's reach. Not for Images::kChecked.
#pragma once

#include <cstdint>

#include "model/cells.h"
#include "model/model.h"

namespace murmur {

/// Bounds for the trimming of rows, computed once per grid on the host. The slacks are far above the rounding of
/// positions, shifts and cell coordinates, so that no neighbour is lost; in a world of a million R or more they
/// exceed R, and no row is trimmed.
template <int D>
struct RunBounds {
  float reach_squared;  ///< exceeds every |d|^2 that passes the test with R
  float reach;
  float slack[D];  ///< tolerance for rounding [world units]
  float cell[D];   ///< size of a cell [world units]
};

template <int D>
RunBounds<D> make_run_bounds(const World<float, D>& world, const CellGrid<float, D>& grid,
                             float radius_squared) {
  RunBounds<D> bounds;
  bounds.reach_squared = radius_squared * 1.0001f;
  bounds.reach = square_root(bounds.reach_squared);
  for (int k = 0; k < D; ++k) {
    bounds.slack[k] = world.size[k] * 0x1p-19f;
    bounds.cell[k] = world.size[k] / static_cast<float>(grid.count[k]);
  }
  return bounds;
}

/// Image shift of a run as two bits per axis: 0 none, 1 +W, 2 -W.
MURMUR_HD inline uint32_t shift_code(int32_t image, int32_t real) {
  return image == real ? 0u : image > real ? 1u : 2u;
}
template <int D>
MURMUR_HD inline Vec<float, D> shift_of(const World<float, D>& world, uint32_t code) {
  Vec<float, D> shift;
  for (int k = 0; k < D; ++k) {
    const uint32_t digit = code >> (2 * k) & 3;
    shift[k] = digit == 0 ? 0.0f : digit == 1 ? world.size[k] : 0.0f - world.size[k];
  }
  return shift;
}

/// Largest number of runs of a boid if a cell reaches one row and layer further: one for each row, two in a wrapped
/// world, and one more because the boid itself splits its row.
template <int D, Images I>
constexpr int kMostRuns = (D == 3 ? 9 : 3) * (I == Images::kUnique ? 2 : 1) + 1;

/// Least distance on an axis to the cells at `offset` from the boid's cell.
template <int D>
MURMUR_HD inline float distance_to_cells(const RunBounds<D>& bounds, int axis, float p, int32_t cell,
                                         int32_t offset) {
  const float edge = static_cast<float>(offset > 0 ? cell + offset : cell + offset + 1) * bounds.cell[axis];
  const float distance = (offset > 0 ? edge - p : p - edge) - bounds.slack[axis];
  return offset != 0 && distance > 0.0f ? distance : 0.0f;
}

/// Whether visit_runs() must handle the world's borders for a boid at p.
template <int D>
MURMUR_HD inline bool is_at_border(const CellGrid<float, D>& grid, const Vec<float, D>& p) {
  bool at_border = false;
  for (int k = 0; k < D; ++k) {
    const int32_t cell = grid.coordinate(k, p[k]);
    at_border |=
        cell < grid.reach[k] || cell >= grid.count[k] - grid.reach[k] || (k > 0 && grid.reach[k] != 1);
  }
  return at_border;
}

/// Calls sink(begin, end, shift code) for each non-empty run of the boid at sorted index `own`. kInside: no cell
/// within reach is beyond a border, and rows and layers reach one further.
template <int D, Images I, bool kInside = false, class Sink>
MURMUR_INLINE void visit_runs(const CellGrid<float, D>& grid, const uint32_t* starts,
                              const RunBounds<D>& bounds, const Vec<float, D>& p, uint32_t own,
                              const Sink& sink) {
  static_assert(I != Images::kChecked);
  constexpr bool kWrapped = I == Images::kUnique && !kInside, kCut = I == Images::kNone && !kInside;
  const int32_t columns = grid.count[0], rows = grid.count[1];
  const int32_t column = grid.coordinate(0, p[0]), row = grid.coordinate(1, p[1]);
  int32_t layer = 0, layer_reach = 0;
  if constexpr (D == 3) {
    layer = grid.coordinate(2, p[2]);
    layer_reach = kInside ? 1 : grid.reach[2];
  }
  const int32_t row_reach = kInside ? 1 : grid.reach[1];
  for (int32_t up = -layer_reach; up <= layer_reach; ++up) {
    float left_square = bounds.reach_squared;
    int32_t base_row = 0;
    uint32_t layer_code = 0;
    if constexpr (D == 3) {
      const int32_t count = grid.count[2], image = layer + up;
      if (kCut && (image < 0 || image >= count)) continue;
      const int32_t real = !kWrapped        ? image
                           : image < 0      ? image + count
                           : image >= count ? image - count
                                            : image;
      base_row = rows * real;
      layer_code = shift_code(image, real) << 4;
      const float distance = distance_to_cells(bounds, 2, p[2], layer, up);
      left_square = left_square - distance * distance;
    }
    for (int32_t over = -row_reach; over <= row_reach; ++over) {
      const int32_t image = row + over;
      if (kCut && (image < 0 || image >= rows)) continue;
      const int32_t real_row = !kWrapped       ? image
                               : image < 0     ? image + rows
                               : image >= rows ? image - rows
                                               : image;
      const float distance = distance_to_cells(bounds, 1, p[1], row, over);
      const float square = left_square - distance * distance;
      if (square < 0.0f) continue;
      const bool own_row = kInside && over == 0 && up == 0;
      const float half = (own_row ? bounds.reach : square_root(square)) + bounds.slack[0];
      int32_t from, to;
      if constexpr (kCut) {
        from = grid.coordinate(0, p[0] - half);
        to = grid.coordinate(0, p[0] + half);
      } else {
        from = static_cast<int32_t>(round_down((p[0] - half) * grid.inverse[0]));
        to = static_cast<int32_t>(round_down((p[0] + half) * grid.inverse[0]));
      }
      from = from > column - grid.reach[0] ? from : column - grid.reach[0];
      to = to < column + grid.reach[0] ? to : column + grid.reach[0];
      if constexpr (kWrapped) {
        from = from > -columns ? from : -columns;
        to = to < 2 * columns - 1 ? to : 2 * columns - 1;
      }
      const uint32_t* const row_starts = starts + static_cast<int64_t>(base_row + real_row) * columns;
      const uint32_t row_code = layer_code | shift_code(image, real_row) << 2;
      const auto emit = [&](uint32_t begin, uint32_t end, uint32_t code) {
        const bool may_have_own = kInside ? own_row : code == 0;
        if (may_have_own && begin <= own && own < end) {
          if (begin < own) sink(begin, own, 0);
          begin = own + 1;
        }
        if (begin < end) sink(begin, end, code);
      };
      if constexpr (kWrapped) {
        for (int32_t c = from; c <= to;) {  // left image, world, right image
          const int32_t real = c < 0 ? c + columns : c >= columns ? c - columns : c;
          const int32_t in_row = columns - real, wanted = to - c + 1,
                        length = wanted < in_row ? wanted : in_row;
          emit(row_starts[real], row_starts[real + length], row_code | shift_code(c, real));
          c += length;
        }
      } else {
        emit(row_starts[from], row_starts[to + 1], row_code);
      }
    }
  }
}

}  // namespace murmur

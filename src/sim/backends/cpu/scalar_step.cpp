#include "sim/backends/cpu/scalar_step.h"

#include <array>
#include <utility>

namespace murmur {
namespace {

template <int D>
MURMUR_INLINE void load_bodies(const Body<float, D>* bodies, Vec<float, D>& p, Vec<float, D>& v) {
  p = bodies->p;
  v = bodies->v;
}
template <int D>
MURMUR_INLINE void store_bodies(const Vec<float, D>& p, const Vec<float, D>& v, Body<float, D>* bodies,
                                uint32_t) {
  bodies->p = p;
  bodies->v = v;
}

template <int D>
MURMUR_INLINE bool all_finite(const Vec<float, D>& p, const Vec<float, D>& v) {
  bool finite = true;
  for (int k = 0; k < D; ++k) finite = finite && is_finite(p[k]) && is_finite(v[k]);
  return finite;
}

#include "sim/backends/cpu/update_row.inl"
#include "sim/backends/cpu/update_rows_table.inl"

}  // namespace

template <int D>
CellsFunction<D> scalar_cells() {
  return [](const CellGrid<float, D>& grid, const Body<float, D>* bodies, int64_t begin, int64_t end,
            uint32_t* cells) {
    for (int64_t i = begin; i < end; ++i) cells[i] = grid.cell(bodies[i].p);
  };
}
template CellsFunction<2> scalar_cells<2>();
template CellsFunction<3> scalar_cells<3>();

template <int D>
RowUpdateFunction<D> scalar_row_update(SumKind kind, Images images) {
  return row_update<float, D>(kind, images);
}
template RowUpdateFunction<2> scalar_row_update<2>(SumKind, Images);
template RowUpdateFunction<3> scalar_row_update<3>(SumKind, Images);

}  // namespace murmur

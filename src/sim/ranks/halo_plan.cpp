#include "sim/ranks/halo_plan.h"

#include <algorithm>

namespace murmur {
namespace {

/// The planes that `rank` sees. If its slab and halo cover the whole world, the planes are in the world's order,
/// without images: in the slab's order the last plane of the halo would end where the first one begins.
Planes seen_by(int rank, const Planes& planes, const Borders& borders) {
  const auto at = static_cast<size_t>(rank);
  const int64_t own = borders[at + 1] - borders[at];
  if (planes.wrapped && own + 2 * int64_t{planes.reach} >= planes.count)
    return {planes.count, planes.count, false};
  return planes;
}

}  // namespace

HaloPlan plan_halo(const Planes& planes, const Borders& borders, int rank, int64_t plane_cells) {
  const Planes seen = seen_by(rank, planes, borders);
  const Window window = window_of(seen, borders, rank);
  const bool stored_whole = window.before < 0 || window.after > planes.count;
  const int64_t low = stored_whole ? 0 : window.before, high = stored_whole ? planes.count : window.after;
  HaloPlan plan;
  plan.cells = {window.first * plane_cells, (window.last - window.first) * plane_cells, low * plane_cells,
                high * plane_cells};
  const auto ranks = static_cast<int>(borders.size()) - 1;
  for (int other = 0; other < ranks; ++other) {
    if (other == rank) continue;  // a rank does not send to itself
    for (const Halo& halo : halos_between(seen_by(other, planes, borders), borders, rank, other))
      plan.sends.push_back(halo);
    for (const Halo& halo : halos_between(seen, borders, other, rank)) plan.receives.push_back(halo);
  }
  std::sort(plan.receives.begin(), plan.receives.end(),
            [](const Halo& a, const Halo& b) { return a.begin < b.begin; });
  const auto is_before = [&](const Halo& halo) { return halo.begin < window.first; };
  plan.before = static_cast<size_t>(std::count_if(plan.receives.begin(), plan.receives.end(), is_before));

  plan.inner_first = window.first;
  plan.inner_last = window.last;
  if (plan.receives.empty()) return plan;
  if (planes.wrapped || window.first > 0)
    plan.inner_first =
        static_cast<int32_t>(std::min<int64_t>(window.last, int64_t{window.first} + planes.reach));
  if (planes.wrapped || window.last < planes.count)
    plan.inner_last =
        static_cast<int32_t>(std::max<int64_t>(plan.inner_first, int64_t{window.last} - planes.reach));
  return plan;
}

IndexRange cells_of(const Halo& halo, int64_t plane_cells) {
  return {(halo.begin - halo.shift) * plane_cells, (halo.end - halo.begin) * plane_cells + 1};
}

}  // namespace murmur

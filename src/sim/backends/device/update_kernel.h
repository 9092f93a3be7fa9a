// The update kernels of a device: ways to compute the same bits of a step, of which each is the fastest somewhere.
// Their names, and where each of them fits. Which one runs: sim/backends/device/tuner.h, or the user (--kernel).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/device/steer_lists.h"
#include "model/device/steer_pairs.h"
#include "model/device/steer_runs.h"

namespace murmur {

/// Kernels in the order in which they are listed.
enum class UpdateKernel : uint8_t {
  kLoop,  ///< model/device/stages.h: one run of candidates after the other, each neighbour summed as it is found
  kFlat,   ///< model/device/steer_runs.h: all runs in one loop
  kPairs,  ///< model/device/steer_pairs.h: each candidate for two boids
  kLists,  ///< model/device/steer_lists.h: the candidates of a warp, in lists for groups of its boids
};
constexpr int kUpdateKernels = 4;

/// Kernels that a flock may step with.
struct UsableKernels {
  std::optional<UpdateKernel> only = {};  ///< the one where it fits; none: the fastest of those that fit
  uint32_t left_out = 0;                  ///< BackendOptions::left_out_kernels
  bool has(UpdateKernel kernel) const { return (left_out >> static_cast<int>(kernel) & 1) == 0; }
};

const std::vector<std::string>& update_kernel_names();
const std::string& name_of(UpdateKernel kernel);

/// None for an empty name. @throws UserError with the allowed names.
std::optional<UpdateKernel> update_kernel(const std::string& name);

/// Whether this kernel can compute a step with this grid and these rules.
template <int D>
bool fits(UpdateKernel kernel, const CellGrid<float, D>& grid, const Rules<float>& rules, int64_t boids) {
  if (kernel == UpdateKernel::kLoop) return true;
  if (rules.ids_decide()) return false;
  if (kernel == UpdateKernel::kPairs)
    return grid.images != Images::kChecked && sums_pairs(kind_with(rules.kind, grid.images));
  // Lists of runs hold those of the next rows and layers.
  if (grid.images == Images::kChecked || grid.reach[1] > 1) return false;
  if constexpr (D == 3) {
    if (grid.reach[2] > 1) return false;
  }
  if (kernel == UpdateKernel::kLists) return D == 3 && sums_pairs(kind_with(rules.kind, grid.images));
  // The words of `flat` have no more bits for places.
  return grid.images == Images::kNone || boids <= int64_t{kRunPlaceMask};
}

}  // namespace murmur

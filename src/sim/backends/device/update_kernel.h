// The update kernels of a device: they compute the same bits, and each is the fastest for some flocks. Lists their
// names and which flocks each can step. sim/backends/device/tuner.h chooses the kernel, or the user (--kernel).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/device/steer_lists.h"
#include "model/device/steer_pairs.h"
#include "model/device/steer_runs.h"

namespace murmur {

/// Update kernels, in the order in which users see them.
enum class UpdateKernel : uint8_t {
  kLoop,   ///< model/device/stages.h: runs of candidates one after the other; a neighbour is summed at once
  kFlat,   ///< model/device/steer_runs.h: all runs in one loop
  kPairs,  ///< model/device/steer_pairs.h: each candidate for two boids
  kLists,  ///< model/device/steer_lists.h: the candidates of a warp, in lists for groups of its boids
};
constexpr int kUpdateKernels = 4;

/// Kernels that a flock may step with.
struct UsableKernels {
  std::optional<UpdateKernel> only = {};  ///< the kernel to use where it fits; none: the fastest that fits
  uint32_t left_out = 0;                  ///< bits: BackendOptions::left_out_kernels
  bool has(UpdateKernel kernel) const { return (left_out >> static_cast<int>(kernel) & 1) == 0; }
};

const std::vector<std::string>& update_kernel_names();
const std::string& name_of(UpdateKernel kernel);

/// The kernel of this name; none for an empty name. @throws UserError with the allowed names.
std::optional<UpdateKernel> update_kernel(const std::string& name);

/// Whether this kernel can compute a step with this grid and these rules.
template <int D>
bool fits(UpdateKernel kernel, const CellGrid<float, D>& grid, const Rules<float>& rules, int64_t boids) {
  if (kernel == UpdateKernel::kLoop) return true;
  if (rules.ids_decide()) return false;
  if (kernel == UpdateKernel::kPairs)
    return grid.images != Images::kChecked && sums_pairs(kind_with(rules.kind, grid.images));
  // Lists of runs cover only adjacent rows and layers.
  if (grid.images == Images::kChecked || grid.reach[1] > 1) return false;
  if constexpr (D == 3) {
    if (grid.reach[2] > 1) return false;
  }
  if (kernel == UpdateKernel::kLists) return D == 3 && sums_pairs(kind_with(rules.kind, grid.images));
  // An index of `flat` has only as many bits as kRunPlaceMask.
  return grid.images == Images::kNone || boids <= int64_t{kRunPlaceMask};
}

}  // namespace murmur

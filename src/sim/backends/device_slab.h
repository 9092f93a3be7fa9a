// Interface for sim/ranks of a device that steps the boids of one rank: boids stay in device memory, and only those
// that travel come to the host. The calls of a step are declared in their order. Own boids have indices 0 .. count()
// - 1 in the contract's order, between the boids of other ranks (the halo): [halo before] [own] [halo after]. Knows
// neither ranks nor messages. Implemented over any Device by sim/backends/device/slab.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/step.h"
#include "sim/backends/backend.h"
#include "sim/backends/make_parameters.h"
#include "sim/backends/migrant.h"

namespace murmur {

/// Range of `size` elements that begins with `first`.
struct IndexRange {
  int64_t first = 0, size = 0;
};

/// Cells of the whole world's grid: those of the slab, and low .. high - 1, which include all cells that the slab's
/// boids look into.
struct SlabCells {
  int64_t first = 0, size = 0, low = 0, high = 0;
};

/// Changes of an array that leave `after` boids: arrivals at these indices, ascending, and moves from one index to another.
struct Replacement {
  std::vector<uint32_t> arrivals, from, to;
  int64_t after = 0;
};

/// Host memory that the device copies from and to; valid until the next step.
template <int D>
struct MigrantBuffers {
  Body<float, D>* bodies = nullptr;
  uint32_t* ids = nullptr;                 ///< null where no rule depends on ids
  Columns<D, float, PointerTo> columns{};  ///< columns that neighbours see; null where boids do not keep them
};

template <int D>
struct FoundPrey {
  Prey<float> prey{};
  Vec<float, D> place{};
};

template <int D>
class DeviceSlab {
 public:
  virtual ~DeviceSlab() = default;

  virtual std::string description() const = 0;
  virtual int64_t count() const = 0;
  virtual Carried carried() const = 0;

  /// Takes the parameters; the views in `q` point to `arrays`, in host memory.
  virtual void configure(const Parameters<float, D>& q, const ParameterArrays<float, D>& arrays) = 0;
  /// Replaces all boids; append() adds boids after them. @throws DeviceMemoryFull, as all functions that need memory.
  virtual void load(const HostBoids<float, D>& boids) = 0;
  virtual void append(const HostBoids<float, D>& boids) = 0;
  virtual void save(HostBoids<float, D>& boids) const = 0;
  virtual void scatter(const Scatter<float, D>& scatter) = 0;
  virtual void keep_below(int64_t first_removed) = 0;
  virtual uint64_t hash() const = 0;

  // Begins a step: `q` as set_step() left it, and the predators before the step.
  virtual void begin_step(const Parameters<float, D>& q, View<Vec<float, D>> predators) = 0;
  /// Largest distance of a boid from the world.
  virtual float farthest_outside() = 0;
  /// Copies the boids outside planes first .. last - 1 to `boids`, and appends their indices, ascending.
  virtual void find_leavers(const CellGrid<float, D>& grid, int32_t first, int32_t last, Migrants<D>& boids,
                            std::vector<uint32_t>& indices) = 0;
  virtual void replace(const Replacement& replacement, const Migrants<D>& arrivals) = 0;

  /// Sorts the boids, which must all be in cells.first and after. @returns an array that has, after wait(), the index
  /// of the first own boid of each cell of `ranges`, range after range.
  virtual const uint32_t* begin_sort(const CellGrid<float, D>& grid, const SlabCells& cells,
                                     const std::vector<IndexRange>& ranges) = 0;
  virtual void wait() = 0;
  /// Buffer for the starts of the halo's cells; each range has the end of its last cell too.
  virtual uint32_t* halo_starts(int64_t size) = 0;
  /// Ends the sort with so many halo boids before and after the own ones. `cells`: ranges of the halo's starts; index
  /// 0 is the first halo boid of the lower side.
  virtual void end_sort(int64_t before, int64_t after, const std::vector<IndexRange>& cells) = 0;

  /// Begins to copy own boids to the host, range after range; wait() ends the copy.
  virtual MigrantBuffers<D> begin_boids(const std::vector<IndexRange>& places, bool with_ids) = 0;
  /// Buffers for the boids of the halo: those before the own boids, then those after.
  virtual MigrantBuffers<D> halo_boids(bool with_ids) = 0;
  /// Copies the halo to the device from the buffers of halo_boids().
  virtual void take_halo(bool with_ids) = 0;
  /// Queues rules and movement of own boids; before take_halo(), only of boids that do not see the halo.
  virtual void update(const IndexRange& places) = 0;
  /// Finds the prey of each predator among the own boids.
  virtual std::vector<FoundPrey<D>> find_prey() = 0;
  /// Adds the work of planes first .. last - 1 to work[plane] (sim/ranks/plane_work.h).
  virtual void add_work(int32_t first, int32_t last, uint32_t boid_work, uint32_t cell_work,
                        std::vector<uint64_t>& work) = 0;
  /// Waits for the step. @returns the lowest id that is not finite, or kNoId.
  virtual uint32_t end_step() = 0;
};

/// Functions that make the slab of this process; `places`: text for people on rank 0, which rank uses which device.
struct SlabMakers {
  std::function<std::unique_ptr<DeviceSlab<2>>(const BackendOptions&)> make_2d;
  std::function<std::unique_ptr<DeviceSlab<3>>(const BackendOptions&)> make_3d;
  std::string places;
};

}  // namespace murmur

// What sim/ranks needs of a device that steps the boids of one rank: the boids stay in its memory, and only those that travel
// come to the host. The calls of a step are declared in their order. Own boids have places 0 .. count() - 1 in the contract's order,
// between those of other ranks (the halo): [halo before] [own] [halo after]. Knows neither ranks nor messages. Implemented over any
// Device by sim/backends/device/slab.h.
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

/// `size` elements from `first` on.
struct IndexRange {
  int64_t first = 0, size = 0;
};

/// Cells of the whole world's grid: those of the slab, and low .. high - 1 with all that its boids look into.
struct SlabCells {
  int64_t first = 0, size = 0, low = 0, high = 0;
};

/// Which boids of an array of `after` boids are new: arrivals at these places, ascending, and moves from one place to another.
struct Replacement {
  std::vector<uint32_t> arrivals, from, to;
  int64_t after = 0;
};

/// Host memory that the device copies to and from; valid until the next step.
template <int D>
struct MigrantBuffers {
  Body<float, D>* bodies = nullptr;
  uint32_t* ids = nullptr;                 ///< null where nothing depends on them
  Columns<D, float, PointerTo> columns{};  ///< those that neighbours see; null where boids do not keep them
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

  /// The views of `q` are of `arrays`, in host memory.
  virtual void configure(const Parameters<float, D>& q, const ParameterArrays<float, D>& arrays) = 0;
  /// Replaces the boids that it has; append() adds behind them. @throws DeviceMemoryFull, as all that need memory.
  virtual void load(const HostBoids<float, D>& boids) = 0;
  virtual void append(const HostBoids<float, D>& boids) = 0;
  virtual void save(HostBoids<float, D>& boids) const = 0;
  virtual void scatter(const Scatter<float, D>& scatter) = 0;
  virtual void keep_below(int64_t first_removed) = 0;
  virtual uint64_t hash() const = 0;

  // A step: `q` as set_step() left it, and the predators before the step.
  virtual void begin_step(const Parameters<float, D>& q, View<Vec<float, D>> predators) = 0;
  /// How far a boid is outside the world, at most.
  virtual float farthest_outside() = 0;
  /// The boids that are not in planes first .. last - 1, and their indices, ascending.
  virtual void find_leavers(const CellGrid<float, D>& grid, int32_t first, int32_t last, Migrants<D>& boids,
                            std::vector<uint32_t>& indices) = 0;
  virtual void replace(const Replacement& replacement, const Migrants<D>& arrivals) = 0;

  /// Sorts the boids, which are all in cells.first .. by now. @returns where the starts of these cells, range after range, are
  /// after wait(): the place of the first own boid of each cell.
  virtual const uint32_t* begin_sort(const CellGrid<float, D>& grid, const SlabCells& cells,
                                     const std::vector<IndexRange>& ranges) = 0;
  virtual void wait() = 0;
  /// Room for the starts of the halo's cells, each range with the end of its last one.
  virtual uint32_t* halo_starts(int64_t size) = 0;
  /// Ends the sort with so many boids of the halo on either side. `cells`: of the starts, range after range; the first boid of
  /// the halo before has place 0 in these.
  virtual void end_sort(int64_t before, int64_t after, const std::vector<IndexRange>& cells) = 0;

  /// Begins to copy own boids to the host, range after range, until wait().
  virtual MigrantBuffers<D> begin_boids(const std::vector<IndexRange>& places, bool with_ids) = 0;
  /// Room for the boids of the halo: those before, and then those after.
  virtual MigrantBuffers<D> halo_boids(bool with_ids) = 0;
  /// The halo is in that room.
  virtual void take_halo(bool with_ids) = 0;
  /// Rules and movement of own boids; before take_halo() only of those that do not see the halo. Does not wait.
  virtual void update(const IndexRange& places) = 0;
  /// The prey of each predator among the own boids.
  virtual std::vector<FoundPrey<D>> find_prey() = 0;
  /// Adds to work[plane] of the planes first .. last - 1; see sim/ranks/plane_work.h.
  virtual void add_work(int32_t first, int32_t last, uint32_t boid_work, uint32_t cell_work,
                        std::vector<uint64_t>& work) = 0;
  /// Waits. @returns the lowest id that is not finite after the step, or kNoId.
  virtual uint32_t end_step() = 0;
};

/// Makes the slab of this process; `places`: for people, on rank 0, which rank is on which device.
struct SlabMakers {
  std::function<std::unique_ptr<DeviceSlab<2>>(const BackendOptions&)> make_2d;
  std::function<std::unique_ptr<DeviceSlab<3>>(const BackendOptions&)> make_3d;
  std::string places;
};

}  // namespace murmur

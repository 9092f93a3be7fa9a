// The step of the boids of one rank on a device (sim/backends/device_slab.h), over any Device (flock.h describes
// one). The stages are in model/device; slab_arrays.h has the boids between steps. In addition to the primitives in
// flock.h a Device has
//   allocate_pinned release_pinned begin_upload begin_download end_downloads wait_for_downloads
// Starts of cells are in an array for cells low .. high - 1 of the world's grid; kernels address a start by the
// cell's number in the whole grid.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "sim/backends/device/executor.h"
#include "sim/backends/device/parameter_arrays.h"
#include "sim/backends/device/slab_arrays.h"
#include "sim/backends/device/update_kernel.h"

namespace murmur {

template <int D, class Device>
class SlabOnDevice final : public SlabArrays<D, Device> {
 public:
  /// `kernel`: used for every step that it can compute; none: `flat`, which can compute most.
  SlabOnDevice(std::shared_ptr<Device> device, std::optional<UpdateKernel> kernel)
      : Base(std::move(device)), wanted_(kernel.value_or(UpdateKernel::kFlat)) {}

  void configure(const Parameters<float, D>& q, const ParameterArrays<float, D>& arrays) override {
    parameters_ = q;
    parameter_arrays_.take(parameters_);
    host_rules_ = arrays.predator_rules;
    upload(host_rules_, rules_);
    parameters_.behaviours.predator_rules.data = rules_.data();
  }

  void begin_step(const Parameters<float, D>& q, View<Vec<float, D>> predators) override {
    device_->for_each("step input", 1, SetStep{block_.data(), values_of_step(q)});
    predators_.reserve(predators.size);
    predators_.upload(predators.data, predators.size);
    parameters_.behaviours.predators = {predators_.data(), predators.size};
  }

  float farthest_outside() override {
    uint32_t* const bits = &block_.data()->outside;  // an address in device memory, never read here
    device_->zero(bits, sizeof *bits);
    device_->for_each("outside", count(),
                      MeasureOutside<D, Atomic>{boids_.arrays().bodies, parameters_.world, block_.data()});
    const uint32_t most = read(bits);
    float outside;
    memcpy(&outside, &most, sizeof outside);
    return outside;
  }

  const uint32_t* begin_sort(const CellGrid<float, D>& grid, const SlabCells& cells,
                             const std::vector<IndexRange>& ranges) override {
    grid_ = grid;
    cells_ = cells;
    boids_.reserve_sorted(count());
    starts_.reserve(cells.high - cells.low + 1);
    counts_.reserve(cells.size + 1);
    flock_ = boids_.arrays();
    flock_.starts = starts_.data() - cells.low;
    CellScratch scratch = boids_.scratch();
    if (cells.size > 0) {
      counts_.zero(0, cells.size + 1);
      scratch.counts = counts_.data() - cells.first;
      device_->for_each("count", count(), CountInCell<D, Atomic>{grid, flock_, scratch});
      device_->sums_before(counts_.data(), flock_.starts + cells.first, cells.size + 1);
    }
    const uint32_t* const out = begin_downloads(flock_.starts, ranges, out_.starts);
    device_->end_downloads();
    device_->for_each("place", count(), PlaceInCell<D>{flock_, scratch});
    return out;
  }

  void wait() override { device_->wait_for_downloads(); }

  uint32_t* halo_starts(int64_t size) override {
    in_.starts.reserve(size);
    return in_.starts.data();
  }

  void end_sort(int64_t before, int64_t after, const std::vector<IndexRange>& cells) override {
    halo_.before = before;
    halo_.after = after;
    const int64_t end = before + count();
    boids_.reserve_sorted(end + after);
    boids_.reserve_bodies(std::max(boids_.first(), before), count(), count());
    // Kernels read some entries past a run, and entry 0, before the halo has arrived; they use none of these values.
    boids_.zero_sorted(0, before);
    boids_.zero_sorted(end, end + after + DeviceBoids<D, Device>::kBodiesBehind);
    uint32_t* const starts = flock_.starts;
    flock_ = boids_.arrays(before);
    flock_.starts = starts;
    device_->for_each("gather", count(), GatherByRank<D>{flock_, boids_.scratch().cell_ids, grid_});
    if (before > 0 && cells_.size > 0) {
      device_->for_each("move starts", cells_.size + 1,
                        MoveStarts{flock_.starts + cells_.first, static_cast<uint32_t>(before)});
    }
    int64_t from = 0;
    for (const IndexRange& range : cells) {
      device_->begin_upload(flock_.starts + range.first, in_.starts.data() + from,
                            static_cast<size_t>(range.size) * sizeof(uint32_t));
      from += range.size;
    }
    if (grid_.images == Images::kChecked)
      device_->for_each("reach", 1, SetKnownReach<D>{grid_, block_.data()});
  }

  MigrantBuffers<D> begin_boids(const std::vector<IndexRange>& places, bool with_ids) override {
    MigrantBuffers<D> out;
    out.bodies = begin_downloads(flock_.sorted_bodies, places, out_.bodies);
    if (with_ids) out.ids = begin_downloads(flock_.sorted_ids, places, out_.ids);
    each_column(
        [&](const ColumnInfo& info, const auto* sorted, auto& pinned, auto*& pointer) {
          if (is_seen_by_neighbours(info)) pointer = begin_downloads(sorted, places, pinned);
        },
        flock_.sorted_columns, out_.columns, out.columns);
    device_->end_downloads();
    return out;
  }

  MigrantBuffers<D> halo_boids(bool with_ids) override {
    const auto room = [&](auto& pinned) {
      pinned.reserve(halo_.before + halo_.after);
      return pinned.data();
    };
    MigrantBuffers<D> in;
    in.bodies = room(in_.bodies);
    if (with_ids) in.ids = room(in_.ids);
    each_column(
        [&](const ColumnInfo& info, auto*, auto& pinned, auto*& pointer) {
          if (is_seen_by_neighbours(info)) pointer = room(pinned);
        },
        flock_.sorted_columns, in_.columns, in.columns);
    return in;
  }

  void take_halo(bool with_ids) override {
    const FlockArrays<D> flock = boids_.arrays();
    take(in_.bodies, flock.sorted_bodies);
    if (with_ids) take(in_.ids, flock.sorted_ids);
    each_column(
        [&](const ColumnInfo& info, const auto& pinned, auto* sorted) {
          if (is_seen_by_neighbours(info)) take(pinned, sorted);
        },
        in_.columns, flock.sorted_columns);
  }

  void update(const IndexRange& places) override {
    FlockArrays<D> flock = boids_.arrays();
    flock.bodies -= boids_.first();  // input and output bodies have the same index
    flock.starts = flock_.starts;
    flock.caught -= halo_.before;
    if (const int64_t rows = parameters_.behaviours.custom.rows(D)) {
      custom_rows_.reserve(rows * count());
      flock.custom_rows = CustomRows<float>{custom_rows_.data(), count()}.from(-halo_.before);
    }
    const UpdateKernel kernel = fits(wanted_, grid_, parameters_.rules, halo_.before + count() + halo_.after)
                                    ? wanted_
                                    : UpdateKernel::kLoop;
    DeviceExecutor<D, Device> executor(*device_, {}, block_.data(), false, kernel);
    executor.update_places(flock, parameters_, grid_, halo_.before + places.first,
                           halo_.before + places.first + places.size);
  }

  std::vector<FoundPrey<D>> find_prey() override {
    const int64_t predators = parameters_.behaviours.predators.size;
    std::vector<FoundPrey<D>> found(static_cast<size_t>(predators));
    if (predators == 0 || count() == 0) return found;
    prey_keys_.reserve(predators);
    prey_.reserve(predators);
    prey_keys_.zero(0, predators);
    prey_.zero(0, predators);
    device_->for_each("find prey", count(),
                      FindPrey<D, Atomic>{parameters_.world, predators_.data(), rules_.data(), predators,
                                          flock_.sorted_bodies, flock_.sorted_ids, prey_keys_.data()});
    device_->for_each(
        "place prey", count(),
        PlacePrey<D>{prey_keys_.data(), predators, flock_.sorted_bodies, flock_.sorted_ids, prey_.data()});
    std::vector<uint64_t> keys(found.size());
    std::vector<Vec<float, D>> places(found.size());
    prey_keys_.download(keys.data(), predators);
    prey_.download(places.data(), predators);
    for (size_t k = 0; k < found.size(); ++k)
      found[k] = {prey_of(keys[k], host_rules_[k].notice_squared()), places[k]};
    return found;
  }

  void add_work(int32_t first, int32_t last, uint32_t boid_work, uint32_t cell_work,
                std::vector<uint64_t>& work) override {
    if (first >= last) return;
    const int64_t plane_cells = cells_.size / (last - first);
    const uint32_t parts = WorkOfCells<D>::parts(plane_cells);
    const int64_t all = int64_t{last - first} * parts;
    work_.reserve(all);
    device_->for_each("work", all,
                      WorkOfCells<D>{grid_, flock_.starts, first, parts, boid_work, work_.data()});
    std::vector<uint64_t> sums(static_cast<size_t>(all));
    work_.download(sums.data(), all);
    for (int64_t k = 0; k < all; ++k)
      work[static_cast<size_t>(first + k / parts)] += sums[static_cast<size_t>(k)];
    for (int32_t plane = first; plane < last; ++plane)
      work[static_cast<size_t>(plane)] += static_cast<uint64_t>(plane_cells) * cell_work;
  }

  uint32_t end_step() override {
    if (count() > 0) {
      FlockArrays<D> flock = boids_.arrays(halo_.before);
      flock.custom_rows = {custom_rows_.data(), count()};
      DeviceExecutor<D, Device>(*device_, {}, block_.data(), false, {}).store_next_states(flock, parameters_);
    }
    boids_.swap_ids(halo_.before);
    StepBlock block;
    block_.download(&block, 1);
    return block.fault_id;
  }

 private:
  using Base = SlabArrays<D, Device>;
  using Base::block_, Base::boids_, Base::count, Base::device_, Base::read;
  using typename Base::Atomic;
  template <class T>
  using Array = DeviceArray<T, Device>;

  /// Whether a column is sent with the boids of a halo.
  bool is_seen_by_neighbours(const ColumnInfo& info) const {
    return info.seen_by_neighbours && boids_.carried() & info.bit;
  }

  template <class T>
  void upload(const std::vector<T>& from, DeviceArray<T, Device>& to) {
    to.reserve(static_cast<int64_t>(from.size()));
    to.upload(from.data(), static_cast<int64_t>(from.size()));
  }

  template <class T>
  T* begin_downloads(const T* from, const std::vector<IndexRange>& ranges, PinnedArray<T, Device>& to) {
    const auto add = [](int64_t sum, const IndexRange& range) { return sum + range.size; };
    to.reserve(std::accumulate(ranges.begin(), ranges.end(), int64_t{0}, add));
    T* at = to.data();
    for (const IndexRange& range : ranges) {
      if (range.size > 0)
        device_->begin_download(at, from + range.first, static_cast<size_t>(range.size) * sizeof(T));
      at += range.size;
    }
    return to.data();
  }

  /// Copies halo data from pinned host memory to both sides of the own boids.
  template <class T>
  void take(const PinnedArray<T, Device>& from, T* to) {
    if (halo_.before > 0)
      device_->begin_upload(to, from.data(), static_cast<size_t>(halo_.before) * sizeof(T));
    if (halo_.after > 0) {
      device_->begin_upload(to + halo_.before + count(), from.data() + halo_.before,
                            static_cast<size_t>(halo_.after) * sizeof(T));
    }
  }

  UpdateKernel wanted_;
  Parameters<float, D> parameters_{};  // views point into device memory
  std::vector<PredatorRules<float>> host_rules_;
  DeviceParameterArrays<D, Device> parameter_arrays_{*device_};
  DeviceArray<float, Device> custom_rows_{*device_};  // rows of custom rules: (rows, boids)
  Array<PredatorRules<float>> rules_{*device_};
  Array<Vec<float, D>> predators_{*device_};
  Array<uint64_t> prey_keys_{*device_};
  Array<Vec<float, D>> prey_{*device_};

  // Data of the present step
  Array<uint32_t> starts_{*device_}, counts_{*device_};
  Array<uint64_t> work_{*device_};
  CellGrid<float, D> grid_{};
  SlabCells cells_;
  struct Halo {
    int64_t before = 0, after = 0;  // numbers of halo boids
  };
  Halo halo_;
  FlockArrays<D> flock_;  // sorted arrays of flock_ begin with the first own boid

  // Buffers for boids on their way from or to the host
  template <class E>
  using Pinned = PinnedArray<E, Device>;
  struct DirectionBuffers {
    explicit DirectionBuffers(Device& device)
        : starts(device), ids(device), bodies(device), columns(device) {}
    Pinned<uint32_t> starts, ids;
    Pinned<Body<float, D>> bodies;
    Columns<D, float, Pinned> columns;
  };
  DirectionBuffers out_{*device_}, in_{*device_};
};

}  // namespace murmur

// The boids of a flock, or of one rank's slab, in a device's memory: their arrays, their growth, and copies from and to the host. Independent of
// scenarios and stages. Owned by sim/backends/device/flock.h and slab.h.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "model/device/work.h"
#include "sim/backends/device/array.h"
#include "sim/backends/host_boids.h"

namespace murmur {

/// Whether all positions, as a state stores them, are inside the world.
template <int D>
bool all_inside(const World<float, D>& world, const std::vector<float>& position) {
  for (size_t i = 0; i < position.size(); i += D) {
    Vec<float, D> p;
    for (size_t k = 0; k < D; ++k) p[static_cast<int>(k)] = position[i + k];
    if (distance_outside(world, p) > 0.0f) return false;
  }
  return true;
}

template <int D, class Device>
class DeviceBoids {
 public:
  using Boids = HostBoids<float, D>;
  static constexpr int64_t kBodiesBehind = 32;  ///< padding: bodies that kernels may read past the end

  explicit DeviceBoids(Device& device) : device_(device) {}

  int64_t count() const { return count_; }
  int64_t first() const { return at_; }  ///< index of the first boid in the state's arrays
  Carried carried() const { return carried_; }
  /// Index of the current array of ids; the two arrays are swapped in every step.
  int parity() const { return parity_; }

  /// Pointers to all arrays except cell starts: the state's from the first boid on, the sorted ones from index `sorted` on.
  FlockArrays<D> arrays(int64_t sorted = 0) const {
    FlockArrays<D> f;
    f.boids = count_;
    f.carried = carried_;
    f.bodies = bodies_.data() + at_;
    f.ids = ids_.data() + at_;
    f.sorted_bodies = sorted_bodies_.data() + sorted;
    f.sorted_ids = sorted_ids_.data() + sorted;
    const auto point = [&](const Kept& kept, int64_t at, Columns<D, float, PointerTo>& pointers) {
      each_column(
          [&](const ColumnInfo& info, const auto& array, auto*& pointer) {
            if (carried_ & info.bit) pointer = array.data() + at;
          },
          kept, pointers);
    };
    point(columns_, at_, f.columns);
    point(sorted_columns_, sorted, f.sorted_columns);
    f.cells = reinterpret_cast<uint32_t*>(sorted_bodies_.data());  // both arrays are unused by then
    f.order = f.caught = order_.data();                            // a step needs `order` and then `caught`
    return f;
  }
  CellScratch scratch() const {
    return {reinterpret_cast<uint32_t*>(sorted_bodies_.data()) + count_, cell_ids_.data()};
  }

  /// Makes the sorted ids current after a step that has left the new state in their order; the bodies begin at index `at`.
  void swap_ids(int64_t at = 0) {
    std::swap(ids_, sorted_ids_);
    each_column([](const ColumnInfo&, auto& a, auto& b) { std::swap(a, b); }, columns_, sorted_columns_);
    parity_ ^= 1;
    at_ = at;
  }
  /// Makes the first `count` boids of the sorted arrays the state.
  void swap_all(int64_t count) {
    std::swap(bodies_, sorted_bodies_);
    swap_ids();
    count_ = count;
  }

  /// Makes room for `count` boids, of which the first `kept` stay; new boids are not set yet, but their columns are
  /// 0. @throws DeviceMemoryFull.
  void resize(int64_t count, Carried carried, int64_t kept) {
    reserve_bodies(at_, count, kept);
    ids_.reserve(at_ + count, at_ + kept);
    each_column(
        [&](const ColumnInfo& info, auto& column) {
          if (!(carried & info.bit)) return;
          const int64_t known = carried_ & info.bit ? at_ + kept : 0;
          column.reserve(at_ + count + kBodiesBehind, known);
          column.zero(std::max(known, at_), at_ + count + kBodiesBehind);
        },
        columns_);
    count_ = count;
    carried_ = carried;
  }
  /// Makes room for `boids` bodies from index `at` on; the first `kept` bodies stay.
  void reserve_bodies(int64_t at, int64_t boids, int64_t kept) {
    bodies_.reserve(at + boids + kBodiesBehind, at_ + kept);
  }
  /// Makes room for sorting so many boids.
  void reserve_sorted(int64_t boids) {
    sorted_bodies_.reserve(boids + kBodiesBehind);
    sorted_ids_.reserve(boids);
    each_column(
        [&](const ColumnInfo& info, auto& column) {
          if (carried_ & info.bit) column.reserve(boids + kBodiesBehind);
        },
        sorted_columns_);
    for (Array<uint32_t>* array : {&order_, &cell_ids_}) array->reserve(count_);
  }
  /// Sets bodies that kernels read but do not use to 0, and their columns too, because a species is used as an index.
  void zero_sorted(int64_t from, int64_t to) {
    sorted_bodies_.zero(from, to);
    each_column(
        [&](const ColumnInfo& info, auto& column) {
          if (carried_ & info.bit) column.zero(from, to);
        },
        sorted_columns_);
  }
  /// Resizes for `count` boids and for sorting them, with no bodies before the first.
  void resize_with_order(int64_t count, Carried carried, int64_t kept) {
    resize(count, carried, kept);
    reserve_sorted(count);
    bodies_.zero(count, count + kBodiesBehind);
    zero_sorted(count, count + kBodiesBehind);
  }

  void clear() {
    count_ = at_ = 0;
    carried_ = 0;
  }
  /// Copies host boids over those from index `first` on; the arrays must have room.
  void put(const Boids& boids, int64_t first) {
    bodies_.upload(boids.bodies().data(), boids.count(), at_ + first);
    ids_.upload(boids.ids().data(), boids.count(), at_ + first);
    each_column(
        [&](const ColumnInfo& info, const auto& from, auto& to) {
          if (boids.carried() & info.bit) to.upload(from.data(), boids.count(), at_ + first);
        },
        boids.columns(), columns_);
  }
  void save(Boids& boids) const {
    boids.resize(count_, carried_);
    bodies_.download(boids.bodies().data(), count_, at_);
    ids_.download(boids.ids().data(), count_, at_);
    each_column(
        [&](const ColumnInfo& info, const auto& from, auto& to) {
          if (carried_ & info.bit) from.download(to.data(), count_, at_);
        },
        columns_, boids.columns());
  }

  /// Saves the boids by id.
  void save(State<float>& state) const {
    Boids boids;
    save(boids);
    boids.save(state);
  }

  /// Copies the boids at these indices of the arrays to the host.
  void take(const std::vector<uint32_t>& places, Boids& boids) const {
    const Travellers<D> out = travellers(static_cast<int64_t>(places.size()));
    travel_places_.upload(places.data(), static_cast<int64_t>(places.size()));
    take(out, static_cast<int64_t>(places.size()), boids);
  }
  /// Copies host boids with the same columns over those at these indices.
  void put_at(const std::vector<uint32_t>& places, const Boids& boids) {
    const int64_t count = boids.count();
    const Travellers<D> in = travellers(count);
    travel_places_.upload(places.data(), count);
    travel_bodies_.upload(boids.bodies().data(), count);
    travel_ids_.upload(boids.ids().data(), count);
    each_column(
        [&](const ColumnInfo& info, const auto& from, auto& to) {
          if (carried_ & info.bit) to.upload(from.data(), count);
        },
        boids.columns(), travel_columns_);
    device_.for_each("put", count, PutBoids<D>{in, arrays()});
  }
  /// Fetches the boids with these ids, in the given order. Meant for some hundreds of boids in every frame.
  void pick(const std::vector<uint32_t>& wanted, State<float>& out) const {
    const auto few = static_cast<int64_t>(wanted.size());
    std::vector<uint32_t> ascending = wanted;
    std::sort(ascending.begin(), ascending.end());
    if (!same_bytes(ascending, host_wanted_)) {
      host_wanted_.clear();  // cleared first, because the upload may fail
      wanted_.reserve(few);
      wanted_.upload(ascending.data(), few);
      host_wanted_ = ascending;
    }
    Boids picked;
    if (few > 0) {
      const Travellers<D> found = travellers(few);
      device_.for_each("pick", count_, FindBoids{ids_.data() + at_, wanted_.data(), few, found.places});
      take(found, few, picked);
    }
    std::vector<uint32_t> rows;
    for (const uint32_t id : wanted)
      rows.push_back(static_cast<uint32_t>(std::lower_bound(ascending.begin(), ascending.end(), id) -
                                           ascending.begin()));
    for (int64_t k = 0; k < few; ++k) picked.ids()[static_cast<size_t>(k)] = static_cast<uint32_t>(k);
    State<float> all;
    picked.save(all);
    out = all.rows(rows);
  }

  /// Size of the memory that copy_to() fills: bodies, ids and columns.
  static int64_t bytes_of(int64_t boids, Carried carried) {
    return boids *
           static_cast<int64_t>(sizeof(Body<float, D>) + sizeof(uint32_t) + column_bytes<D, float>(carried));
  }
  /// Queues a copy of the boids to `to`, in device memory.
  void copy_to(std::byte* to) const {
    each_part(*this, [&](const auto* from, size_t bytes) {
      if (bytes > 0) device_.copy(to, from, bytes);
      to += bytes;
    });
  }
  /// Queues a copy from `from`, in device memory, to the boids, after a resize() to as many boids.
  void copy_from(const std::byte* from) {
    each_part(*this, [&](auto* to, size_t bytes) {
      if (bytes > 0) device_.copy(to, from, bytes);
      from += bytes;
    });
  }
  /// Saves by id the boids of memory that copy_to() filled, once it is in the host's memory.
  static void save_bytes(const std::byte* from, int64_t count, Carried carried, State<float>& state) {
    Boids boids;
    boids.resize(count, carried);
    const auto take = [&](auto& to) {
      const size_t bytes = static_cast<size_t>(count) * sizeof to[0];
      if (bytes > 0) std::memcpy(to.data(), from, bytes);
      from += bytes;
    };
    take(boids.bodies());
    take(boids.ids());
    each_column(
        [&](const ColumnInfo& info, auto& column) {
          if (carried & info.bit) take(column);
        },
        boids.columns());
    boids.save(state);
  }

  /// Bytes per boid without columns. Cells need 4 bytes more each, 0.6 to 0.8 of them per boid in the
  /// `benchmark` presets, at most 16 in a nearly empty world.
  static constexpr size_t kBytesPerBoid = 2 * sizeof(Body<float, D>) + 4 * sizeof(uint32_t);

 private:
  template <class E>
  using Array = DeviceArray<E, Device>;
  using Kept = Columns<D, float, Array>;

  template <class Self, class Part>
  static void each_part(Self& self, const Part& part) {
    const auto whole = [&](auto& array) {
      part(array.data(), static_cast<size_t>(self.count_) * sizeof *array.data());
    };
    whole(self.bodies_);
    whole(self.ids_);
    each_column(
        [&](const ColumnInfo& info, auto& column) {
          if (self.carried_ & info.bit) whole(column);
        },
        self.columns_);
  }

  /// Buffers in device memory for boids on their way from or to the host.
  Travellers<D> travellers(int64_t boids) const {
    travel_bodies_.reserve(boids);
    travel_ids_.reserve(boids);
    travel_places_.reserve(boids);
    Travellers<D> travellers{travel_bodies_.data(), travel_ids_.data(), travel_places_.data(), {}};
    each_column(
        [&](const ColumnInfo& info, auto& array, auto*& pointer) {
          if (!(carried_ & info.bit)) return;
          array.reserve(boids);
          pointer = array.data();
        },
        travel_columns_, travellers.columns);
    return travellers;
  }
  void take(const Travellers<D>& out, int64_t count, Boids& boids) const {
    device_.for_each("take", count, TakeBoids<D>{arrays(), out});
    boids.resize(count, carried_);
    travel_bodies_.download(boids.bodies().data(), count);
    travel_ids_.download(boids.ids().data(), count);
    each_column(
        [&](const ColumnInfo& info, const auto& from, auto& to) {
          if (carried_ & info.bit) from.download(to.data(), count);
        },
        travel_columns_, boids.columns());
  }

  static_assert((kBytesPerBoid + 3 * sizeof(uint32_t)) * (Array<int>::kHeadroom + 1) / Array<int>::kHeadroom +
                        4 <=
                    100,
                "at most 100 bytes per boid, at one cell per boid, with a path");

  Device& device_;
  int64_t count_ = 0, at_ = 0;  // number of boids of the state, and the index of the first
  Carried carried_ = 0;
  int parity_ = 0;
  Array<Body<float, D>> bodies_{device_}, sorted_bodies_{device_};
  Array<uint32_t> ids_{device_}, sorted_ids_{device_};
  Kept columns_{device_}, sorted_columns_{device_};
  Array<uint32_t> order_{device_}, cell_ids_{device_};
  // Arrays of boids that go to or come from the host
  mutable Array<Body<float, D>> travel_bodies_{device_};
  mutable Array<uint32_t> travel_ids_{device_}, travel_places_{device_};
  mutable Kept travel_columns_{device_};
  mutable std::vector<uint32_t> host_wanted_;  // copy of wanted_ on the host
  mutable Array<uint32_t> wanted_{device_};    // ids for pick()
};

}  // namespace murmur

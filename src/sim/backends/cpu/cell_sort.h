// The contract's order on CPU threads: a counting sort that moves whole boids and sorts by id within cells in
// the same pass. Owns the counts. Used by CpuExecutor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "model/step.h"
#include "sim/backends/cpu/row_update.h"
#include "sim/backends/cpu/slab.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Copies the columns that source and destination both have; for many boids the columns are found only once.
class ColumnCopier {
 public:
  template <class C>
  ColumnCopier(const C& from, const C& to) {
    each_column(
        [&](const ColumnInfo&, const auto* source, auto* target) {
          if (source && target) found_.push_back({source, target, sizeof *source});
        },
        from, to);
  }

  /// Copies the columns of the boid at index `i` to index `k`.
  void copy(int64_t i, int64_t k) const {
    for (const Found& one : found_) {
      const char* const from = static_cast<const char*>(one.from) + static_cast<size_t>(i) * one.bytes;
      char* const to = static_cast<char*>(one.to) + static_cast<size_t>(k) * one.bytes;
      for (size_t at = 0; at < one.bytes; at += sizeof(float)) std::memcpy(to + at, from + at, sizeof(float));
    }
  }

 private:
  struct Found {
    const void* from;
    void* to;
    size_t bytes;  ///< size of a boid: a multiple of four
  };
  std::vector<Found> found_;
};

class CellSort {
 public:
  explicit CellSort(ThreadPool& pool) : pool_(pool), shares_(static_cast<size_t>(pool.size())) {}

  /// Fills flock.cells and flock.starts by counting the boids of each cell.
  template <int D>
  void count(CellsFunction<D> find_cells, FlockArrays<D>& flock, const CellGrid<float, D>& grid) {
    begin(flock.boids);
    on_shares(flock.boids, [&](size_t thread, int64_t begin, int64_t end) {
      count_share(shares_[thread], flock.cells, grid.cells(), begin, end, [&](int64_t first, int64_t last) {
        find_cells(grid, flock.bodies, first, last, flock.cells);
      });
    });
    counts_to_places(grid.cells(), flock.starts);
  }

  /// Fills only flock.cells, counted from the first cell of `slab`. Appends the indices of boids outside the slab to
  /// `elsewhere`, ascending.
  template <int D>
  void find(CellsFunction<D> find_cells, const FlockArrays<D>& flock, const CellGrid<float, D>& grid,
            const Slab& slab, std::vector<uint32_t>& elsewhere) {
    begin(flock.boids);
    on_shares(flock.boids, [&](size_t thread, int64_t begin, int64_t end) {
      std::vector<uint32_t>& found = shares_[thread].elsewhere;
      found.clear();
      in_pieces(begin, end, [&](int64_t first, int64_t last) {
        find_cells(grid, flock.bodies, first, last, flock.cells);
        for (int64_t i = first; i < last; ++i) {
          flock.cells[i] -= slab.first_cell;  // cells before the slab become large numbers
          if (flock.cells[i] >= slab.cells) found.push_back(static_cast<uint32_t>(i));
        }
      });
    });
    for (size_t t = 0; t < threads_; ++t)
      elsewhere.insert(elsewhere.end(), shares_[t].elsewhere.begin(), shares_[t].elsewhere.end());
  }

  /// Fills flock.starts for the cells of `slab`, once all boids are in the slab and flock.cells is right.
  template <int D>
  void count_found(FlockArrays<D>& flock, const Slab& slab) {
    begin(flock.boids);
    on_shares(flock.boids, [&](size_t thread, int64_t begin, int64_t end) {
      count_share(shares_[thread], flock.cells, slab.cells, begin, end, [](int64_t, int64_t) {});
    });
    counts_to_places(slab.cells, flock.starts);
  }

  /// Fills flock.sorted_* in the order of (cell, id), after count() or count_found(): the same for any number of threads.
  template <int D>
  void move(FlockArrays<D>& flock) {
    on_shares(flock.boids, [&](size_t thread, int64_t begin, int64_t end) {
      Slot* const slots = shares_[thread].slots.data();
      if (flock.carried)
        place_share<true>(slots, flock, begin, end);
      else
        place_share<false>(slots, flock, begin, end);
    });
    // Few boids, except in a flock in a new order: synchronising the threads would cost more than it saves.
    size_t mixed = 0;
    for (size_t t = 0; t < threads_; ++t) mixed += shares_[t].mixed.size();
    const auto mend_share = [&](size_t thread) {
      for (const uint32_t cell : shares_[thread].mixed)
        mend(flock, flock.starts[cell], flock.starts[cell + 1]);
    };
    if (mixed > kFewMixed) {
      on_shares(static_cast<int64_t>(threads_), [&](size_t thread, int64_t, int64_t) { mend_share(thread); });
    } else {
      for (size_t t = 0; t < threads_; ++t) mend_share(t);
    }
  }

 private:
  void begin(int64_t boids) { threads_ = boids < kSerialBelow ? 1 : shares_.size(); }

  /// Calls body(first, last) for parts of [begin, end) that fit into the first-level cache.
  template <class Body>
  static void in_pieces(int64_t begin, int64_t end, const Body& body) {
    constexpr int64_t kPiece = 1024;
    for (int64_t i = begin; i < end; i += kPiece) body(i, std::min(i + kPiece, end));
  }

  /// Calls body(thread, begin, end) for equal shares of [0, count).
  template <class Body>
  void on_shares(int64_t count, const Body& body) {
    if (threads_ == 1) return body(0, 0, count);
    const auto threads = static_cast<int64_t>(threads_);
    pool_.on_each([&](int thread) {
      body(static_cast<size_t>(thread), count * thread / threads, count * (thread + 1) / threads);
    });
  }

  /// Entry of one thread and cell: `place` is first the number of boids, then the next free index; `last` is the id placed last.
  struct Slot {
    uint32_t place, last;
  };
  // Smaller sorts use one thread: waking a second one costs more than it saves.
  static constexpr int64_t kSerialBelow = 4096;
  static constexpr size_t kFewMixed = 1000;
  static constexpr uint32_t kMixed =
      0xffffffffu;  // Slot::last of a cell that several threads fill: sorted afterwards

  /// The cells are divided into blocks. The boids of a thread lie in few blocks, because they are still nearly sorted
  /// from the step before.
  static constexpr int64_t kBlockCells = 1024;
  struct Share {
    std::vector<Slot> slots;          // (cells,), of which only those of touched blocks are used
    std::vector<uint8_t> touched;     // (blocks,)
    std::vector<uint32_t> mixed;      // cells that several threads filled and this one sorts
    std::vector<uint32_t> elsewhere;  // boids outside the slab, found by find()
  };

  /// Counts the boids of one share; find(first, last) fills cell[first] .. cell[last - 1] before they are counted.
  template <class Find>
  static void count_share(Share& share, const uint32_t* cell, int64_t cells, int64_t begin, int64_t end,
                          const Find& find) {
    share.slots.resize(static_cast<size_t>(cells));
    share.touched.assign(static_cast<size_t>(blocks_of(cells)), 0);
    uint8_t* const touched = share.touched.data();
    in_pieces(begin, end, [&](int64_t first, int64_t last) {
      find(first, last);
      for (int64_t k = first; k < last; ++k) touched[cell[k] / kBlockCells] = 1;
    });
    Slot* const slots = share.slots.data();
    for (int64_t block = 0; block < blocks_of(cells); ++block) {
      if (touched[block])
        std::fill(slots + block * kBlockCells, slots + std::min((block + 1) * kBlockCells, cells),
                  Slot{0, 0});
    }
    for (int64_t k = begin; k < end; ++k) ++slots[cell[k]].place;
  }
  static int64_t blocks_of(int64_t cells) { return (cells + kBlockCells - 1) / kBlockCells; }

  /// Replaces counts by the first index of each thread and cell, and fills starts[] with the first index of each cell.
  void counts_to_places(int64_t cells, uint32_t* starts) {
    const auto for_each_block = [&](int64_t begin, int64_t end, const auto& body) {
      std::vector<Slot*> active;  // slots of the threads that have boids in the block
      for (int64_t block = begin; block < end; ++block) {
        active.clear();
        for (size_t t = 0; t < threads_; ++t) {
          if (shares_[t].touched[static_cast<size_t>(block)]) active.push_back(shares_[t].slots.data());
        }
        body(active, block * kBlockCells, std::min((block + 1) * kBlockCells, cells));
      }
    };
    std::vector<uint32_t> base(threads_ + 1, 0);
    if (threads_ > 1) {
      on_shares(blocks_of(cells), [&](size_t thread, int64_t begin, int64_t end) {
        uint32_t sum = 0;
        for_each_block(begin, end, [&](const std::vector<Slot*>& active, int64_t first, int64_t last) {
          for (const Slot* slots : active) {
            for (int64_t c = first; c < last; ++c) sum += slots[c].place;
          }
        });
        base[thread + 1] = sum;
      });
      for (size_t t = 1; t < base.size(); ++t) base[t] += base[t - 1];
    }
    on_shares(blocks_of(cells), [&](size_t thread, int64_t begin, int64_t end) {
      uint32_t place = base[thread];
      shares_[thread].mixed.clear();
      for_each_block(begin, end, [&](const std::vector<Slot*>& active, int64_t first, int64_t last) {
        if (active.empty()) {
          std::fill(starts + first, starts + last, place);
        } else if (active.size() == 1) {
          Slot* const slots = active[0];
          for (int64_t c = first; c < last; ++c) {
            starts[c] = place;
            place += std::exchange(slots[c].place, place);
          }
        } else {
          for (int64_t c = first; c < last; ++c)
            place = share_out(active, c, starts, place, shares_[thread].mixed);
        }
      });
      if (end == blocks_of(cells)) starts[cells] = place;
    });
  }

  /// Divides the indices of one cell among the threads with boids in it. @returns the first index after the cell.
  static uint32_t share_out(const std::vector<Slot*>& active, int64_t cell, uint32_t* starts, uint32_t place,
                            std::vector<uint32_t>& mixed) {
    starts[cell] = place;
    int filled = 0;
    for (Slot* slots : active) {
      filled += slots[cell].place > 0;
      place += std::exchange(slots[cell].place, place);
    }
    if (filled > 1) {
      for (Slot* slots : active) slots[cell].last = kMixed;
      mixed.push_back(static_cast<uint32_t>(cell));
    }
    return place;
  }

  /// Moves the boids of one share to their cells. Boids stay nearly sorted, so only the few that just entered a cell
  /// are out of order.
  template <bool kCarried, int D>
  static void place_share(Slot* slots, const FlockArrays<D>& flock, int64_t begin, int64_t end) {
    const ColumnCopier columns(flock.columns, flock.sorted_columns);
    for (int64_t i = begin; i < end; ++i) {
      const uint32_t cell = flock.cells[i], id = flock.ids[i];
      Slot& slot = slots[cell];
      const uint32_t place = slot.place++;
      flock.sorted_ids[place] = id;
      flock.sorted_bodies[place] = flock.bodies[i];
      flock.copy_coordinates(place);
      if constexpr (kCarried) columns.copy(i, place);
      if (id >= slot.last) {
        slot.last = id;
      } else if (slot.last != kMixed) {
        move_down(flock, place, flock.starts[cell]);
      }
    }
  }

  template <int D>
  static void move_down(const FlockArrays<D>& flock, uint32_t place, uint32_t first) {
    const uint32_t from = place, id = flock.sorted_ids[place];
    const Body<float, D> body = flock.sorted_bodies[place];
    Columns<D, float, ValueOf> kept;
    const auto own = columns_in(kept, flock.carried);
    if (flock.carried) copy_columns(flock.sorted_columns, place, own, 0);
    for (; place > first && flock.sorted_ids[place - 1] > id; --place) {
      flock.sorted_ids[place] = flock.sorted_ids[place - 1];
      flock.sorted_bodies[place] = flock.sorted_bodies[place - 1];
      if (flock.carried) copy_columns(flock.sorted_columns, place - 1, flock.sorted_columns, place);
    }
    flock.sorted_ids[place] = id;
    flock.sorted_bodies[place] = body;
    if (flock.carried) copy_columns(own, 0, flock.sorted_columns, place);
    for (; place <= from; ++place) flock.copy_coordinates(place);
  }

  template <int D>
  static void mend(const FlockArrays<D>& flock, uint32_t begin, uint32_t end) {
    for (uint32_t place = begin + 1; place < end; ++place) move_down(flock, place, begin);
  }

  ThreadPool& pool_;
  size_t threads_ = 1;         // number of threads in the current sort
  std::vector<Share> shares_;  // one per thread
};

}  // namespace murmur

// Types shared by the row updates of all instruction sets (lanes_step.h, scalar_step.h): arguments, function types,
// and the report of boids that are not finite.
#pragma once

#include <atomic>

#include "model/model.h"
#include "model/step.h"
#include "sim/backends/backend.h"
#include "sim/backends/cpu/slab.h"

namespace murmur {

/// Number of boids past the end that a block may load but not use; arrays of sorted boids are longer by this.
constexpr int64_t kBlockPadding = 32;

/// Candidate lists pay where 16 boids occupy less than this volume [R³]; in a larger one each boid has fewer than
/// about 12 neighbours.
constexpr float kListedVolume = 5.6f;

/// Tables of species, transposed for lanes: the last index is the boid's species.
struct SpeciesColumns {
  static constexpr int kTraits = sizeof(Traits<float>) / sizeof(float),
                       kToward = sizeof(Toward<float>) / sizeof(float);
  alignas(64) float traits[kTraits][kMostSpecies];
  alignas(64) float toward[kMostSpecies][kToward][kMostSpecies];  ///< last index: the neighbour's species
};

SpeciesColumns species_columns(const Rules<float>& rules);

template <int D>
struct RowUpdateArguments {
  const Parameters<float, D>* parameters;
  const CellGrid<float, D>* grid;
  int32_t column_from, column_to;  ///< columns of each row to update, without column_to
  SlabStarts starts;               ///< first sorted index of each cell
  const Body<float, D>* sorted;    ///< (boids + kBlockPadding,) in contract order
  Body<float, D>* next;            ///< (boids + kBlockPadding,) new boids in the order of `sorted`
  AxisPointers<D> coordinates;     ///< coordinates of `sorted`, read by lanes that list candidates
  const uint32_t* ids;             ///< (boids,) by sorted index
  Carried carried;
  Columns<D, float, PointerTo> columns;  ///< (boids,) by sorted index; null where boids do not keep them
  const SpeciesColumns* species;         ///< transposed tables for lanes; null without species
  uint32_t* caught;  ///< (boids,) by sorted index: species after the step; only if Rules::catches
  CustomRows<float> custom_rows;    ///< a row of (boids + kBlockPadding,) for each number, by sorted index
  std::atomic<uint32_t>* fault;     ///< lowered to the id of a boid that is not finite afterwards
  const std::atomic<bool>* cancel;  ///< when true, the remaining rows may be skipped; null: never
};

/// Tests whether next[first .. last - 1] and their columns are finite, and lowers the fault to the id of each boid that is not.
template <int D>
void report_faults(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last);
/// Sets `lowest` to `id` if `id` is lower; safe to call from several threads.
void lower_to(std::atomic<uint32_t>& lowest, uint32_t id);

/// Steps the boids of cell rows row_begin .. row_end - 1, counted over all layers.
template <int D>
using RowUpdateFunction = void (*)(const RowUpdateArguments<D>&, int64_t row_begin, int64_t row_end);

/// Sets cells[i] = grid.cell(bodies[i].p) for begin <= i < end. May read kBlockPadding bodies more.
template <int D>
using CellsFunction = void (*)(const CellGrid<float, D>& grid, const Body<float, D>* bodies, int64_t begin,
                               int64_t end, uint32_t* cells);

}  // namespace murmur

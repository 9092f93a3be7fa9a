// Shared by the row updates of all instruction sets (lanes_step.h, scalar_step.h): their arguments, function
// types, and the report of boids that are not finite.
#pragma once

#include <atomic>

#include "model/model.h"
#include "model/step.h"
#include "sim/backends/backend.h"
#include "sim/backends/cpu/slab.h"

namespace murmur {

/// Boids past the end that a block may load (never use): arrays of sorted boids are longer by this.
constexpr int64_t kBlockPadding = 32;

/// Lists of candidates pay where 16 boids are in less than so much [R³]: in more, each has fewer than about 12 neighbours.
constexpr float kListedVolume = 5.6f;

/// The tables of species by columns, from which lanes take a number of each boid's species: [boid's species].
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
  int32_t column_from, column_to;  ///< the boids in these columns of each row; the last one not included
  SlabStarts starts;               ///< first sorted index of each cell
  const Body<float, D>* sorted;    ///< (boids + kBlockPadding,) in contract order
  Body<float, D>* next;            ///< (boids + kBlockPadding,) in the order of `sorted`
  AxisPointers<D> coordinates;     ///< read by lanes that list candidates (candidate_lists.inl)
  const uint32_t* ids;             ///< (boids,) by sorted index
  Carried carried;
  Columns<D, float, PointerTo> columns;  ///< (boids,) by sorted index; null where boids do not keep them
  const SpeciesColumns* species;         ///< columns that lanes read; null without species
  uint32_t* caught;  ///< (boids,) by sorted index: species after the step; only if Rules::catches
  CustomRows<float> custom_rows;    ///< (boids + kBlockPadding,) by sorted index each, of custom rules
  std::atomic<uint32_t>* fault;     ///< lowered to the id of a boid that is not finite afterwards
  const std::atomic<bool>* cancel;  ///< the rest of the rows may be left out when it is true; null: never
};

/// Tests next[first .. last - 1] and what these boids keep, and lowers the fault to the id of each that is not finite.
template <int D>
void report_faults(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last);
/// Lowers `lowest` to `id` if that is lower; threads may do so at the same time.
void lower_to(std::atomic<uint32_t>& lowest, uint32_t id);

/// Steps the boids in columns of cell rows row_begin .. row_end - 1, counted over all layers.
template <int D>
using RowUpdateFunction = void (*)(const RowUpdateArguments<D>&, int64_t row_begin, int64_t row_end);

/// cells[i] = grid.cell(bodies[i].p) for begin <= i < end. May read kBlockPadding bodies more.
template <int D>
using CellsFunction = void (*)(const CellGrid<float, D>& grid, const Body<float, D>* bodies, int64_t begin,
                               int64_t end, uint32_t* cells);

}  // namespace murmur

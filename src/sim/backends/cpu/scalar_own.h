// Rules of one's own of boids one at a time.
#pragma once

#include "sim/backends/cpu/scalar_step.h"

namespace murmur {

/// What rules of one's own add to the boids of rows, and to boids that test all others; and the sums alone of a block: into
/// RowUpdateArguments::own_rows, before their update.
template <int D>
RowUpdateFunction<D> scalar_own_rows(bool octants, Images images);
template <int D>
void scalar_own_sums(const RowUpdateArguments<D>& u, Images images, const Block& block);
template <int D>
AllPairsFunction<D> scalar_own_all_pairs();

}  // namespace murmur

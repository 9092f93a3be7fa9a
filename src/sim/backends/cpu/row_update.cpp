#include "sim/backends/cpu/row_update.h"

#include <cstring>

namespace murmur {

SpeciesColumns species_columns(const Rules<float>& rules) {
  SpeciesColumns columns{};
  const auto take = [](const auto& row, float(*to)[kMostSpecies], int64_t species) {
    float numbers[sizeof row / sizeof(float)];
    std::memcpy(numbers, &row, sizeof row);
    for (const float number : numbers) (*to++)[species] = number;
  };
  const int64_t count = rules.species.size;
  for (int64_t own = 0; own < count; ++own) {
    take(rules.species.data[own], columns.traits, own);
    for (int64_t other = 0; other < count; ++other)
      take(rules.toward.data[own * count + other], columns.toward[other], own);
  }
  return columns;
}

void lower_to(std::atomic<uint32_t>& lowest, uint32_t id) {
  uint32_t seen = lowest.load();
  while (id < seen && !lowest.compare_exchange_weak(seen, id)) {
  }
}

template <int D>
void report_faults(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last) {
  for (uint32_t i = first; i < last; ++i) {
    if (!all_finite(u.next[i].p, u.next[i].v) || !all_finite(columns_at(u.columns, i)))
      lower_to(*u.fault, u.ids[i]);
  }
}
template void report_faults<2>(const RowUpdateArguments<2>&, uint32_t, uint32_t);
template void report_faults<3>(const RowUpdateArguments<3>&, uint32_t, uint32_t);

}  // namespace murmur

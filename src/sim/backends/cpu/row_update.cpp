#include "sim/backends/cpu/row_update.h"

namespace murmur {

template <int D>
void report_faults(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last) {
  for (uint32_t i = first; i < last; ++i) {
    if (all_finite(u.next[i].p, u.next[i].v)) continue;
    uint32_t lowest = u.fault->load();
    while (u.ids[i] < lowest && !u.fault->compare_exchange_weak(lowest, u.ids[i])) {
    }
  }
}
template void report_faults<2>(const RowUpdateArguments<2>&, uint32_t, uint32_t);
template void report_faults<3>(const RowUpdateArguments<3>&, uint32_t, uint32_t);

}  // namespace murmur

#include "sim/backends/cpu/lanes_finish.cpp"

#if HWY_ONCE
#include "mutants/mutants.h"
#include "sim/backends/cpu/cpu.h"

bool murmur::run() {
  const std::vector<MakeBackend> backends{
      [] { return make_cpu({.threads = 1, .simd = available_simds().back()}); }};
  return all_right(backends) && tells_its_state(backends);
}
#endif

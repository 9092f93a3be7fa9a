#include "sim/backends/cpu/lanes_step.cpp"

#if HWY_ONCE
#include "mutants/mutants.h"
#include "sim/backends/cpu/cpu.h"

bool murmur::run() {
  return all_right({[] { return make_cpu({.threads = 1, .simd = available_simds().back()}); }});
}
#endif

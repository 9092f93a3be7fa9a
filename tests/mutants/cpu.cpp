#include "sim/backends/cpu/cpu.cpp"
#include "sim/backends/cpu/row_update.cpp"
#include "sim/backends/cpu/scalar_step.cpp"
#include "sim/backends/parameters.cpp"

#include "mutants/mutants.h"

bool murmur::run() {
  return all_right({[] { return make_cpu({.threads = 1, .simd = Simd::kScalar}); }});
}

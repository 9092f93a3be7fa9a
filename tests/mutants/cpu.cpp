#include "sim/backends/cpu/cpu.cpp"
#include "sim/backends/cpu/row_update.cpp"
#include "sim/backends/cpu/scalar_step.cpp"
#include "sim/backends/host_step.cpp"
#include "sim/backends/make_parameters.cpp"

#include "mutants/mutants.h"

bool murmur::run() {
  const std::vector<MakeBackend> backends{[] { return make_cpu({.threads = 1, .simd = Simd::kScalar}); }};
  return all_right(backends) && tells_its_state(backends);
}

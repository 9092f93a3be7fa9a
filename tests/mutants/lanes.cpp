#include "sim/backends/cpu/lanes_step.cpp"

#if HWY_ONCE
#include "sim/backends/cpu/cpu.h"

std::unique_ptr<murmur::Backend<float>> backend_to_test() {
  return murmur::make_cpu({.threads = 1, .simd = murmur::available_simds().back()});
}
#endif

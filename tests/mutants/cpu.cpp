#include "sim/backends/cpu/cpu.cpp"
#include "sim/backends/cpu/row_update.cpp"
#include "sim/backends/cpu/scalar_step.cpp"
#include "sim/backends/parameters.cpp"

std::unique_ptr<murmur::Backend<float>> backend_to_test() {
  return murmur::make_cpu({.threads = 1, .simd = murmur::Simd::kScalar});
}

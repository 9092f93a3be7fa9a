// The run of a mutant of the lanes, by the newest instruction set. Included after one of their sources.
#pragma once

#if HWY_ONCE
#include "mutants/mutants.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"

bool murmur::run() {
  const std::vector<MakeBackend> backends{
      [] { return make_cpu({.threads = 1, .simd = available_simds().back()}); }};
  return all_right(backends) && tells_its_state(backends);
}
#endif

// Names of the cpu backend's instruction sets, and whether this machine supports them.
#pragma once

#include <string>
#include <vector>

#include "sim/backends/backend.h"

namespace murmur {

struct InstructionSet {
  const char* name;  ///< value of --simd, and of bench --backends
  Simd simd;
  bool available;  ///< this machine and this build support the set
};

/// All instruction sets from the slowest to the fastest; kAuto is not one of them.
const std::vector<InstructionSet>& instruction_sets();
/// The instruction sets of this machine and build, for tests and timings.
std::vector<Simd> available_simds();
std::vector<std::string> simd_names();

bool has_simd(Simd simd);  ///< true for kAuto too
/// The fastest instruction set of this machine, which kAuto stands for.
Simd best_simd();
const char* simd_name(Simd simd);
/// @returns false, with `simd` unchanged, if no instruction set has this name; `auto` is no instruction set.
bool read_simd(const std::string& name, Simd& simd);

}  // namespace murmur

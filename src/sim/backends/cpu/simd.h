// The instruction sets of the cpu backend: the one table of their names and whether this machine has them.
#pragma once

#include <string>
#include <vector>

#include "sim/backends/backend.h"

namespace murmur {

struct InstructionSet {
  const char* name;  ///< as --simd and bench --backends write it
  Simd simd;
  bool available;  ///< this machine and this build have it
};

/// From the slowest to the fastest; kAuto is not one of them.
const std::vector<InstructionSet>& instruction_sets();
/// Those that can be used here: what tests and timings go through.
std::vector<Simd> available_simds();
std::vector<std::string> simd_names();

bool has_simd(Simd simd);  ///< kAuto too
/// The fastest of what the machine has, for kAuto.
Simd best_simd();
const char* simd_name(Simd simd);
/// False, and `simd` as it was, when no instruction set has this name; `auto` is none.
bool read_simd(const std::string& name, Simd& simd);

}  // namespace murmur

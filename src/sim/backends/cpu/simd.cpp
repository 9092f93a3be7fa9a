#include "sim/backends/cpu/simd.h"

#include <algorithm>

#include "sim/backends/cpu/lanes_targets.h"

namespace murmur {

const std::vector<InstructionSet>& instruction_sets() {
  static const std::vector<InstructionSet> sets = [] {
#if HWY_ARCH_WASM
    const auto usable = HWY_TARGETS;  // a browser without SIMD128 refuses the whole module
#else
    const auto usable = hwy::SupportedTargets() & (HWY_TARGETS);  // executes CPUID, slow in a VM
#endif
    std::vector<InstructionSet> all{{"scalar", Simd::kScalar, true}};
#if HWY_ARCH_X86
    all.push_back({"avx2", Simd::kAvx2, (usable & HWY_AVX2) != 0});
    all.push_back({"avx512", Simd::kAvx512, (usable & HWY_AVX3) != 0});
#elif HWY_ARCH_ARM_A64
    all.push_back({"neon", Simd::kNeon, (usable & HWY_NEON) != 0});
#elif HWY_ARCH_WASM
    all.push_back({"simd128", Simd::kSimd128, (usable & HWY_WASM) != 0});
#endif
    return all;
  }();
  return sets;
}

std::vector<Simd> available_simds() {
  std::vector<Simd> simds;
  for (const InstructionSet& set : instruction_sets()) {
    if (set.available) simds.push_back(set.simd);
  }
  return simds;
}

std::vector<std::string> simd_names() {
  std::vector<std::string> names;
  for (const InstructionSet& set : instruction_sets()) names.emplace_back(set.name);
  return names;
}

bool has_simd(Simd simd) {
  const std::vector<Simd> simds = available_simds();
  return simd == Simd::kAuto || std::find(simds.begin(), simds.end(), simd) != simds.end();
}

Simd best_simd() { return available_simds().back(); }

const char* simd_name(Simd simd) {
  static constexpr const char* kNames[] = {"auto",   "scalar", "avx2",
                                           "avx512", "neon",   "simd128"};  // indexed by Simd
  return kNames[static_cast<size_t>(simd)];
}

bool read_simd(const std::string& name, Simd& simd) {
  for (const InstructionSet& set : instruction_sets()) {
    if (set.name == name) return simd = set.simd, true;
  }
  return false;
}

}  // namespace murmur

// What PTX's instructions do for the lanes of a warp, after NVIDIA's "PTX ISA" manual, version 9.0: tables by
// name for kernel.cpp. Instructions that end, join or exchange between lanes are grid.cpp's.
#pragma once

#include <string>
#include <vector>

#include "device/kernel.h"

namespace murmur::simulated {

struct Operation {
  Run run = nullptr;             ///< null: not known
  std::vector<uint32_t> widths;  ///< of its operands [bytes]
};

/// Arithmetic, comparisons, moves ("add.rn.f32").
Operation arithmetic(const std::string& name);

/// A load or store of `count` values of this type to or from registers `width` bytes wide.
Run load_of(const std::string& type, uint32_t count, uint32_t width);
Run store_of(const std::string& type, uint32_t count, uint32_t width);
/// "add.u32"
Run atomic_of(const std::string& operation_and_type);
uint32_t width_of_type(const std::string& type);

}  // namespace murmur::simulated

// Assigns registers to the values of a program: only to values that are used, in the order in which they are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/custom/program.h"
#include "sim/rules/values.h"

namespace murmur::rules {

struct Listing {
  std::vector<CustomSlot> inputs;
  std::vector<Instruction> code;  ///< empty if more than kMostOwnRegisters are needed
  size_t same_for_pairs = 0;
  int registers = 0;
  std::vector<uint8_t> results;  ///< registers of the results
};

/// Makes the program that computes `results`. No instruction writes to a register that it reads.
/// @param for_pairs  instructions that use nothing of a pair go first, and their results and all inputs keep their
///                   registers: the rest is run again for other pairs
Listing list_program(const Values& values, const std::vector<Id>& results, bool for_pairs);

}  // namespace murmur::rules

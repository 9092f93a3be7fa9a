// A small program for each part of src/model, for tools/mutate.py: the sources of one backend are compiled into it
// (reference.cpp, cpu.cpp, lanes.cpp, device.cpp, slabs.cpp here), and it exits 0 when all bits are those of
// tests/golden/model_bits.txt. main.cpp has the comparisons; each program has run().
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sim/backends/backend.h"

namespace murmur {

using MakeBackend = std::function<std::unique_ptr<Backend<float>>()>;

/// Whether all that is looked at is right: the bits of every model case, what is drawn and picked, and the boid that a
/// fault names. Stops at the first difference, and prints it.
bool all_right(const std::vector<MakeBackend>& backends);

/// Of each program: whether its backends are right.
bool run();

}  // namespace murmur

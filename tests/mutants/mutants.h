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

/// Whether the bits of every model case are right. Stops at the first difference, and prints it.
bool all_right(const std::vector<MakeBackend>& backends);
/// Whether what is drawn and picked is right, and the boid and the step that a fault names. Not for ranks, which draw nothing
/// and end with a fault.
bool tells_its_state(const std::vector<MakeBackend>& backends);

/// Of each program: whether its backends are right.
bool run();

}  // namespace murmur

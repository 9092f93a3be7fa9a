// The cpu backend: a grid of cells, threads, and lanes of the processor's instruction set.
#pragma once

#include <functional>
#include <memory>

#include "sim/backends/backend.h"

namespace murmur {

inline constexpr const char* kCpuName = "cpu";

/// Makes the cpu backend. @throws UserError when this machine lacks the instruction set asked for.
std::unique_ptr<Backend<float>> make_cpu(const BackendOptions& options);

/// Makes backends that share the threads of the first one; one of them may step at a time.
std::function<std::unique_ptr<Backend<float>>()> cpu_maker(const BackendOptions& options);

}  // namespace murmur

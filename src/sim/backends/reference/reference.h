// The reference backend: the definition of a step, with all pairs on one thread.
#pragma once

#include <memory>

#include "sim/backends/backend.h"

namespace murmur {

inline constexpr const char* kReferenceName = "reference";

std::unique_ptr<Backend<float>> make_reference_float();
std::unique_ptr<Backend<double>> make_reference_double();

}  // namespace murmur

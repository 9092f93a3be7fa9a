// The programs of custom rules as text for NVRTC: constants of model/device/known_rules.h, and the kernel that runs them. Numbers of
// the rules are not in it, so another `let` is no other text.
#pragma once

#include <string>

#include "model/custom/program.h"

namespace murmur {

/// The type murmur::Programs. `custom`: in the host's memory.
std::string text_of_custom_rules(const CustomRules<float>& custom);

/// The kernel custom_rules(arguments, boids), for blocks of so many threads. `rules`: a type of namespace murmur as RunKnownRules.
std::string text_of_custom_kernel(int dimensions, int threads, const std::string& rules);

}  // namespace murmur

// Converts the programs of custom rules to text for NVRTC: constants for model/device/known_rules.h, and the kernel
// that runs them. The text does not contain the numbers of rules, so changing a `let` needs no new text.
#pragma once

#include <string>

#include "model/custom/program.h"

namespace murmur {

/// Text of the type murmur::Programs. `custom`: in the host's memory.
std::string text_of_custom_rules(const CustomRules<float>& custom);

/// Text of the kernel custom_rules(arguments, boids), for blocks of `threads` threads. `rules`: a type like
/// RunKnownRules in namespace murmur.
std::string text_of_custom_kernel(int dimensions, int threads, const std::string& rules);

}  // namespace murmur

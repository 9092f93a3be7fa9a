// The programs of rules of one's own as text for NVRTC: constants of model/device/known_rules.h, and the kernel that runs them. Numbers of
// the rules are not in it, so another `let` is no other text.
#pragma once

#include <string>

#include "model/own/program.h"

namespace murmur {

/// The type murmur::Programs. `own`: in the host's memory.
std::string text_of_own_rules(const OwnRules<float>& own);

/// The kernel own_rules(arguments, boids), for blocks of so many threads. `rules`: a type of namespace murmur as RunKnownRules.
std::string text_of_own_kernel(int dimensions, int threads, const std::string& rules);

}  // namespace murmur

// All behaviours for scalars. sim/backends/cpu/lanes_step.cpp includes the same .inl files for lanes.
#pragma once

#include "base/functions.h"
#include "base/random.h"
#include "model/custom/functions.h"
#include "model/model.h"

namespace murmur {

#include "model/behaviours.inl"
// The order matters: each file uses earlier ones.
// clang-format off
#include "model/walls/part.inl"
#include "model/walls/move.inl"
// clang-format on
#include "model/behaviours/walls.inl"
#include "model/custom/sums.inl"

}  // namespace murmur

#include "model/predators.h"

// All behaviours for scalars; lanes include the same text (sim/backends/cpu/lanes_step.cpp).
#pragma once

#include "base/random.h"
#include "model/model.h"

namespace murmur {

#include "model/behaviours.inl"

}  // namespace murmur

#include "model/predators.h"

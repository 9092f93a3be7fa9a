// All behaviours for scalars. sim/backends/cpu/lanes_step.cpp includes the same .inl files for lanes.
#pragma once

#include "base/functions.h"
#include "base/random.h"
#include "model/model.h"
#include "model/own/functions.h"

namespace murmur {

#include "model/behaviours.inl"
#include "model/walls/move.inl"

#include "model/behaviours/walls.inl"
#include "model/own/sums.inl"

}  // namespace murmur

#include "model/predators.h"

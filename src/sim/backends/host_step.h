// The end of a boid's step, and the step of a predator: long functions, compiled only once for all backends of the host.
#pragma once

#include "model/behaviours.h"

namespace murmur {

#define MURMUR_HOST_STEP(PREFIX, D)                                                                         \
  PREFIX template bool advance<float, D, float>(                                                            \
      const Parameters<float, D>&, const Traits<float>&, const IdsOf<float>&, float, Vec<float, D>,         \
      Vec<float, D>&, Vec<float, D>&, const Columns<D, float, PointerTo>&, const CustomRows<float>&);       \
  PREFIX template bool step_predator<float, D>(const Parameters<float, D>&, const Pack<float, D>&, int64_t, \
                                               bool, const Vec<float, D>&, Vec<float, D>&, Vec<float, D>&);

MURMUR_HOST_STEP(extern, 2)
MURMUR_HOST_STEP(extern, 3)

}  // namespace murmur

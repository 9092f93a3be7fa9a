#include "sim/backends/host_step.h"

namespace murmur {

MURMUR_HOST_STEP(, 2)
MURMUR_HOST_STEP(, 3)

}  // namespace murmur

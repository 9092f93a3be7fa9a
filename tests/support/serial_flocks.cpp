// Flocks and slabs on a device of plain loops, compiled once for all tests.
#include "support/flock_on.h"
#include "support/serial_device.h"
#include "support/slabs_on.h"

namespace murmur {

template std::unique_ptr<Backend<float>> flock_on<SerialDevice>(const std::shared_ptr<SerialDevice>&,
                                                                UsableKernels);
template SlabMakers slabs_on<SerialDevice>();

}  // namespace murmur

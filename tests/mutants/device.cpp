#include "support/serial_device.cpp"

#include "sim/backends/parameters.cpp"
#include "support/flock_on.h"

std::unique_ptr<murmur::Backend<float>> backend_to_test() {
  return murmur::flock_on(std::make_shared<murmur::SerialDevice>());
}

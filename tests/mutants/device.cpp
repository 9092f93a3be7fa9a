#include "support/serial_device.cpp"

#include "mutants/mutants.h"
#include "sim/backends/make_parameters.cpp"
#include "support/flock_on.h"

bool murmur::run() {
  std::vector<MakeBackend> backends;
  for (const std::string& name : update_kernel_names()) {
    const auto kernel = update_kernel(name);
    backends.push_back([kernel] { return flock_on(std::make_shared<SerialDevice>(), {kernel}); });
  }
  return all_right(backends) && tells_its_state(backends);
}

#include "support/serial_device.cpp"

#include "mutants/mutants.h"
#include "sim/backends/parameters.cpp"
#include "support/cheap_test.h"
#include "support/flock_on.h"

bool murmur::run() {
  int missed = 0;
  try_cheap_tests([&](const CheapTestResult& result, float, float, float) { missed += result.missed; });
  if (missed > 0) return false;
  std::vector<MakeBackend> backends;
  for (const std::string& name : update_kernel_names()) {
    const auto kernel = update_kernel(name);
    backends.push_back([kernel] { return flock_on(std::make_shared<SerialDevice>(), kernel); });
  }
  return all_right(backends) && tells_its_state(backends);
}

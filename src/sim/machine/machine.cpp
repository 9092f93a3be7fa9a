#include "sim/machine/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>

#include <fmt/format.h>

#include "sim/backends/cpu/simd.h"
#include "sim/machine/proc.h"
#include "sim/machine/registry.h"
#include "sim/util/processors.h"

namespace murmur {
namespace {

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double busy_now() {
  std::ifstream stat("/proc/stat");
  return busy_seconds(stat, static_cast<double>(sysconf(_SC_CLK_TCK)));
}

double own_seconds() {
  const auto seconds = [](int who) {
    rusage usage = {};
    getrusage(who, &usage);
    const auto of = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
  };
  return seconds(RUSAGE_SELF) + seconds(RUSAGE_CHILDREN);
}

}  // namespace

Machine this_machine() {
  Machine machine;
  std::ifstream info("/proc/cpuinfo"), driver("/proc/driver/nvidia/version");
  machine.cpu = cpu_model(info);
  machine.threads = processors();
  machine.simd = simd_name(best_simd());
  for (const BackendKind& kind : backends()) {
    if (!kind.on_device() || kind.processes > 0)
      continue;  // skips devices of other machines, used through several processes
    for (const DeviceInfo& device : kind.devices(&machine.why_no_gpu)) machine.gpus.push_back(device.name);
  }
  if (!machine.gpus.empty()) machine.why_no_gpu.clear();
  machine.gpu_driver = gpu_driver(driver);
  return machine;
}

std::string slug(const Machine& machine) {
  std::string name;
  for (const char c :
       fmt::format("{}-{}{}", machine.cpu, machine.threads, machine.threads == 1 ? "core" : "cores")) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte)) {
      name += static_cast<char>(std::tolower(byte));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  return name;
}

OtherLoad::OtherLoad() : begin_(now_seconds()), busy_(busy_now()), own_(own_seconds()) {}

std::string OtherLoad::warning() const {
  return load_warning(busy_now() - busy_, own_seconds() - own_, now_seconds() - begin_);
}

}  // namespace murmur

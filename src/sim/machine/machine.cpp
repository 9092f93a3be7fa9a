#include "sim/machine/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "sim/backends/cpu/simd.h"
#include "sim/machine/registry.h"

namespace murmur {
namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::string nvidia_driver() {
  std::ifstream version("/proc/driver/nvidia/version");
  std::string line;
  if (!std::getline(version, line)) return {};
  const size_t colon = line.find(": ");
  return colon == std::string::npos ? line : line.substr(colon + 2);
}

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Busy time of all cores, stolen time of a virtual machine included.
double busy_seconds() {
  std::ifstream stat("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft_irq = 0, steal = 0;
  if (!(stat >> name >> user >> nice >> system >> idle >> wait >> irq >> soft_irq >> steal)) return 0.0;
  return (user + nice + system + irq + soft_irq + steal) / static_cast<double>(sysconf(_SC_CLK_TCK));
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
  machine.cpu = cpu_model();
  machine.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  machine.simd = simd_name(best_simd());
  for (const BackendKind& kind : backends()) {
    if (!kind.on_device() || kind.processes > 0)
      continue;  // those of several processes are not of this machine
    for (const DeviceInfo& device : kind.devices(&machine.why_no_gpu)) machine.gpus.push_back(device.name);
  }
  if (!machine.gpus.empty()) machine.why_no_gpu.clear();
  machine.gpu_driver = nvidia_driver();
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

OtherLoad::OtherLoad() : begin_(now_seconds()), busy_(busy_seconds()), own_(own_seconds()) {}

double OtherLoad::cores() const {
  const double busy = busy_seconds() - busy_, own = own_seconds() - own_, passed = now_seconds() - begin_;
  return passed > 0.0 ? std::max(0.0, busy - own) / passed : 0.0;
}

std::string OtherLoad::warning() const {
  if (now_seconds() - begin_ < 0.5) return {};  // /proc/stat counts hundredths of a second
  const double others = cores();
  if (others <= 0.05) return {};
  return fmt::format(
      "other programs used {:.2f} cores meanwhile: these times are disturbed, repeat them alone", others);
}

}  // namespace murmur

#include "sim/util/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

double of_shell() {
  rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(RLIMIT_AS, &limit);
  if (limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  double pages = 0.0;
  std::ifstream("/proc/self/statm") >> pages;
  return std::max(0.0,
                  static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
}

double machines = 1.0, processes = 1.0;  // arguments of share_memory()

}  // namespace

double memory_of_machine(const std::string& info_path) {
  std::ifstream info(info_path);
  for (std::string line; std::getline(info, line);) {
    std::istringstream words(line);
    std::string name;
    double kib = 0.0;
    if (words >> name >> kib && name == "MemAvailable:") return kib * 1024.0;
  }
  return kUnlimited;
}

double memory_of_container(const std::string& group) {
  double limit = 0.0, used = 0.0;
  if (!(std::ifstream(group + "/memory.max") >> limit)) return kUnlimited;  // "max" means no limit
  if (!(std::ifstream(group + "/memory.current") >> used)) return kUnlimited;
  double cache = 0.0;  // cache counts as used, but is released on demand
  std::ifstream details(group + "/memory.stat");
  std::string name;
  for (double value = 0.0; details >> name >> value;) {
    if (name == "inactive_file") cache = value;
  }
  return std::max(0.0, limit - used + cache);
}

double available_memory() { return std::min({memory_of_machine(), of_shell(), memory_of_container()}); }

void share_memory(double among_machines, double among_processes) {
  machines = among_machines;
  processes = among_processes;
}

void require_memory(double bytes, const std::string& what, const std::string& advice) {
  const double available =
      std::min(std::min(memory_of_machine(), memory_of_container()) * machines, of_shell() * processes);
  if (bytes <= available) return;
  throw RunError(fmt::format("{} need about {:.1f} GiB of memory, but only {:.1f} GiB are available; {}",
                             what, bytes / 0x1p30, available / 0x1p30, advice));
}

}  // namespace murmur

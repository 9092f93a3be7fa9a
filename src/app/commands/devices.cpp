// murmur devices: what this machine offers to the backends.
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/options/commands.h"
#include "sim/backends/cpu/row_update.h"
#include "sim/backends/cuda.h"

namespace murmur {
namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> sets;
  for (const Simd simd : {Simd::kScalar, Simd::kAvx2, Simd::kAvx512}) {
    if (has_simd(simd)) sets.emplace_back(simd_name(simd));
  }
  return sets;
}

int devices_command() {
  fmt::print("cpu   {}\n", cpu_model());
  fmt::print("      {} threads; --simd {}\n", std::thread::hardware_concurrency(),
             fmt::join(instruction_sets(), ", "));
  std::string why;
  const std::vector<CudaDevice> devices = cuda_devices(&why);
  for (const CudaDevice& device : devices) {
    fmt::print("cuda  --device {}: {}, {:.0f} GiB, compute capability {}\n", device.index, device.name,
               device.memory_gib, device.compute_capability);
  }
  if (devices.empty()) fmt::print("cuda  none: {}\n", why);
  return 0;
}

}  // namespace

void add_devices_command(CLI::App& app, Command& chosen) {
  CLI::App* devices = app.add_subcommand("devices", "Show the processor and the GPUs that backends can use");
  devices->footer("Example:\n  murmur devices");
  devices->callback([&chosen] { chosen = devices_command; });
}

}  // namespace murmur

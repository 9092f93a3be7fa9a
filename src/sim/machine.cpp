#include "sim/machine.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "sim/cuda_backend.h"
#include "sim/row_update.h"

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

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.cpu = cpu_model();
  machine.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  machine.simd = simd_name(best_simd());
  for (const CudaDevice& device : cuda_devices(&machine.why_no_gpu)) machine.gpus.push_back(device.name);
  if (!machine.gpus.empty()) machine.why_no_gpu.clear();
  machine.gpu_driver = nvidia_driver();
  return machine;
}

std::string slug(const Machine& machine) {
  std::string name;
  for (const char c : fmt::format("{}-{}{}", machine.cpu, machine.threads, machine.threads == 1 ? "core" : "cores")) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte)) {
      name += static_cast<char>(std::tolower(byte));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  return name;
}

}  // namespace murmur

// What a timing was made on: the part of a bench header that no build flag tells. Reads /proc; never fails.
#pragma once

#include <string>
#include <vector>

namespace murmur {

struct Machine {
  std::string cpu;                 ///< model name
  int threads = 1;                 ///< hardware threads
  std::string simd;                ///< best instruction set the cpu backend uses here
  std::vector<std::string> gpus;   ///< usable CUDA devices
  std::string gpu_driver;          ///< empty without one
  std::string why_no_gpu;
};

Machine this_machine();

/// For file names: "amd-epyc-2cores".
std::string slug(const Machine& machine);

}  // namespace murmur

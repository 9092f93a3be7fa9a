// Describes the machine for timings. Reads /proc; never fails.
#pragma once

#include <string>
#include <vector>

namespace murmur {

struct Machine {
  std::string cpu;                ///< model name of the processor
  int threads = 1;                ///< number of hardware threads
  std::string simd;               ///< best instruction set of the cpu backend on this machine
  std::vector<std::string> gpus;  ///< GPUs that backends can step on
  std::string gpu_driver;         ///< version of the driver; empty without a GPU driver
  std::string why_no_gpu;
};

Machine this_machine();

/// A short name of the machine for file names: "amd-epyc-2cores".
std::string slug(const Machine& machine);

/// Measures the CPU use of other programs, which makes timings less reliable. Child processes that have ended count
/// as this program.
class OtherLoad {
 public:
  OtherLoad();
  /// A sentence if other programs used more than 5 % of a core since construction; else empty.
  std::string warning() const;

 private:
  double begin_ = 0, busy_ = 0, own_ = 0;  // [s]
};

}  // namespace murmur

// Description of the machine for timings. Reads /proc; never fails.
#pragma once

#include <string>
#include <vector>

namespace murmur {

struct Machine {
  std::string cpu;                ///< model name
  int threads = 1;                ///< hardware threads
  std::string simd;               ///< best instruction set the cpu backend uses here
  std::vector<std::string> gpus;  ///< that backends can step on
  std::string gpu_driver;         ///< empty without one
  std::string why_no_gpu;
};

Machine this_machine();

/// The name for file names: "amd-epyc-2cores".
std::string slug(const Machine& machine);

/// CPU use of other programs, which makes timings less reliable. Children that have ended count
/// as this program.
class OtherLoad {
 public:
  OtherLoad();
  /// A sentence if they used more than 5 % of a core since construction; else empty.
  std::string warning() const;

 private:
  double begin_ = 0, busy_ = 0, own_ = 0;  // [s]
};

}  // namespace murmur

// The device of tests/support/serial_device.h whose kernels are those that nvcc made: each stage looks its
// functor's kernel up in the PTX of the program and runs that. Sums and reductions, which are CUB's, stay
// plain loops.
#pragma once

#include <memory>
#include <string>
#include <typeinfo>
#include <utility>

#include "ptx/program.h"
#include "support/serial_device.h"

namespace murmur {

class PtxDevice : public SerialDevice {
 public:
  /// Of all kernels (MURMUR_PTX: their files, separated by colons); tests may take another.
  static std::shared_ptr<ptx::Module> all_kernels();

  explicit PtxDevice(std::shared_ptr<ptx::Module> kernels = all_kernels()) : kernels_(std::move(kernels)) {}

  template <class Functor>
  void for_each(const char* name, int64_t n, const Functor& functor) {
    ++calls[name];
    if (n <= 0) return;
    // The functor's name as a template argument in namespace murmur. Only its policy of atomics differs, and
    // that comes after the dimension.
    std::string type = std::string(typeid(Functor).name()).substr(std::string("N6murmur").size());
    if (const size_t dimension = type.find("ILi"); dimension != std::string::npos) type.resize(dimension + 5);
    kernels_->kernel("for_each_kernelINS_" + type).run(n, {{&functor, sizeof functor}, {&n, sizeof n}});
  }

  template <int D>
  void steer(const SteerArguments<D>& arguments, SumKind kind) {
    ++calls[arguments.grid.images == Images::kChecked ? "steer checked" : "steer"];
    const auto part = [](int number) { return "Li" + std::to_string(number) + "E"; };
    kernels_
        ->kernel("steer_kernelI" + part(D) + part(kind.index()) +
                 part(static_cast<int>(arguments.grid.images)))
        .run(arguments.flock.boids, {{&arguments, sizeof arguments}});
  }

 private:
  std::shared_ptr<ptx::Module> kernels_;
};

}  // namespace murmur

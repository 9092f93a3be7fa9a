// Chooses the update kernel of a device's flock: a fixed one, or the fastest of those that fit, found by timing some
// steps (tuner.h). Owned by sim/backends/device/flock.h.
#pragma once

#include "sim/backends/device/tuner.h"
#include "sim/backends/device/update_kernel.h"

namespace murmur {

template <class Device>
class KernelChoice {
 public:
  KernelChoice(Device& device, UsableKernels kernels) : device_(device), kernels_(kernels) {}

  UpdateKernel current() const { return kernel_; }  ///< kernel of the last next()

  /// Chooses the kernel of the next step. `key`: a number for everything but the number of boids that decides how
  /// long kernels take. fits(kernel): whether a kernel can compute the step; is_recorded(kernel): whether its
  /// recording exists. @returns whether the step is timed.
  template <class Fits, class IsRecorded>
  bool next(uint32_t key, int64_t boids, const Fits& fits, const IsRecorded& is_recorded) {
    if (kernels_.only) {
      kernel_ = fits(*kernels_.only) ? *kernels_.only : UpdateKernel::kLoop;
      return false;
    }
    while (const auto time = device_.timing()) tuner_.record(static_cast<int>(time->tag), time->milliseconds);
    Tuner::Conditions conditions;
    conditions.key = key;
    conditions.boids = boids;
    conditions.variants = 0;
    for (int variant = 0; variant < kUpdateKernels; ++variant) {
      const auto kernel = static_cast<UpdateKernel>(variant);
      if (kernels_.has(kernel) && fits(kernel)) conditions.variants |= 1u << variant;
    }
    const bool has_flat = (conditions.variants >> static_cast<int>(UpdateKernel::kFlat) & 1) != 0;
    conditions.guess = static_cast<int>(has_flat ? UpdateKernel::kFlat : UpdateKernel::kLoop);
    const Tuner::Choice choice = tuner_.next(conditions, [&](int variant) {
      return is_recorded(static_cast<UpdateKernel>(variant)) && device_.can_time();
    });
    kernel_ = static_cast<UpdateKernel>(choice.variant);
    return choice.timed;
  }

 private:
  Device& device_;
  const UsableKernels kernels_;
  UpdateKernel kernel_ = UpdateKernel::kLoop;
  Tuner tuner_;
};

}  // namespace murmur

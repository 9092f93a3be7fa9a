// The part of CudaDevice for custom rules compiled by NVRTC: chooses the kernel of a step and launches it.
#include <fmt/format.h>

#include "kernels/check.h"
#include "kernels/compiled_rules.h"
#include "kernels/cuda_device.h"

namespace murmur {

std::string CudaDevice::description() const {
  return description_ + compiled_->state() +
         (unrecorded_.empty() ? "" : ", steps are not recorded: " + unrecorded_);
}
std::string CudaDevice::remark() const {
  const std::string& of_rules = compiled_->remark();
  return remark_ + (remark_.empty() || of_rules.empty() ? "" : "; ") + of_rules;
}
void CudaDevice::take_rules(const CustomRules<float>& custom) { compiled_->take(custom); }

template <int D>
bool CudaDevice::run_compiled_rules(const SteerArguments<D>& arguments, SumKind kind) {
  constexpr int kThreads = 256;  // threads of a block
  const cudaKernel_t kernel = compiled_->kernel(
      D, kThreads,
      fmt::format("RunKnownRules<{}, {}, murmur::Neighbours({}), murmur::Images::{}, murmur::Programs>", D,
                  kind.index(), static_cast<int>(kind.neighbours),
                  arguments.grid.images == Images::kChecked ? "kChecked" : "kUnique"));
  if (!kernel) return false;
  use();
  SteerArguments<D> copy = arguments;
  int64_t boids = arguments.flock.boids - arguments.first;
  void* parameters[] = {&copy, &boids};
  const auto blocks = static_cast<unsigned>((boids + kThreads - 1) / kThreads);
  check_memory(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(blocks), dim3(kThreads),
                                parameters, 0, stream_),
               "custom rules");
  return true;
}
template bool CudaDevice::run_compiled_rules<2>(const SteerArguments<2>&, SumKind);
template bool CudaDevice::run_compiled_rules<3>(const SteerArguments<3>&, SumKind);

}  // namespace murmur

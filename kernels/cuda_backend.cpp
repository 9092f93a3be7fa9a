// Implements sim/backends/cuda.h and cuda_slab.h: the list of devices, the reason if there is none, the backend, and the slab of a
// rank.
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/check.h"
#include "kernels/cuda_flock.h"
#include "sim/backends/cuda.h"
#include "sim/backends/cuda_slab.h"
#include "sim/backends/faults.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int kOldestMajor = 7, kOldestMinor = 5;  // oldest compute capability: Turing

std::string version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

/// CUDA version of the driver; 0: there is no driver. Call before any other CUDA function, because it sets eager
/// loading: drivers before 12.4's cannot load a kernel while a step is recorded, and by default load each kernel at
/// its first launch.
int driver_version() {
  int driver = 0;  // unchanged when the call fails
  ignore(cudaDriverGetVersion(&driver));
  if (driver > 0 && driver < 12040) setenv("CUDA_MODULE_LOADING", "EAGER", 0);
  return driver;
}

bool is_absent(cudaError_t error) {
  return error == cudaErrorNoDevice || (error == cudaErrorInsufficientDriver && driver_version() == 0);
}

std::string why_none(cudaError_t error) {
  const int driver = driver_version();
  int runtime = 0;
  ignore(cudaRuntimeGetVersion(&runtime));
  if (error == cudaErrorNoDevice) return "the NVIDIA driver finds no GPU in this machine";
  if (error == cudaErrorInsufficientDriver && driver == 0) {
    return fmt::format("no NVIDIA driver is installed; a GPU needs one for CUDA {} or newer",
                       version(runtime));
  }
  if (error == cudaErrorInsufficientDriver) {
    return fmt::format("the NVIDIA driver is for CUDA {}, but this build needs {}: update the driver",
                       version(driver), version(runtime));
  }
  return fmt::format("the CUDA driver does not start: {} ({})", cudaGetErrorString(error),
                     cudaGetErrorName(error));
}

struct Found {
  std::vector<DeviceInfo> devices;
  std::string why_none;                  ///< the reason in one sentence, if there are no devices
  std::vector<std::string> passed_over;  ///< a sentence for each device that cannot be used
  bool absent = false;                   ///< there is no GPU, or no driver for one
};

Found find_devices() {
  (void)driver_version();
  Found found;
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) {
    (void)cudaGetLastError();
    const cudaError_t reason = result == cudaSuccess ? cudaErrorNoDevice : result;
    found.why_none = why_none(reason);
    found.absent = is_absent(reason);
    return found;
  }
  for (int index = 0; index < count; ++index) {
    cudaDeviceProp properties;
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, index); error != cudaSuccess) {
      (void)cudaGetLastError();
      found.passed_over.push_back(
          fmt::format("CUDA device {} does not answer: {}", index, cudaGetErrorString(error)));
      continue;
    }
    if (std::pair(properties.major, properties.minor) < std::pair(kOldestMajor, kOldestMinor)) {
      found.passed_over.push_back(fmt::format("{} has compute capability {}.{}; {}.{} or newer is needed",
                                              properties.name, properties.major, properties.minor,
                                              kOldestMajor, kOldestMinor));
      continue;
    }
    found.devices.push_back({index, properties.name, static_cast<double>(properties.totalGlobalMem) / 0x1p30,
                             fmt::format("{}.{}", properties.major, properties.minor),
                             std::string(properties.uuid.bytes, sizeof properties.uuid.bytes)});
  }
  if (found.devices.empty()) found.why_none = fmt::format("{}", fmt::join(found.passed_over, "; "));
  return found;
}

/// Makes the device that was chosen for this rank.
std::shared_ptr<CudaDevice> device_of_rank(const BackendOptions& options) {
  const Found found = find_devices();
  if (found.absent) throw NoDevice(found.why_none);
  if (found.devices.empty()) throw DeviceFailure(found.why_none, "use --backend ranks");
  const int index = options.device < 0 ? found.devices.front().index : options.device;
  const auto is_it = [index](const DeviceInfo& device) { return device.index == index; };
  if (std::none_of(found.devices.begin(), found.devices.end(), is_it))
    throw UserError(fmt::format("--device {}: there is no such device", index));
  return std::make_shared<CudaDevice>(index);
}

}  // namespace

std::vector<DeviceInfo> cuda_devices(std::string* why) {
  Found found = find_devices();
  if (why) *why = std::move(found.why_none);
  return std::move(found.devices);
}

std::unique_ptr<Backend<float>> make_cuda(const BackendOptions& options) {
  const UsableKernels kernels{update_kernel(options.kernel), options.left_out_kernels};
  Found found = find_devices();
  if (found.devices.empty()) {
    const std::string cause = "backend cuda cannot be used: " + found.why_none, advice = "use --backend cpu";
    if (found.absent) throw NoDevice(cause + "; " + advice);
    throw DeviceFailure(cause, advice);
  }
  std::stable_partition(found.devices.begin(), found.devices.end(),
                        [&](const DeviceInfo& device) { return device.index == options.first_device; });
  const auto on = [&](int device, const std::string& remark) {
    auto made = std::make_shared<CudaDevice>(device);
    const std::string own = made->remark();
    return make_cuda_flock_2d(made, kernels, remark + (remark.empty() || own.empty() ? "" : "; ") + own);
  };
  std::string allowed;
  for (const DeviceInfo& device : found.devices) {
    if (options.device == device.index) return on(device.index, "");
    allowed += fmt::format("{}{} ({})", allowed.empty() ? "" : ", ", device.index, device.name);
    if (options.device >= 0) continue;
    const std::string remark = found.passed_over.empty()
                                   ? ""
                                   : fmt::format("{}; CUDA device {} is used instead",
                                                 fmt::join(found.passed_over, "; "), device.index);
    try {
      return on(device.index, remark);
    } catch (const DeviceFailure& failure) {
      if (found.devices.size() == 1) throw;
      found.passed_over.push_back(fmt::format("CUDA device {}: {}", device.index, failure.cause()));
    }
  }
  if (options.device < 0)
    throw DeviceFailure(fmt::format("{}", fmt::join(found.passed_over, "; ")), "use --backend cpu");
  throw UserError(fmt::format("--device {}: there is no such device; allowed: {}", options.device, allowed));
}

std::unique_ptr<DeviceSlab<2>> make_cuda_slab_2d(const BackendOptions& options) {
  return make_slab_2d_on(device_of_rank(options), update_kernel(options.kernel));
}
std::unique_ptr<DeviceSlab<3>> make_cuda_slab_3d(const BackendOptions& options) {
  return make_slab_3d_on(device_of_rank(options), update_kernel(options.kernel));
}

}  // namespace murmur

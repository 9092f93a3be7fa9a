// Implements sim/backends/cuda.h: the list of devices, the reason if there is none, and the backend.
#include "kernels/cuda_backend.h"

#include <fmt/format.h>

#include "kernels/check.h"
#include "sim/backends/cuda.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int kOldestMajor = 7, kOldestMinor = 5;  // Turing

std::string version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

std::string why_none(cudaError_t error) {
  int driver = 0, runtime = 0;  // left unwritten when the call fails
  ignore(cudaDriverGetVersion(&driver));
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

}  // namespace

std::vector<DeviceInfo> cuda_devices(std::string* why) {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) {
    (void)cudaGetLastError();
    if (why) *why = why_none(result == cudaSuccess ? cudaErrorNoDevice : result);
    return {};
  }
  std::vector<DeviceInfo> devices;
  std::string too_old;
  for (int index = 0; index < count; ++index) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
      (void)cudaGetLastError();
      continue;
    }
    if (std::pair(properties.major, properties.minor) < std::pair(kOldestMajor, kOldestMinor)) {
      too_old = fmt::format("{} has compute capability {}.{}; {}.{} or newer is needed", properties.name,
                            properties.major, properties.minor, kOldestMajor, kOldestMinor);
      continue;
    }
    devices.push_back({index, properties.name, static_cast<double>(properties.totalGlobalMem) / 0x1p30,
                       fmt::format("{}.{}", properties.major, properties.minor)});
  }
  if (devices.empty() && why) *why = too_old.empty() ? "no CUDA device answers" : too_old;
  return devices;
}

std::unique_ptr<Backend<float>> make_cuda(const BackendOptions& options) {
  std::string why;
  const std::vector<DeviceInfo> devices = cuda_devices(&why);
  if (devices.empty()) throw RunError("backend cuda cannot be used: " + why + "; use --backend cpu");
  std::string allowed;
  for (const DeviceInfo& device : devices) {
    if (device.index == options.device)
      return std::make_unique<CudaBackend>(std::make_shared<CudaDevice>(options.device));
    allowed += fmt::format("{}{} ({})", allowed.empty() ? "" : ", ", device.index, device.name);
  }
  throw UserError(fmt::format("--device {}: there is no such device; allowed: {}", options.device, allowed));
}

}  // namespace murmur

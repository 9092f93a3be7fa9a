// The runtime's functions about devices, versions and errors.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "device/device.h"

using murmur::simulated::Device;
using murmur::simulated::present_device;
using murmur::simulated::record_error;

namespace {

struct Text {
  const char *name, *says;
};
const std::map<cudaError_t, Text>& texts() {
#define MURMUR_ERROR(error, says) \
  {                               \
    error, { #error, says }       \
  }
  static const std::map<cudaError_t, Text> kTexts = {
      MURMUR_ERROR(cudaSuccess, "no error"),
      MURMUR_ERROR(cudaErrorInvalidValue, "invalid argument"),
      MURMUR_ERROR(cudaErrorMemoryAllocation, "out of memory"),
      MURMUR_ERROR(cudaErrorInitializationError, "initialization error"),
      MURMUR_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
      MURMUR_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
      MURMUR_ERROR(cudaErrorInsufficientDriver,
                   "CUDA driver version is insufficient for CUDA runtime version"),
      MURMUR_ERROR(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
      MURMUR_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
      MURMUR_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
      MURMUR_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
      MURMUR_ERROR(cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable"),
      MURMUR_ERROR(cudaErrorNoKernelImageForDevice,
                   "no kernel image is available for execution on the device"),
      MURMUR_ERROR(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
      MURMUR_ERROR(cudaErrorUnsupportedPtxVersion,
                   "the provided PTX was compiled with an unsupported toolchain"),
      MURMUR_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
      MURMUR_ERROR(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
      MURMUR_ERROR(cudaErrorNotReady, "device not ready"),
      MURMUR_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
      MURMUR_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
      MURMUR_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
      MURMUR_ERROR(cudaErrorNotSupported, "operation not supported"),
      MURMUR_ERROR(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
      MURMUR_ERROR(cudaErrorStreamCaptureInvalidated,
                   "operation failed due to a previous error during capture"),
      MURMUR_ERROR(cudaErrorCapturedEvent,
                   "operation not permitted on an event last recorded in a capturing stream"),
      MURMUR_ERROR(cudaErrorUnknown, "unknown error"),
  };
#undef MURMUR_ERROR
  return kTexts;
}
const Text& text_of(cudaError_t error) {
  const auto found = texts().find(error);
  return found == texts().end() ? texts().at(cudaErrorUnknown) : found->second;
}

}  // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t error) { return text_of(error).name; }
const char* cudaGetErrorString(cudaError_t error) { return text_of(error).says; }

cudaError_t cudaDriverGetVersion(int* version) {
  *version = Device::instance().machine().driver;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int* count) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGetDeviceCount"); error != cudaSuccess)
    return record_error(error);
  // Within one major version an older driver will do.
  if (device.machine().driver / 1000 < CUDART_VERSION / 1000)
    return record_error(cudaErrorInsufficientDriver);
  if (device.machine().devices == 0) return record_error(cudaErrorNoDevice);
  *count = device.machine().devices;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* index) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaGetDevice"); error != cudaSuccess)
    return record_error(error);
  *index = present_device();
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int index) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (index < 0 || index >= device.machine().devices) return record_error(cudaErrorInvalidDevice);
  if (const cudaError_t error = device.enter("cudaSetDevice", index); error != cudaSuccess)
    return record_error(error);
  present_device() = index;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int index) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (index < 0 || index >= device.machine().devices) return record_error(cudaErrorInvalidDevice);
  if (const cudaError_t error = device.enter("cudaGetDeviceProperties", index); error != cudaSuccess)
    return record_error(error);
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "Simulated device");
  const char* const first = std::getenv("MURMUR_SIM_FIRST_DEVICE");
  properties->uuid.bytes[0] = static_cast<char>(1 + index + (first ? std::atoi(first) : 0));
  properties->totalGlobalMem = device.memory().capacity();
  properties->major = device.module().architecture() / 10;
  properties->minor = device.module().architecture() % 10;
  if (index < device.machine().old_devices) {
    properties->major = 6;
    properties->minor = 1;
  }
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = 1024;
  properties->multiProcessorCount = 2;
  properties->sharedMemPerMultiprocessor = 228 * 1024;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaDeviceGetAttribute"); error != cudaSuccess)
    return record_error(error);
  switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
      *value = device.module().architecture() / 10;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = device.module().architecture() % 10;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = 2;
      break;
    case cudaDevAttrMaxGridDimX:
      *value = 0x7fffffff;
      break;
    case cudaDevAttrWarpSize:
      *value = 32;
      break;
    default:
      std::fprintf(stderr, "simulated device: attribute %d is not known\n", static_cast<int>(attribute));
      return record_error(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

}  // extern "C"

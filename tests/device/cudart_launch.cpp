// How a program brings its kernels and starts them: what nvcc's host code calls. Their PTX is in the program,
// not compressed (--compress-mode=none), and the name that is registered is that of the PTX's entry.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "device/device.h"

using murmur::simulated::Device;
using murmur::simulated::record_error;

namespace {

/// The format that nvcc calls a fat binary: parts, each with a header that has its kind and size.
struct FatBinaryWrapper {
  int32_t magic, version;
  const char* data;
  void* unused;
};
struct FatBinaryHeader {
  uint32_t magic;
  uint16_t version, header_bytes;
  uint64_t bytes;
};
struct PartHeader {
  uint16_t kind, unused;
  uint32_t header_bytes;
  uint64_t bytes;
};
constexpr uint16_t kPtx = 1;

struct Configuration {
  dim3 blocks, block_size;
  size_t shared_bytes;
  cudaStream_t stream;
};
thread_local std::vector<Configuration> t_configurations;

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* binary) {
  const auto* const wrapper = static_cast<const FatBinaryWrapper*>(binary);
  FatBinaryHeader all;
  std::memcpy(&all, wrapper->data, sizeof all);
  for (uint64_t at = all.header_bytes; at < all.header_bytes + all.bytes;) {
    PartHeader part;
    std::memcpy(&part, wrapper->data + at, sizeof part);
    if (part.kind == kPtx) {
      const char* const text = wrapper->data + at + part.header_bytes;
      Device::instance().module().add({text, strnlen(text, part.bytes)});
    }
    at += part.header_bytes + part.bytes;
  }
  static void* handle;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char* host, char*, const char* name, int, uint3*, uint3*, dim3*,
                            dim3*, int*) {
  Device::instance().add_function(host, name);
}
/// Variables of the device: libraries declare some that no kernel of ours uses.
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}

unsigned __cudaPushCallConfiguration(dim3 blocks, dim3 block_size, size_t shared_bytes, cudaStream_t stream) {
  t_configurations.push_back({blocks, block_size, shared_bytes, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* blocks, dim3* block_size, size_t* shared_bytes, void* stream) {
  if (t_configurations.empty()) return record_error(cudaErrorMissingConfiguration);
  const Configuration last = t_configurations.back();
  t_configurations.pop_back();
  *blocks = last.blocks;
  *block_size = last.block_size;
  *shared_bytes = last.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(host));
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 blocks, dim3 block_size, void** arguments,
                               size_t shared_bytes, cudaStream_t stream) {
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), blocks, block_size, arguments, shared_bytes,
                          stream);
}

cudaError_t cudaLaunchKernel(const void* function, dim3 blocks, dim3 block_size, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaLaunchKernel"); error != cudaSuccess)
    return record_error(error);
  return record_error(device.launch(function, blocks, block_size, arguments, shared_bytes, stream));
}

#if CUDART_VERSION >= 12080
cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**, unsigned,
                                cudaLibraryOption*, void**, unsigned) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaLibraryLoadData"); error != cudaSuccess)
    return record_error(error);
  if (!device.is_ptx(code)) return record_error(cudaErrorNoKernelImageForDevice);
  const void* const made = device.add_library(static_cast<const char*>(code));
  *library = reinterpret_cast<cudaLibrary_t>(const_cast<void*>(made));
  return cudaSuccess;
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  device.remove_library(library);
  return cudaSuccess;
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaLibraryGetKernel"); error != cudaSuccess)
    return record_error(error);
  try {
    const void* const found = device.kernel_of_library(library, name);
    if (!found) return record_error(cudaErrorSymbolNotFound);
    *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(found));
    return cudaSuccess;
  } catch (const murmur::simulated::DeviceFault& fault) {
    std::fprintf(stderr, "simulated device: %s\n", fault.what());
    return record_error(cudaErrorInvalidPtx);
  }
}
#endif

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaFuncGetAttributes"); error != cudaSuccess)
    return record_error(error);
  try {
    const murmur::simulated::Kernel* const kernel = device.loaded_kernel(function);
    if (!kernel) return record_error(cudaErrorInvalidDeviceFunction);
    *attributes = {};
    attributes->sharedSizeBytes = kernel->shared_bytes();
    attributes->localSizeBytes = kernel->local_bytes();
    attributes->maxThreadsPerBlock =
        static_cast<int>(kernel->max_threads() != 0 ? kernel->max_threads() : 1024);
    attributes->ptxVersion = attributes->binaryVersion = device.module().architecture();
    if (device.machine().ptx != 0) attributes->ptxVersion = device.machine().ptx;
    return cudaSuccess;
  } catch (const murmur::simulated::DeviceFault&) {
    return record_error(cudaErrorInvalidPtx);
  }
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*, int block_size,
                                                                   size_t, unsigned) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex());
  if (const cudaError_t error = device.enter("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags");
      error != cudaSuccess)
    return record_error(error);
  *blocks = std::max(1, 1024 / std::max(1, block_size));
  return cudaSuccess;
}

}  // extern "C"

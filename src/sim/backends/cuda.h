// The host's interface to the CUDA backend. Implemented in kernels/, and in kernels/absent/cuda_backend.cpp
// for builds without CUDA.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/backends/backend.h"
#include "sim/backends/instance_writer.h"

namespace murmur {

inline constexpr const char* kCudaName = "cuda";

/// Devices that can be used. When there are none, `why` says it in one sentence.
std::vector<DeviceInfo> cuda_devices(std::string* why);

/// Steps on the first device that works, beginning with `first_device`, or on `device`, of the options. @throws NoDevice or DeviceFailure,
/// with one sentence, when none can be used; UserError for a device that does not exist.
std::unique_ptr<Backend<float>> make_cuda(const BackendOptions& options);

/// The first CUDA device on which the current OpenGL context draws; -1: none, or it is not known. Needs a build with MURMUR_RENDER.
int cuda_device_of_opengl();

/// A writer with which this backend fills the OpenGL buffer on the device. Null if it cannot: any backend
/// but cuda (`why` stays empty), or OpenGL on another device (one sentence for the user). Needs the OpenGL
/// context current, and a build with MURMUR_RENDER.
std::unique_ptr<InstanceWriter> make_interop_writer(Backend<float>& backend, std::string* why = nullptr);

}  // namespace murmur

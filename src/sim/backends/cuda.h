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

/// Lists usable devices. When there are none, `why` gets the reason in one sentence.
std::vector<DeviceInfo> cuda_devices(std::string* why);

/// Makes the CUDA backend on options.device, or on the first device that works, beginning with options.first_device.
/// @throws NoDevice or DeviceFailure, with one sentence, when no device can be used; UserError for a device that does
/// not exist.
std::unique_ptr<Backend<float>> make_cuda(const BackendOptions& options);

/// Index of the first CUDA device on which the current OpenGL context draws; -1: none, or unknown. Needs a build with
/// MURMUR_RENDER.
int cuda_device_of_opengl();

/// Makes a writer that fills the OpenGL buffer on the backend's device. Null for any backend but cuda (`why` stays
/// empty), and for OpenGL on another device (`why` gets one sentence for the user). Needs the OpenGL context current,
/// and a build with MURMUR_RENDER.
std::unique_ptr<InstanceWriter> make_interop_writer(Backend<float>& backend, std::string* why = nullptr);

}  // namespace murmur

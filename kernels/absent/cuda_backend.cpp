// Replaces kernels/ in builds without CUDA: reports that there are no devices, and why.
#include "sim/backends/cuda.h"
#include "sim/backends/cuda_slab.h"
#include "sim/backends/faults.h"

namespace murmur {

namespace {
constexpr const char* kAbsent =
    "this build has no CUDA: install the CUDA Toolkit and configure with -DMURMUR_CUDA=ON to use a GPU";
}

std::vector<DeviceInfo> cuda_devices(std::string* why) {
  if (why) *why = kAbsent;
  return {};
}

std::unique_ptr<Backend<float>> make_cuda(const BackendOptions&) {
  throw NoDevice(std::string("backend cuda cannot be used: ") + kAbsent);
}

std::unique_ptr<DeviceSlab<2>> make_cuda_slab_2d(const BackendOptions&) { throw NoDevice(kAbsent); }
std::unique_ptr<DeviceSlab<3>> make_cuda_slab_3d(const BackendOptions&) { throw NoDevice(kAbsent); }

int cuda_device_of_opengl() { return -1; }

std::unique_ptr<InstanceWriter> make_interop_writer(Backend<float>&, std::string* why) {
  if (why) why->clear();
  return nullptr;
}

}  // namespace murmur

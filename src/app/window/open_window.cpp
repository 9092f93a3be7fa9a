#include "app/window/open_window.h"

#include <array>
#include <cstdlib>

#include "sim/backends/cuda.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// Variables that NVIDIA's driver and libglvnd read when a display is opened: "PRIME Render Offload" in the driver's README.
constexpr std::array<std::array<const char*, 2>, 2> kOffload{
    {{"__NV_PRIME_RENDER_OFFLOAD", "1"}, {"__GLX_VENDOR_LIBRARY_NAME", "nvidia"}}};

bool may_help(const std::string& backend) {
  if ((backend != "auto" && backend != kCudaName) || cuda_device_of_opengl() >= 0) return false;
  for (const auto& [name, value] : kOffload)
    if (std::getenv(name)) return false;  // the user has set the variable
  std::string why;
  return !cuda_devices(&why).empty();
}

}  // namespace

std::unique_ptr<Window> open_window(const std::string& title, int width, int height,
                                    const std::string& backend) {
  auto window = std::make_unique<Window>(title, width, height);
  if (!may_help(backend)) return window;
  window.reset();
  for (const auto& [name, value] : kOffload) setenv(name, value, 1);
  try {
    window = std::make_unique<Window>(title, width, height);
    if (cuda_device_of_opengl() >= 0) return window;
  } catch (const RunError&) {  // this OpenGL is not available
  }
  window.reset();
  for (const auto& [name, value] : kOffload) unsetenv(name);
  return std::make_unique<Window>(title, width, height);
}

}  // namespace murmur

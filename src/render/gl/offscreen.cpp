#include "render/gl/offscreen.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <glad/egl.h>
#include <glad/gl.h>

#include "sim/util/errors.h"

namespace murmur {
namespace {

/// The EGL devices in the order to try: first the device of CUDA device `cuda_device`, then other CUDA devices, then the rest.
std::vector<EGLDeviceEXT> devices_in_order(int cuda_device) {
  if (!GLAD_EGL_EXT_platform_device || !eglQueryDevicesEXT) return {};
  std::array<EGLDeviceEXT, 32> found{};
  EGLint count = 0;
  if (!eglQueryDevicesEXT(static_cast<EGLint>(found.size()), found.data(), &count)) return {};
  std::vector<EGLDeviceEXT> devices(found.begin(), found.begin() + count);
  const auto rank = [&](EGLDeviceEXT device) {
    EGLAttrib index = -1;
    const char* extensions =
        eglQueryDeviceStringEXT ? eglQueryDeviceStringEXT(device, EGL_EXTENSIONS) : nullptr;
    if (!extensions || !std::strstr(extensions, "EGL_NV_device_cuda")) return 2;
    if (!eglQueryDeviceAttribEXT || !eglQueryDeviceAttribEXT(device, EGL_CUDA_DEVICE_NV, &index)) return 2;
    return index == cuda_device ? 0 : 1;
  };
  std::stable_sort(devices.begin(), devices.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
  return devices;
}

/// Makes an OpenGL 3.3 core context on the display and makes it current; nullptr: not possible.
EGLContext context_on(EGLDisplay display) {
  EGLint major = 0, minor = 0;
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor)) return nullptr;
  gladLoaderLoadEGL(display);  // loads the extensions of this display
  if (!eglBindAPI(EGL_OPENGL_API)) return nullptr;
  constexpr std::array<EGLint, 5> kWanted{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                          EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = EGL_NO_CONFIG_KHR;
  EGLint count = 0;
  if (!eglChooseConfig(display, kWanted.data(), &config, 1, &count) || count == 0) config = EGL_NO_CONFIG_KHR;
  constexpr std::array<EGLint, 7> kVersion{EGL_CONTEXT_MAJOR_VERSION,
                                           3,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           3,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                           EGL_NONE};
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, kVersion.data());
  if (context == EGL_NO_CONTEXT) return nullptr;
  const auto load = [](const char* name) { return reinterpret_cast<GLADapiproc>(eglGetProcAddress(name)); };
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) && gladLoadGL(load)) return context;
  eglDestroyContext(display, context);
  return nullptr;
}

}  // namespace

Offscreen::Offscreen(int cuda_device) {
  if (gladLoaderLoadEGL(nullptr) && eglGetPlatformDisplayEXT) {
    std::vector<EGLDisplay> displays;
    for (EGLDeviceEXT device : devices_in_order(cuda_device)) {
      displays.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
    }
    displays.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
    for (EGLDisplay display : displays) {
      context_ = context_on(display);
      if (!context_) {
        if (display != EGL_NO_DISPLAY) eglTerminate(display);
        continue;
      }
      display_ = display;
      return;
    }
  }
  throw RunError(
      "No OpenGL 3.3 without a display here: install a graphics driver, or Mesa (Debian: libegl1 "
      "libgl1-mesa-dri).");
}

Offscreen::~Offscreen() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
  eglTerminate(display_);
}

std::string Offscreen::description() const { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

}  // namespace murmur

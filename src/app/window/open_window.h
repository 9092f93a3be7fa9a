// Opens the window on the GPU that steps the flock, where the machine allows that. Used by the view command.
#pragma once

#include <memory>
#include <string>

#include "render/gl/window.h"

namespace murmur {

/// Opens a window. On a laptop with two GPUs OpenGL draws on the processor's unless it is asked for NVIDIA's: if no CUDA device
/// draws, the window is opened again so (PRIME render offload), and as before where that does not work. `backend`: value of --backend.
std::unique_ptr<Window> open_window(const std::string& title, int width, int height,
                                    const std::string& backend);

}  // namespace murmur

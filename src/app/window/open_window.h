// Opens the window on the GPU that steps the flock, if the machine allows that. Used by the view command.
#pragma once

#include <memory>
#include <string>

#include "render/gl/window.h"

namespace murmur {

/// Opens a window. On a laptop with two GPUs, OpenGL uses the processor's GPU by default: if no CUDA device draws,
/// the window is opened again on NVIDIA's GPU (PRIME render offload), and as before if that fails. `backend`: value
/// of --backend.
std::unique_ptr<Window> open_window(const std::string& title, int width, int height,
                                    const std::string& backend);

}  // namespace murmur

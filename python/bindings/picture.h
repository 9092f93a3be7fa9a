// A flock as a picture in memory, drawn as `murmur render` draws it, through EGL. Implemented in picture.cpp, and in
// without_pictures.cpp for builds without OpenGL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/simulation.h"

namespace murmur::python {

struct PictureOptions {
  int64_t width = 0, height = 0;              ///< [pixels]
  std::string look;                           ///< TOML: keys of [view] in place of the scenario's
  std::optional<std::vector<double>> centre;  ///< (D,) [world units]
  double zoom = 1.0;
  std::optional<double> azimuth, elevation, distance;  ///< 3D only [degrees, degrees, world units]
};

/// (height, width, 4) bytes, top row first. @throws UserError for an option, RunError where there is no OpenGL.
std::vector<uint8_t> take_picture(Simulation<float>& simulation, const PictureOptions& options);
/// The file of such a picture. @throws RunError.
std::vector<uint8_t> png_file(const std::vector<uint8_t>& rgba, int64_t width, int64_t height);

}  // namespace murmur::python

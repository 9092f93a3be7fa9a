// The options of `murmur render`, and how their texts are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/film/render_look.h"
#include "app/options/common_options.h"
#include "render/film/film.h"
#include "render/scene/camera.h"

namespace CLI {
class App;
}

namespace murmur {

struct RenderOptions {
  CommonOptions common;
  bool names_scenario = false;  ///< the user gave an option of the scenario, which --replay forbids
  std::string initial, resume, replay;
  std::string output, frame_log, size = "1280x720";
  bool density = false;           ///< draws the number of boids in each pixel
  bool overwrite = false;         ///< outputs may replace existing files
  std::optional<int64_t> frames;  ///< number of frames; none: 300, one for a single picture, or the whole log
  int64_t steps_per_frame = 1, warm_up = 0;
  FilmOptions film;
  std::optional<double> frames_per_second;  ///< pace of the film; none: the scenario's steps per second
  LookOptions look;
  std::string centre;                        ///< "X,Y"; empty: the middle of the world
  double zoom = 1.0;                         ///< magnification; 1: the whole world fits
  std::optional<double> azimuth, elevation;  ///< direction of a 3D camera [degrees]
  std::optional<double> distance;            ///< distance of a 3D camera [world units]
  double turn = 0.0;                         ///< turn of a 3D camera over the whole film [degrees]
};

void add_render_options(CLI::App& command, RenderOptions& options);

/// Reads "1280x720" [pixels]. @throws UserError.
std::pair<int, int> picture_size(const std::string& text);
/// Fits the whole world, then applies the options of the camera. `done`: share of the film that is over, 0 to 1.
/// @throws UserError if the options do not suit the world.
void place_camera(Camera& camera, const RenderOptions& options, double done);

}  // namespace murmur

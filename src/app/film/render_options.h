// The options of `murmur render` and their parsing. Draws nothing.
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
  bool names_scenario = false;  ///< an option of the scenario was given: not with --replay
  std::string initial, resume, replay;
  std::string output, frame_log, size = "1280x720";
  bool density = false;           ///< pictures of how many boids are in each pixel
  bool overwrite = false;         ///< they may replace files that are there
  std::optional<int64_t> frames;  ///< none: 300, one for a single picture, or all of the log
  int64_t steps_per_frame = 1, warm_up = 0;
  FilmOptions film;
  std::optional<double> frames_per_second;  ///< none: the scenario's steps per second
  LookOptions look;
  std::string centre;                        ///< "X,Y"; empty: the world's
  double zoom = 1.0;                         ///< 1: the world fits
  std::optional<double> azimuth, elevation;  ///< 3D [degrees]
  std::optional<double> distance;            ///< 3D [world units]
  double turn = 0.0;                         ///< 3D, over the whole film [degrees]
};

void add_render_options(CLI::App& command, RenderOptions& options);

/// "1280x720" [pixels]. @throws UserError.
std::pair<int, int> picture_size(const std::string& text);
/// Fits the whole world, then applies the options. `done`: the part of the film that is over, 0 to 1.
/// @throws UserError if they do not fit the world.
void place_camera(Camera& camera, const RenderOptions& options, double done);

}  // namespace murmur

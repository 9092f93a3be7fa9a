#include "app/film/render_options.h"

#include <cstdio>
#include <numbers>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/options/cli_text.h"
#include "sim/util/errors.h"

namespace murmur {

void add_render_options(CLI::App& command, RenderOptions& options) {
  add_common_options(command, options.common);
  const char* group = "Film";
  const auto option = [&](const char* name, auto& value, const char* text, const char* type) {
    return command.add_option(name, value, text)->type_name(type)->group(group);
  };
  option("--output", options.output, "F.mp4, F.gif, frames/%05d.png or F.png", "F")->required();
  command.add_flag("--overwrite", options.overwrite, "replace files that are there already")->group(group);
  command
      .add_flag("--density", options.density,
                "how many boids are in each pixel, in --colour #rrggbb; for millions, without OpenGL")
      ->group(group);
  option("--frames", options.frames, "how many (300; one for F.png; all of the log)", "N")
      ->transform(count_from(1));
  option("--size", options.size, "in pixels (1280x720)", "WxH");
  option("--steps-per-frame", options.steps_per_frame, "steps between two frames (1)", "K")
      ->transform(count_from(1));
  option("--warm-up,--warmup", options.warm_up, "steps before the first frame (0)", "N")
      ->transform(count_from(0));
  option("--fps", options.frames_per_second,
         "frames per second of F.mp4 and F.gif (the scenario's steps per second, usually 60)", "X")
      ->transform(number(kLeastRate, kMostRate));
  option("--crf", options.film.crf, "quality of F.mp4: 0 lossless, 18 good (18), 51 small", "N")
      ->transform(whole_number(0, 51));
  option("--initial", options.initial, "start from this state; sets N and step", "F.csv");
  option("--resume", options.resume, "start from this checkpoint", "F");
  option("--replay", options.replay, "film this event log, and check its hashes", "F.jsonl");
  option("--frame-log", options.frame_log, "milliseconds of each frame by phase (swap: writing it)", "F.csv");
  add_look_options(command, options.look, false);
  group = "Camera";
  option("--center,--centre", options.centre, "position in the middle (3D: X,Y,Z)", "X,Y");
  option("--zoom", options.zoom, "1 shows the whole world, 2 half its width (1)", "Z")
      ->transform(number(0.1, 10000.0));
  option("--azimuth", options.azimuth, "3D: where the camera stands around the world (-52)", "DEGREES")
      ->transform(number(-36000.0, 36000.0));
  option("--elevation", options.elevation, "3D: and how high, -90 to 90 (20; dusk: -14.3, day: -11)",
         "DEGREES")
      ->transform(number(-90.0, 90.0));
  option("--distance", options.distance, "3D: from what is in the middle, in world units", "D")
      ->transform(number(1e-6, 1e9));
  option("--turn", options.turn, "3D: go around by so much over the film (0)", "DEGREES")
      ->transform(number(-36000.0, 36000.0));
}

std::pair<int, int> picture_size(const std::string& text) {
  int width = 0, height = 0, used = 0;
  const bool read = std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &used) == 2;
  if (read && static_cast<size_t>(used) == text.size() && width >= 64 && height >= 64 && width <= 16384 &&
      height <= 16384) {
    return {width, height};
  }
  throw UserError(
      fmt::format("--size {}: write WIDTHxHEIGHT in pixels, for example 1280x800, each 64 to 16384", text));
}

void place_camera(Camera& camera, const RenderOptions& options, double done) {
  constexpr double kDegree = std::numbers::pi / 180.0;
  constexpr double kAzimuth = -52.0;  // first azimuth of the window's camera [degrees]
  camera.fit();
  if (camera.dimensions() == 2 &&
      (options.azimuth || options.elevation || options.distance || options.turn != 0.0)) {
    throw UserError(
        "--azimuth, --elevation, --distance and --turn need a world with three sizes; in this one use "
        "--center and --zoom");
  }
  if (options.azimuth || options.elevation || options.turn != 0.0) {
    camera.look_from((options.azimuth.value_or(kAzimuth) + done * options.turn) * kDegree,
                     options.elevation.value_or(camera.usual_elevation()) * kDegree);
  }
  camera.zoom(options.zoom, 0.5 * camera.width(), 0.5 * camera.height());
  if (options.distance) camera.set_distance(*options.distance);
  if (options.centre.empty()) return;
  const std::vector<double> centre = place_numbers("--center", options.centre);
  if (centre.size() != camera.world().size()) {
    throw UserError(
        fmt::format("--center {}: this world has {} coordinates", options.centre, camera.world().size()));
  }
  camera.look_at(centre);
}

}  // namespace murmur

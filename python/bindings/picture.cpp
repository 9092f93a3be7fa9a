#include "bindings/picture.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <numbers>
#include <thread>

#include <fmt/format.h>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/camera_move.h"
#include "render/scene/host_copy_writer.h"
#include "render/scene/plain_pictures.h"
#include "render/scene/scene.h"
#include "sim/util/errors.h"

namespace murmur::python {
namespace {

constexpr int64_t kLeastSide = 16, kMostSide = 16384;
constexpr double kAzimuth = -52.0;  // from where films look at first

void check(const PictureOptions& options, size_t dimensions) {
  for (const auto& [name, side] : {std::pair("width", options.width), std::pair("height", options.height)}) {
    if (side < kLeastSide || side > kMostSide) {
      throw UserError(
          fmt::format("{}: {} is not allowed; allowed: {} to {} pixels", name, side, kLeastSide, kMostSide));
    }
  }
  if (!(options.zoom >= 0.1 && options.zoom <= 1e4))
    throw UserError(fmt::format("zoom: {} is not allowed; allowed: 0.1 to 10000", options.zoom));
  const auto finite = [](const std::optional<double>& value) { return !value || std::isfinite(*value); };
  if (!finite(options.azimuth) || !finite(options.elevation))
    throw UserError("azimuth, elevation: not finite; allowed: degrees");
  if (options.distance && !(*options.distance > 0.0 && *options.distance <= 1e9))
    throw UserError(fmt::format("distance: {} is not allowed; allowed: above 0 to 1e9", *options.distance));
  if (dimensions == 2 && (options.azimuth || options.elevation || options.distance)) {
    throw UserError(
        "azimuth, elevation and distance need a world with three sizes; in this one use centre and zoom");
  }
  if (!options.centre) return;
  if (options.centre->size() != dimensions) {
    throw UserError(fmt::format("centre: has {} numbers; allowed: {}, as in this world",
                                options.centre->size(), dimensions));
  }
  for (const double x : *options.centre) {
    if (!(std::abs(x) < 1e12)) throw UserError(fmt::format("centre: {} is not allowed", x));
  }
}

Camera camera_for(const Scenario& scenario, const PictureOptions& options, Surroundings scene) {
  constexpr double kDegree = std::numbers::pi / 180.0;
  Camera camera(scenario.world.size);
  camera.resize(static_cast<int>(options.width), static_cast<int>(options.height));
  camera.set_scene(scene);
  camera.fit();
  if (options.azimuth || options.elevation) {
    camera.look_from(options.azimuth.value_or(kAzimuth) * kDegree,
                     options.elevation.value_or(camera.usual_elevation()) * kDegree);
  }
  camera.zoom(options.zoom, 0.5 * camera.width(), 0.5 * camera.height());
  if (options.distance) camera.set_distance(*options.distance);
  if (options.centre) camera.look_at(*options.centre);
  return camera;
}

using Rgba = std::vector<uint8_t>;  // top row first

Rgba rgba_of(const FlockPicture& picture) {
  const auto row = 4 * static_cast<size_t>(picture.width()), rows = static_cast<size_t>(picture.height());
  Rgba rgba(row * rows);
  for (size_t y = 0; y < rows; ++y)
    std::memcpy(&rgba[row * y], picture.pixels() + static_cast<size_t>(picture.width()) * (rows - 1 - y),
                row);
  return rgba;
}

Rgba rgba_of(const Image& image) {
  Rgba rgba(image.rgb.size() / 3 * 4, 255);
  for (size_t pixel = 0; pixel < image.rgb.size() / 3; ++pixel)
    std::copy_n(&image.rgb[pixel * 3], 3, &rgba[pixel * 4]);
  return rgba;
}

Rgba draw(Simulation<float>& simulation, const PictureOptions& options, const LookOptions& look) {
  const Scenario& scenario = simulation.scenario();
  const Look drawn = look_of(scenario, look);
  const auto step = static_cast<double>(simulation.step_number());
  Camera camera = camera_for(scenario, options, drawn.scene);
  camera.set_move(camera_move(drawn.camera, step, simulation.backend(), scenario));
  if (PlainPictures::suits(scenario, drawn))
    return rgba_of(
        PlainPictures().draw_pixels(simulation.backend(), camera, scenario, {.look = drawn, .step = step}));
  const Offscreen context;  // before all that draws
  const RenderTarget target(static_cast<int>(options.width), static_cast<int>(options.height),
                            Scene::samples(scenario, drawn));
  Scene scene;
  scene.boids().set_writer(std::make_unique<HostCopyWriter>());
  scene.update(simulation.backend(), scenario, drawn);
  target.bind();
  scene.draw(camera, scenario, {.look = drawn, .step = step});
  return rgba_of(target.read());
}

}  // namespace

std::vector<uint8_t> take_picture(Simulation<float>& simulation, const PictureOptions& options) {
  check(options, simulation.scenario().world.size.size());
  const LookOptions look = read_look(options.look);
  // One at a time: contexts share a display, and the end of one would end the other's.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  Rgba rgba;
  std::exception_ptr fault;
  // On a thread of its own, so that a context which the caller has made current stays so.
  std::thread([&] {
    try {
      rgba = draw(simulation, options, look);
    } catch (...) {
      fault = std::current_exception();
    }
  }).join();
  if (fault) std::rethrow_exception(fault);
  return rgba;
}

std::vector<uint8_t> png_file(const std::vector<uint8_t>& rgba, int64_t width, int64_t height) {
  png_image picture{};
  picture.version = PNG_IMAGE_VERSION;
  picture.width = static_cast<png_uint_32>(width);
  picture.height = static_cast<png_uint_32>(height);
  picture.format = PNG_FORMAT_RGBA;
  png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(picture);
  std::vector<uint8_t> file(bytes);
  if (!png_image_write_to_memory(&picture, file.data(), &bytes, 0, rgba.data(), 0, nullptr))
    throw RunError(fmt::format("cannot make the picture: {}.", picture.message));
  file.resize(bytes);
  return file;
}

}  // namespace murmur::python

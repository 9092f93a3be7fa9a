#include "web/web_pictures.h"

#include <algorithm>
#include <vector>

#include "render/scene/plain_pictures.h"
#include "sim/util/processors.h"

namespace murmur {
namespace {

/// The renderer of the module; it has threads beside those of the step (PTHREAD_POOL_SIZE in web/CMakeLists.txt).
PlainPictures& pictures() {
  static PlainPictures drawer(std::min(processors(), 4));
  return drawer;
}

Camera camera_of(const Json& view, const Scenario& scenario) {
  Camera camera(scenario.world.size);
  const int width = view["width"].get<int>(), height = view["height"].get<int>();
  camera.resize(width, height);
  if (camera.dimensions() == 3) {
    camera.look_from(view["azimuth"].get<double>(), view["elevation"].get<double>());
    camera.set_distance(view["distance"].get<double>());
  } else {
    camera.zoom(view["scale"].get<double>() / camera.pixels_per_unit(), 0.5 * width, 0.5 * height);
    camera.look_at(view["middle"].get<std::vector<double>>());
  }
  return camera;
}

PictureSettings settings_of(const Simulation<float>& simulation, const LookOptions& look) {
  return {.look = look_of(simulation.scenario(), look),
          .step = static_cast<double>(simulation.step_number())};
}

}  // namespace

Json draw_pixels(Simulation<float>& simulation, const Json& view) {
  static std::vector<uint32_t> pixels;
  const Scenario& scenario = simulation.scenario();
  const LookOptions look = read_look(view["look"].get<std::string>());
  const FlockPicture& picture = pictures().draw_pixels(simulation.backend(), camera_of(view, scenario),
                                                       scenario, settings_of(simulation, look));
  const auto width = static_cast<size_t>(picture.width()), height = static_cast<size_t>(picture.height());
  pixels.resize(width * height);
  for (size_t row = 0; row < height; ++row)
    std::copy_n(picture.pixels() + (height - 1 - row) * width, width, &pixels[row * width]);
  return {{"place", reinterpret_cast<uintptr_t>(pixels.data())}, {"width", width}, {"height", height}};
}

uint64_t first_picture_hash(Simulation<float>& simulation, int width, int height) {
  Camera camera(simulation.scenario().world.size);
  camera.resize(width, height);
  camera.fit();
  return picture_hash(
      pictures().draw(simulation.backend(), camera, simulation.scenario(), settings_of(simulation, {})));
}

}  // namespace murmur

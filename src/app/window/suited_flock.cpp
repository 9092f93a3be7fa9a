#include "app/window/suited_flock.h"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "render/gl/drawn_by.h"
#include "render/scene/scene.h"

namespace murmur {
namespace {

constexpr int64_t kBoidsOfOpenGl = 20000, kBoidsOfFlockPicture = 100000;  // smooth with two cores

}  // namespace

int64_t suit_machine(CommonOptions& options, ScenarioSource& source, const Look& look) {
  const int64_t boids = source.scenario().boids;
  const int64_t most =
      Scene::draws_flock_picture(source.scenario(), look) ? kBoidsOfFlockPicture : kBoidsOfOpenGl;
  if (!drawn_by_processor() || boids <= most) return 0;
  options.boids = std::to_string(most);
  source = scenario_source(options);
  return boids;
}

void suit_picture(CommonOptions& options, ScenarioSource& source, int width, int height) {
  const std::vector<double>& size = source.scenario().world.size;
  if (size.size() != 2 || width <= 0 || height <= 0) return;
  const double ratio = std::sqrt(static_cast<double>(width) / height);
  options.set = {"world.neighbours=",
                 fmt::format("world.size=[{:.0f}.0, {:.0f}.0]", size[0] * ratio, size[1] / ratio)};
  source = scenario_source(options);
}

}  // namespace murmur

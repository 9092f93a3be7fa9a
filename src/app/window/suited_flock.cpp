#include "app/window/suited_flock.h"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "render/gl/drawn_by.h"

namespace murmur {
namespace {

constexpr int64_t kBoidsOfProcessor = 20000;

}  // namespace

int64_t suit_machine(CommonOptions& options, ScenarioSource& source) {
  const int64_t boids = source.scenario().boids;
  if (!drawn_by_processor() || boids <= kBoidsOfProcessor) return 0;
  options.boids = std::to_string(kBoidsOfProcessor);
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

#include "render/scene.h"

namespace murmur {
namespace {

constexpr std::array kSky{11.0f / 255.0f, 13.0f / 255.0f, 18.0f / 255.0f};
constexpr std::array kPaper{250.0f / 255.0f, 250.0f / 255.0f, 248.0f / 255.0f};
constexpr std::array kBorder{0.17f, 0.20f, 0.26f};
constexpr std::array kPaperBorder{0.74f, 0.76f, 0.79f};

}  // namespace

Scene::Scene() : outline_({"outline.vert"}, {"outline.frag"}) { glCreateVertexArrays(1, &no_attributes_); }

Scene::~Scene() { glDeleteVertexArrays(1, &no_attributes_); }

void Scene::draw_outline(const Camera& camera) const {
  const auto& world = camera.world();
  outline_.set("world_to_clip", camera.world_to_clip());
  outline_.set("world_size", std::array{static_cast<float>(world[0]), static_cast<float>(world[1]),
                                        world.size() == 3 ? static_cast<float>(world[2]) : 0.0f});
  outline_.set("colour", light_ ? kPaperBorder : kBorder);
  outline_.use();
  glBindVertexArray(no_attributes_);
  glDrawArrays(GL_LINES, 0, world.size() == 3 ? 24 : 8);
}

void Scene::draw(const Camera& camera, const Scenario& scenario, int64_t boid_count) const {
  const bool solid = camera.dimensions() == 3;
  const auto& background = light_ ? kPaper : kSky;
  glClearColor(background[0], background[1], background[2], 1.0f);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  // Thin paint has no order in depth, so 3D boids are solid and 2D boids need no depth.
  (solid ? glEnable : glDisable)(GL_DEPTH_TEST);
  (solid ? glDisable : glEnable)(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  draw_outline(camera);
  BoidColours colours{.by = colour_by_, .background = background, .light = light_};
  const auto& rules = scenario.rules;
  colours.speed_range = {static_cast<float>(rules.min_speed), static_cast<float>(rules.max_speed)};
  boids_.draw(camera, boid_look(scenario, boid_count, camera.pixels_per_unit(), shape_), colours);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
}

}  // namespace murmur

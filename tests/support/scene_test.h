// What tests of drawn scenes have: an OpenGL context without a window, a scene, and a camera that sees the whole world.
#pragma once

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/scene.h"

namespace murmur {

/// Base: testing::Test or one with parameters.
template <class Base>
class SceneTest : public Base {
 protected:
  static constexpr int kSceneWidth = 640, kSceneHeight = 480;

  void flat() {
    scenario = {};
    scenario.world.size = {640, 480};
  }
  void deep() {
    scenario = {};
    scenario.world.size = {200, 200, 200};
  }

  /// `look`: of the update alone; the scene is drawn by `settings`.
  Image draw_whole(Backend<float>& flock, const Look& look) {
    const RenderTarget target(kSceneWidth, kSceneHeight, 4);
    camera = Camera(scenario.world.size);
    camera.resize(kSceneWidth, kSceneHeight);
    camera.fit();
    scene.update(flock, scenario, look);
    target.bind();
    scene.draw(camera, scenario, settings);
    return target.read();
  }

  Offscreen context;  // before the scene
  Scene scene;
  PictureSettings settings;
  Scenario scenario;
  Camera camera{{1, 1}};
};

}  // namespace murmur

#include "app/bench/render_timer.h"

#include <optional>

#include <fmt/format.h>

#include "render/gl/offscreen.h"
#include "render/gl/render_target.h"
#include "render/scene/plain_pictures.h"
#include "render/scene/scene.h"

namespace murmur {
namespace {

constexpr int kWidth = 1920, kHeight = 1080, kTimedSamples = 4;

class OffscreenTimer final : public RenderTimer {
 public:
  explicit OffscreenTimer(int cuda_device) : context_(cuda_device) {}

  std::string description() const override {
    return fmt::format("{}, {}x{}", context_.description(), kWidth, kHeight);
  }

  void draw(Backend<float>& backend, const Scenario& scenario) override {
    if (!camera_ || camera_->world() != scenario.world.size) {
      camera_.emplace(scenario.world.size);
      camera_->resize(kWidth, kHeight);
      camera_->fit();
    }
    if (Scene::draws_flock_picture(scenario, {}) && PlainPictures::suits(scenario, {})) {
      if (!plain_) plain_.emplace();
      plain_->draw(backend, *camera_, scenario, {});
      return;
    }
    target_.bind();
    scene_.boids().update(backend, scenario.dimensions());
    scene_.draw(*camera_, scenario);
    glFinish();
  }

 private:
  Offscreen context_;  // declared first, because the other members need the context
  RenderTarget target_{kWidth, kHeight, kTimedSamples};
  Scene scene_;
  std::optional<PlainPictures> plain_;  // made at first use, because it has threads
  std::optional<Camera> camera_;
};

}  // namespace

std::unique_ptr<RenderTimer> make_render_timer(int cuda_device) {
  return std::make_unique<OffscreenTimer>(cuda_device);
}

}  // namespace murmur

#include "render/scene/boid_effects.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "render/gl/kept_state.h"
#include "sim/raster/raster_effects.h"

namespace murmur {
namespace {

constexpr float kGlow = 1.6f;  // strength of the glow

}  // namespace

struct BoidEffects::Parts {
  Shader trail{{"whole.vert"}, {"trail.frag"}};
  Shader shrink{{"whole.vert"}, {"shrink.frag"}};
  Shader blur{{"whole.vert"}, {"blur.frag"}};
  Shader compose{{"whole.vert"}, {"compose.frag"}};
  GLuint no_attributes = 0;
  std::optional<PictureTexture> before, after;  // the picture without and with boids
  std::unique_ptr<PictureTexture> trails, old_trails;
  std::optional<PictureTexture> small, blurred;
  double step = 0.0;  // step of the flock in the trails
  std::array<float, 16> seen_from{};
  std::array<float, 3> background{};

  Parts() { glGenVertexArrays(1, &no_attributes); }
  ~Parts() { glDeleteVertexArrays(1, &no_attributes); }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  void run(const Shader& shader) const {
    shader.use();
    glBindVertexArray(no_attributes);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  static bool fits(const auto& texture, int width, int height) {
    return texture && texture->width() == width && texture->height() == height;
  }
};

BoidEffects::BoidEffects() = default;
BoidEffects::~BoidEffects() = default;

void BoidEffects::begin(const PictureSettings& settings) {
  if (!settings.look.glow && !(settings.look.trails > 0.0)) {
    parts_.reset();
    return;
  }
  if (!parts_) parts_ = std::make_unique<Parts>();
  Parts& parts = *parts_;
  const KeptState kept;
  const int width = kept.width(), height = kept.height();
  if (!Parts::fits(parts.before, width, height)) {
    parts.before.emplace(width, height, GL_RGBA8);
    parts.after.emplace(width, height, GL_RGBA8);
    parts.trails.reset();
    parts.small.reset();
  }
  if (!(settings.look.trails > 0.0)) parts.trails.reset();
  parts.before->copy_from(kept.framebuffer());
}

/// Binds the pictures for the shaders. To be called after textures are made, because that binds them.
void BoidEffects::use_pictures() const {
  parts_->before->use_as(0);
  parts_->after->use_as(1);
}

/// Fades the old trails and adds the present boids. If the 2D camera has moved, the trails move with the picture.
void BoidEffects::fade_trails(const PictureSettings& settings, const Camera& camera,
                              const std::array<float, 3>& background) {
  Parts& parts = *parts_;
  const int width = parts.before->width(), height = parts.before->height();
  const bool fresh = !parts.trails;
  if (fresh) {
    parts.trails = std::make_unique<PictureTexture>(width, height, GL_RGBA16F);
    parts.old_trails = std::make_unique<PictureTexture>(width, height, GL_RGBA16F);
  }
  std::swap(parts.trails, parts.old_trails);
  const std::array<float, 16> now = camera.world_to_clip();
  const std::array<float, 16> old = std::exchange(parts.seen_from, now);
  const double steps = settings.step - std::exchange(parts.step, settings.step);
  const bool usable = !fresh && parts.background == background && steps >= 0.0 &&
                      steps < kForgotten * settings.look.trails && (camera.dimensions() == 2 || now == old);
  parts.background = background;
  std::array<float, 4> place{1.0f, 1.0f, 0.0f, 0.0f};  // scale and shift from this picture to the old trails
  if (usable && now != old) {
    place = {old[0] / now[0], old[5] / now[5], 0.0f, 0.0f};
    place[2] = 0.5f * (old[12] - place[0] * now[12] + 1.0f - place[0]);
    place[3] = 0.5f * (old[13] - place[1] * now[13] + 1.0f - place[1]);
  }
  use_pictures();
  parts.trails->bind();
  parts.old_trails->use_as(2);
  parts.trail.set("before", 0);
  parts.trail.set("after", 1);
  parts.trail.set("old", 2);
  parts.trail.set("old_place", place);
  parts.trail.set("fade", usable ? static_cast<float>(std::exp(-steps / settings.look.trails)) : 0.0f);
  parts.run(parts.trail);
}

void BoidEffects::blur() {
  Parts& parts = *parts_;
  const int width = parts.before->width(), height = parts.before->height();
  const int factor = blur_factor(width, height);
  if (!parts.small) {
    const int wide = (width + factor - 1) / factor, high = (height + factor - 1) / factor;
    parts.small.emplace(wide, high, GL_RGBA16F);
    parts.blurred.emplace(wide, high, GL_RGBA16F);
  }
  use_pictures();
  parts.small->bind();
  parts.shrink.set("before", 0);
  parts.shrink.set("after", 1);
  parts.shrink.set("factor", factor);
  parts.run(parts.shrink);
  parts.blur.set("source", 3);
  for (const bool across : {true, false}) {
    (across ? parts.blurred : parts.small)->bind();
    (across ? parts.small : parts.blurred)->use_as(3);
    parts.blur.set("across", across ? 1 : 0);
    parts.run(parts.blur);
  }
  parts.small->use_as(3);
}

void BoidEffects::end(const PictureSettings& settings, const Camera& camera,
                      const std::array<float, 3>& background) {
  if (!parts_) return;
  Parts& parts = *parts_;
  const KeptState kept;
  parts.after->copy_from(kept.framebuffer());
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  const bool trails = settings.look.trails > 0.0;
  if (trails) fade_trails(settings, camera, background);
  if (settings.look.glow) blur();
  use_pictures();
  if (trails) parts.trails->use_as(2);
  kept.bind_target();
  parts.compose.set("before", 0);
  parts.compose.set("after", 1);
  parts.compose.set("trails", 2);
  parts.compose.set("blurred", 3);
  parts.compose.set("has_trails", trails ? 1 : 0);
  parts.compose.set("glow", settings.look.glow ? kGlow : 0.0f);
  parts.compose.set("size", std::array{static_cast<float>(kept.width()), static_cast<float>(kept.height())});
  parts.run(parts.compose);
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace murmur

#include "render/scene/dusk.h"

#include <array>

#include "render/gl/kept_state.h"

namespace murmur {

Dusk::Dusk() : sky_({"whole.vert"}, {"sky.frag"}), birds_({"whole.vert"}, {"dusk.frag"}) {
  glGenVertexArrays(1, &no_attributes_);
}

Dusk::~Dusk() { glDeleteVertexArrays(1, &no_attributes_); }

void Dusk::run(const Shader& shader) const {
  shader.use();
  glBindVertexArray(no_attributes_);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Dusk::draw_sky(const Camera& camera) {
  const KeptState kept;
  glActiveTexture(GL_TEXTURE0);
  if (!depths_ || depths_->width() != kept.width() || depths_->height() != kept.height())
    depths_ = std::make_unique<PictureTexture>(kept.width(), kept.height(), GL_R32F);
  depths_->bind();
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  kept.bind_target();
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  sky_.set("world_to_clip", camera.world_to_clip());
  sky_.set("half_picture",
           std::array{0.5f * static_cast<float>(kept.width()), 0.5f * static_cast<float>(kept.height())});
  sky_.set("flat_world", camera.dimensions() == 2 ? 1 : 0);
  run(sky_);
}

void Dusk::bind_depths() const {
  depths_->bind();
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
}

void Dusk::draw_birds() const {
  const KeptState kept;
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  depths_->use_as(0);
  birds_.set("depths", 0);
  run(birds_);
}

}  // namespace murmur

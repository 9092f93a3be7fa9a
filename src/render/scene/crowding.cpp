#include "render/scene/crowding.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/gl/kept_state.h"

namespace murmur {
namespace {

constexpr int kMostWidth = 2048;  // width of the texture that every OpenGL allows

}  // namespace

Crowding::Crowding() : shader_({"crowding.vert"}, {"crowding.frag"}) {
  glGenTextures(1, &texture_);
  glGenFramebuffers(1, &framebuffer_);
}

Crowding::~Crowding() {
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteTextures(1, &texture_);
}

void Crowding::make_texture() {
  double total = 1.0;
  for (const int along : grid_.cells) total *= along;
  const int width = static_cast<int>(std::min(total, static_cast<double>(kMostWidth)));
  const int height = static_cast<int>(std::ceil(total / width));
  if (width == width_ && height == height_) return;
  width_ = width;
  height_ = height;
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, width, height, 0, GL_RED, GL_FLOAT, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
}

void Crowding::count(GLuint points, int64_t boids, const std::vector<double>& world) {
  const KeptState kept;
  glActiveTexture(GL_TEXTURE0);
  grid_ = DensityCells(boids, world);
  make_texture();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);  // adding is exact: a float counts to 2^24
  shader_.set("cells", grid_.cells);
  shader_.set("cell_size", grid_.size);
  shader_.set("table_size", std::array{width_, height_});
  shader_.use();
  glBindVertexArray(points);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(boids));
}

void Crowding::set_uniforms(const Shader& shader) const {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture_);
  shader.set("boid_counts", 0);
  shader.set("cells", grid_.cells);
  shader.set("cell_size", grid_.size);
  shader.set("mean_count", grid_.mean_count);
}

}  // namespace murmur

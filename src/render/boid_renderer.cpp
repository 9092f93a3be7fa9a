#include "render/boid_renderer.h"

#include <string>
#include <utility>

#include "render/host_copy_writer.h"
#include "sim/errors.h"

namespace murmur {

BoidRenderer::BoidRenderer()
    : shader_({"palette.glsl", "boid.vert"}, {"boid.frag"}), writer_(std::make_unique<HostCopyWriter>()) {
  glCreateVertexArrays(1, &vertex_array_);
}

BoidRenderer::~BoidRenderer() {
  writer_->detach();
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertex_array_);
}

void BoidRenderer::set_writer(std::unique_ptr<InstanceWriter> writer) {
  writer_->detach();
  writer_ = std::move(writer);
  if (buffer_) writer_->attach(buffer_, bytes_);
}

void BoidRenderer::grow(size_t bytes) {
  bytes += bytes / 4;  // room for boids that clicks add
  if (buffer_) writer_->detach();
  glDeleteBuffers(1, &buffer_);
  glCreateBuffers(1, &buffer_);
  while (glGetError() != GL_NO_ERROR) {
  }
  glNamedBufferData(buffer_, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
  if (glGetError() != GL_NO_ERROR) {
    throw RunError("OpenGL has no " + std::to_string(bytes >> 20) +
                   " MiB for drawing the boids: use fewer boids.");
  }
  bytes_ = bytes;
  writer_->attach(buffer_, bytes_);
}

void BoidRenderer::lay_out(int dimensions) {
  dimensions_ = dimensions;
  const GLsizei stride = static_cast<GLsizei>(instance_floats(dimensions) * sizeof(float));
  glVertexArrayVertexBuffer(vertex_array_, 0, buffer_, 0, stride);
  glVertexArrayBindingDivisor(vertex_array_, 0, 1);
  for (GLuint attribute : {0u, 1u}) {  // position, velocity
    glEnableVertexArrayAttrib(vertex_array_, attribute);
    glVertexArrayAttribFormat(vertex_array_, attribute, dimensions, GL_FLOAT, GL_FALSE,
                              attribute * static_cast<GLuint>(dimensions * sizeof(float)));
    glVertexArrayAttribBinding(vertex_array_, attribute, 0);
  }
}

void BoidRenderer::update(Backend<float>& backend, int dimensions) {
  count_ = backend.count();
  if (count_ == 0) return;
  const size_t needed =
      static_cast<size_t>(count_) * static_cast<size_t>(instance_floats(dimensions)) * sizeof(float);
  if (needed > bytes_) grow(needed);
  lay_out(dimensions);
  writer_->write(backend);
}

void BoidRenderer::draw(const Camera& camera, const BoidLook& look, const BoidColours& colours) const {
  if (count_ == 0) return;
  shader_.set("world_to_clip", camera.world_to_clip());
  shader_.set("eye", camera.eye());
  shader_.set("units_per_pixel", static_cast<float>(camera.units_per_pixel()));
  shader_.set("haze", camera.haze());
  shader_.set("size", look.size);
  shader_.set("least_pixels", look.least_pixels);
  shader_.set("alpha", look.alpha);
  shader_.set("colour_by", static_cast<int>(colours.by));
  shader_.set("speed_range", colours.speed_range);
  shader_.set("one_colour", std::array{0.85f, 0.88f, 0.92f});
  shader_.set("background", colours.background);
  shader_.use();
  glBindVertexArray(vertex_array_);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 3, static_cast<GLsizei>(count_));
}

}  // namespace murmur

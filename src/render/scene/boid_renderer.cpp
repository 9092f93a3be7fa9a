#include "render/scene/boid_renderer.h"

#include <string>
#include <utility>

#include "render/scene/best_writer.h"
#include "sim/util/errors.h"

namespace murmur {

BoidRenderer::BoidRenderer()
    : shader_({"crowding.glsl", "paint.glsl", "boid.vert"}, {"boid.frag"}),
      disc_({"crowding.glsl", "paint.glsl", "boid.vert"}, {"disc.frag"}),
      point_({"crowding.glsl", "paint.glsl", "point.vert"}, {"point.frag"}),
      writer_(std::make_unique<BestWriter>()) {
  glGenVertexArrays(1, &vertex_array_);
  glGenVertexArrays(1, &point_array_);
}

BoidRenderer::~BoidRenderer() {
  writer_->detach();
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteVertexArrays(1, &point_array_);
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
  glGenBuffers(1, &buffer_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  while (glGetError() != GL_NO_ERROR) {
  }
  // Storage that never changes, where OpenGL has it (4.4): a driver may move a buffer of glBufferData to host memory,
  // where kernels that fill it (kernels/interop) write over the bus.
  if (GLAD_GL_VERSION_4_4) {
    glBufferStorage(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_MAP_WRITE_BIT);
  } else {
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
  }
  if (glGetError() != GL_NO_ERROR) {
    throw RunError("OpenGL has no " + std::to_string(bytes >> 20) +
                   " MiB for drawing the boids: use fewer boids.");
  }
  bytes_ = bytes;
  writer_->attach(buffer_, bytes_);
}

/// The arrays begin with this boid.
void BoidRenderer::lay_out(int64_t first) const {
  const auto floats = static_cast<size_t>(instance_floats(dimensions_));
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  for (GLuint array : {vertex_array_, point_array_}) {
    glBindVertexArray(array);
    for (GLuint attribute : {0u, 1u}) {  // position, velocity
      const size_t offset =
          static_cast<size_t>(first) * floats + attribute * static_cast<size_t>(dimensions_);
      glEnableVertexAttribArray(attribute);
      glVertexAttribPointer(attribute, dimensions_, GL_FLOAT, GL_FALSE,
                            static_cast<GLsizei>(floats * sizeof(float)),
                            reinterpret_cast<const void*>(offset * sizeof(float)));
      glVertexAttribDivisor(attribute, array == vertex_array_ ? 1 : 0);
    }
  }
}

void BoidRenderer::update(Backend<float>& backend, int dimensions) {
  count_ = backend.count();
  if (count_ == 0) return;
  const size_t needed =
      static_cast<size_t>(count_) * static_cast<size_t>(instance_floats(dimensions)) * sizeof(float);
  if (needed > bytes_) grow(needed);
  dimensions_ = dimensions;
  writer_->write(backend);
}

void BoidRenderer::set_uniforms(const Shader& shader, const Camera& camera, const BoidLook& look,
                                const BoidColours& colours) const {
  constexpr std::array kNearlyWhite{0.85f, 0.88f, 0.92f}, kNearlyBlack{0.09f, 0.09f, 0.11f};
  shader.set("world_to_clip", camera.world_to_clip());
  shader.set("eye", camera.eye());
  shader.set("units_per_pixel", static_cast<float>(camera.units_per_pixel()));
  shader.set("haze", camera.haze());
  shader.set("size", look.size);
  shader.set("least_pixels", look.least_pixels);
  shader.set("alpha", look.alpha);
  shader.set("colour_by", static_cast<int>(colours.by));
  shader.set("speed_range", colours.speed_range);
  shader.set("one_colour", colours.one.value_or(colours.light ? kNearlyBlack : kNearlyWhite));
  shader.set("perch", std::array{colours.ground ? 1.0f : 0.0f, colours.ground.value_or(0.0f),
                                 camera.dimensions() == 3 ? 1.0f : 0.0f});
  shader.set("background", colours.background);
  tables_.use(shader, colours.palette, colours.light);
  if (colours.by != ColourBy::kDensity) return;
  crowding_->set_uniforms(shader);
}

void BoidRenderer::prepare(const Camera& camera, const BoidColours& colours) const {
  if (colours.by != ColourBy::kDensity || count_ == 0) return;
  if (!crowding_) crowding_ = std::make_unique<Crowding>();
  lay_out(0);
  crowding_->count(point_array_, count_, camera.world());
}

int BoidRenderer::passes(const BoidLook& look) {
  const bool disc = look.shape == BoidShape::kDisc || look.shape == BoidShape::kDotAndHeading;
  return disc && !look.points ? 2 : 1;
}

void BoidRenderer::draw_points(const Camera& camera, const BoidLook& look, const BoidColours& colours,
                               Portion portion) const {
  set_uniforms(point_, camera, look, colours);
  point_.set("point_pixels", look.point_pixels);
  point_.use();
  glEnable(GL_PROGRAM_POINT_SIZE);
  glBindVertexArray(point_array_);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(portion.count));
  glDisable(GL_PROGRAM_POINT_SIZE);
}

void BoidRenderer::draw(const Camera& camera, const BoidLook& look, const BoidColours& colours,
                        const BoidPlaces& places, int pass, int64_t first, int64_t count) const {
  if (count <= 0) return;
  lay_out(first);
  for (const auto& shift : places.shifts) {
    for (const Shader* const shader : {&shader_, &disc_, &point_}) {
      shader->set("back", places.back);
      shader->set("wrap", places.wrap);
      shader->set("shift", shift);
    }
    draw_copy(camera, look, colours, {pass, count});
  }
}

void BoidRenderer::draw_copy(const Camera& camera, const BoidLook& look, const BoidColours& colours,
                             Portion portion) const {
  if (look.points) {
    draw_points(camera, look, colours, portion);
    return;
  }
  const auto boids = static_cast<GLsizei>(portion.count);
  const bool dot = look.shape == BoidShape::kDotAndHeading;
  const bool disc = look.shape == BoidShape::kDisc || dot;
  const Shader& shader = disc ? disc_ : shader_;
  set_uniforms(shader, camera, look, colours);
  shader.use();
  glBindVertexArray(vertex_array_);
  if (!disc) {
    const bool arrow = look.shape == BoidShape::kArrow;
    shader.set("part", arrow ? 3 : 0);
    glDrawArraysInstanced(GL_TRIANGLES, 0, arrow ? 15 : 3, boids);
    return;
  }
  shader.set("solid", camera.dimensions() == 3 ? 1 : 0);
  shader.set("head_colour", std::array{0.89f, 0.10f, 0.11f});
  shader.set("ahead_pixels", look.ahead_pixels);
  const int part = portion.pass == 0 ? 1
                   : dot             ? 4
                                     : 2;  // all bodies, then all heads or headings, as in the book
  shader.set("part", part);
  shader.set("disc_pixels", part == 1 ? look.body_pixels : look.head_pixels);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 6, boids);
}

}  // namespace murmur

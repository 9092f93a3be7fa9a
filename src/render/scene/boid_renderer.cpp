#include "render/scene/boid_renderer.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "render/gl/drawn_by.h"
#include "render/scene/best_writer.h"
#include "render/scene/marks.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr GLenum kBoidUnit = 6;                               // texture unit of the buffer of boids
constexpr std::array<int, 7> kCorners{3, 3, 3, 15, 6, 3, 1};  // number of vertices of each part
constexpr int kInstance = 32;                                 // boids of an instance: a warp for each vertex
constexpr int kMostErrors = 64;  // limit of error reads: a lost context reports errors without end

}  // namespace

BoidRenderer::BoidRenderer() : by_processor_(drawn_by_processor()), writer_(std::make_unique<BestWriter>()) {
  glGenVertexArrays(1, &no_attributes_);
  glGenVertexArrays(1, &point_array_);
  glGenTextures(1, &buffer_.texture);
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_texels_);
}

BoidRenderer::~BoidRenderer() {
  writer_->detach();
  glDeleteTextures(1, &buffer_.texture);
  glDeleteBuffers(1, &buffer_.name);
  glDeleteVertexArrays(1, &no_attributes_);
  glDeleteVertexArrays(1, &point_array_);
}

void BoidRenderer::set_writer(std::unique_ptr<InstanceWriter> writer) {
  writer_->detach();
  writer_ = std::move(writer);
  if (buffer_.name) writer_->attach(buffer_.name, buffer_.bytes);
}

void BoidRenderer::make_buffer(size_t bytes, bool mapped) {
  if (buffer_.name) writer_->detach();
  glDeleteBuffers(1, &buffer_.name);
  glGenBuffers(1, &buffer_.name);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.name);
  for (int k = 0; k < kMostErrors && glGetError() != GL_NO_ERROR; ++k) {
  }
  // Where OpenGL 4.4 allows it, the storage is immutable: a driver may move a buffer of glBufferData to host memory,
  // where the kernels that fill it (kernels/interop) would write over the bus. Therefore the host maps the buffer
  // only if the host also writes it.
  if (GLAD_GL_VERSION_4_4) {
    const GLbitfield write = by_processor_ ? GL_MAP_READ_BIT | GL_MAP_WRITE_BIT : GL_MAP_WRITE_BIT;
    glBufferStorage(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, mapped ? write : 0);
  } else {
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
  }
  if (glGetError() != GL_NO_ERROR) {
    throw RunError("OpenGL has no " + std::to_string(bytes >> 20) +
                   " MiB for drawing the boids: use fewer boids.");
  }
  buffer_.bytes = bytes;
  buffer_.mapped = mapped;
  writer_->attach(buffer_.name, buffer_.bytes);
}

/// Sets up the arrays of points: one point for every `each` boids.
void BoidRenderer::lay_out(int64_t each) const {
  const auto floats = static_cast<size_t>(instance_floats(dimensions_));
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.name);
  glBindVertexArray(point_array_);
  for (GLuint attribute : {0u, 1u}) {  // position, velocity
    const size_t offset = attribute * static_cast<size_t>(dimensions_);
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, dimensions_, GL_FLOAT, GL_FALSE,
                          static_cast<GLsizei>(static_cast<size_t>(each) * floats * sizeof(float)),
                          reinterpret_cast<const void*>(offset * sizeof(float)));
  }
  constexpr GLuint kNumber = 2;
  if (!column_) return glDisableVertexAttribArray(kNumber);
  glEnableVertexAttribArray(kNumber);
  const size_t offset = static_cast<size_t>(count_) * floats;
  glVertexAttribPointer(kNumber, 1, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(each * int64_t{sizeof(float)}),
                        reinterpret_cast<const void*>(offset * sizeof(float)));
}

/// Whether a shader can read all boids through a buffer texture.
bool BoidRenderer::fits_texture() const {
  return static_cast<int64_t>(buffer_bytes() / texel_bytes()) <= most_texels_;
}

/// Size of a texel in the buffer that boid.vert reads [bytes].
size_t BoidRenderer::texel_bytes() const { return (dimensions_ == 3 ? 2 : 4) * sizeof(float); }

/// Size of all boids in whole texels [bytes].
size_t BoidRenderer::buffer_bytes() const {
  const auto floats = static_cast<size_t>(instance_floats(dimensions_) + (column_ ? 1 : 0));
  const size_t bytes = static_cast<size_t>(count_) * floats * sizeof(float);
  return (bytes + texel_bytes() - 1) / texel_bytes() * texel_bytes();
}

bool BoidRenderer::shows_species(const BoidColours& colours) const {
  return colours.by == ColourBy::kSpecies && column_ == DrawnColumn::kSpecies && !colours.species.empty();
}

void BoidRenderer::update(Backend<float>& backend, int dimensions, bool by_id,
                          std::optional<DrawnColumn> column, int64_t frame) {
  count_ = backend.count();
  if (count_ == 0) return;
  dimensions_ = dimensions;
  column_ = column;
  const size_t needed = buffer_bytes();
  InstanceLayout layout{.by_id = by_id};
  if (column) {
    layout.numbers = count_ * instance_floats(dimensions);
    layout.column = *column;
  }
  for (bool written = false; !written;) {  // repeats if the device's writer fails and the host copies
    const bool mapped = writer_->needs_host_mapping(backend);
    if (needed > buffer_.bytes) {
      make_buffer(needed + needed / 4, mapped);  // room for boids that clicks add
    } else if (mapped != buffer_.mapped) {
      make_buffer(buffer_.bytes, mapped);
    }
    if (writer_->needs_host_mapping(backend) != mapped) continue;
    writer_->write(backend, layout, frame);
    written = writer_->needs_host_mapping(backend) == mapped;
  }
}

void BoidRenderer::set_uniforms(const Shader& shader, const Camera& camera, const BoidLook& look,
                                const BoidColours& colours) const {
  shader.set("world_to_clip", camera.world_to_clip());
  shader.set("eye", camera.eye());
  shader.set("units_per_pixel", static_cast<float>(camera.units_per_pixel()));
  shader.set("haze", look.bird_span ? camera.close_haze() : camera.haze());
  shader.set("size", look.size);
  shader.set("least_pixels", look.least_pixels);
  shader.set("alpha", look.alpha);
  shader.set("colour_by", static_cast<int>(shown_colours(colours)));
  if (shows_species(colours)) shader.set("species_colours", colours.species);
  shader.set("speed_range", colours.speed_range);
  shader.set("one_colour", one_colour(colours));
  shader.set("perch", std::array{colours.ground ? 1.0f : 0.0f, colours.ground.value_or(0.0f),
                                 camera.dimensions() == 3 ? 1.0f : 0.0f});
  shader.set("background", colours.background);
  shader.set("back", offsets_.back);
  shader.set("wrap", offsets_.wrap);
  shader.set("shift", offsets_.shifts.front());
  const std::array<float, 3> middle = offsets_.middle.value_or(std::array<float, 3>{});
  shader.set("middle", std::array{middle[0], middle[1], middle[2], offsets_.middle ? 1.0f : 0.0f});
  tables_.use(shader, colours.palette, colours.light);
  if (colours.by != ColourBy::kDensity) return;
  crowding_->set_uniforms(shader);
}

void BoidRenderer::prepare(const Camera& camera, const BoidColours& colours) const {
  if (colours.by != ColourBy::kDensity || count_ == 0) return;
  if (!crowding_) crowding_ = std::make_unique<Crowding>();
  lay_out();
  crowding_->count(point_array_, count_, camera.world());
}

void set_light(const Shader& shader, const BirdLight& light) {
  shader.set("shadows", kShadowUnit);
  shader.set("sun", light.sun);
  shader.set("ground", light.ground);
  shader.set("high", light.high);
}

void BoidRenderer::draw_shadows(const Camera& camera, const BoidLook& look, const DrawOffsets& offsets,
                                const BirdLight& light) const {
  // A limited number of birds have shadows, because shadows are soft. In 2D the shadow of each bird is beside the bird.
  const int64_t most = dimensions_ == 2 ? 32768 : 4096;
  constexpr float kDarker = 3.0f * static_cast<float>(kBirdArea);  // real shadows are hardly seen
  if (count_ == 0) return;
  if (!shadow_)
    shadow_.reset(new Shader({"crowding.glsl", "paint.glsl", "shadow.glsl", "shadow.vert"}, {"shadow.frag"}));
  const int64_t each = (count_ + most - 1) / most;
  const float span = *look.bird_span, texels = span / light.texel;
  lay_out(each);
  glEnable(GL_PROGRAM_POINT_SIZE);
  for (const auto& shift : offsets.shifts) {
    offsets_ = {.back = offsets.back, .wrap = offsets.wrap, .shifts = {shift}, .middle = offsets.middle};
    set_uniforms(*shadow_, camera, look, {});
    set_light(*shadow_, light);
    shadow_->set("texel", light.texel);
    shadow_->set("offset", dimensions_ == 2 ? std::array{0.9f * span, -1.1f * span, 10.0f * span}
                                            : std::array{0.0f, 0.0f, 0.0f});
    shadow_->set("amount", kDarker * texels * texels * static_cast<float>(each));
    glBindVertexArray(point_array_);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>((count_ + each - 1) / each));
  }
  glDisable(GL_PROGRAM_POINT_SIZE);
}

/// Sets up the shader of birds for the points that are drawn next. Birds add to the optical depth of the target (Outdoors).
void BoidRenderer::use_birds(const Camera& camera, const BoidLook& look, const BoidColours& colours) const {
  const bool streaks = look.shutter > 0.0f;
  std::unique_ptr<Shader>& bird = streaks ? streak_ : bird_;
  if (!bird)
    bird.reset(new Shader({"crowding.glsl", "paint.glsl", "hash.glsl", "shadow.glsl", "bird.vert"},
                          {"bird.frag"}, streaks ? "" : "#define NO_SHUTTER\n"));
  set_uniforms(*bird, camera, look, colours);
  bird->set("half_picture", std::array{0.5f * static_cast<float>(camera.width()),
                                       0.5f * static_cast<float>(camera.height())});
  bird->set("span", *look.bird_span);
  bird->set("beats", static_cast<int>(std::floor(look.beats)));
  bird->set("beat", static_cast<float>(look.beats - std::floor(look.beats)));
  bird->set("shutter", look.shutter);
  bird->set("flat_world", dimensions_ == 2 ? 1 : 0);
  bird->set("day", look.light.day ? 1 : 0);
  bird->set("tinted", shows_species(colours) ? 1 : 0);
  set_light(*bird, look.light);
  glEnable(GL_PROGRAM_POINT_SIZE);
}

void BoidRenderer::draw_birds(const Camera& camera, const BoidLook& look, const BoidColours& colours) const {
  use_birds(camera, look, colours);
  glBindVertexArray(point_array_);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count_));
  glDisable(GL_PROGRAM_POINT_SIZE);
}

std::optional<std::array<int, 4>> BoidRenderer::box_of_birds(const Camera& camera, const BoidLook& look,
                                                             const DrawOffsets& offsets) const {
  if (!can_read() || dimensions_ != 3 || offsets.wrap[0] > 0.0f) return std::nullopt;
  const std::array<float, 16> m = camera.world_to_clip();
  const auto width = static_cast<float>(camera.width()), height = static_cast<float>(camera.height());
  const float pixel = static_cast<float>(camera.units_per_pixel());
  std::array low{width, height}, high{0.0f, 0.0f};
  read([&](const float* boid, const float*) {
    for (const float* const end = boid + 6 * count_; boid != end; boid += 6) {
      const std::array at{boid[0] - offsets.back * boid[3], boid[1] - offsets.back * boid[4],
                          boid[2] - offsets.back * boid[5]};
      const auto row = [&](size_t k) {
        return m[k] * at[0] + m[k + 4] * at[1] + m[k + 8] * at[2] + m[k + 12];
      };
      const float w = row(3);
      if (!(w > 0.0f)) continue;
      const float way = look.shutter * (std::abs(boid[3]) + std::abs(boid[4]) + std::abs(boid[5]));
      const float reach = (*look.bird_span + way) / (pixel * w) + 3.0f;
      const std::array middle{0.5f * width * (row(0) / w + 1.0f), 0.5f * height * (row(1) / w + 1.0f)};
      for (size_t k = 0; k < 2; ++k) {
        low[k] = std::min(low[k], middle[k] - reach);
        high[k] = std::max(high[k], middle[k] + reach);
      }
    }
  });
  const int left = static_cast<int>(std::max(low[0], 0.0f)), below = static_cast<int>(std::max(low[1], 0.0f));
  return std::array{left, below, std::max(static_cast<int>(std::min(high[0], width)) + 1 - left, 0),
                    std::max(static_cast<int>(std::min(high[1], height)) + 1 - below, 0)};
}

void BoidRenderer::draw_predators(const State<float>& state, const Camera& camera, const BoidLook& look,
                                  const BoidColours& colours, const DrawOffsets& offsets) const {
  constexpr float kLarger = 3.2f;
  BoidLook large = look;
  large.bird_span = kLarger * *look.bird_span;
  const auto d = static_cast<size_t>(state.dimensions);
  const auto third = [d](const float* at) { return d == 3 ? at[2] : 0.0f; };
  for (const auto& shift : offsets.shifts) {
    offsets_ = {.back = offsets.back, .wrap = offsets.wrap, .shifts = {shift}, .middle = offsets.middle};
    use_birds(camera, large, colours);
    glBindVertexArray(no_attributes_);
    for (size_t k = 0; k < static_cast<size_t>(state.predator_count()); ++k) {
      const float *const at = &state.predator_position[k * d], *const way = &state.predator_velocity[k * d];
      glVertexAttrib3f(0, at[0], at[1], third(at));
      glVertexAttrib3f(1, way[0], way[1], third(way));
      glVertexAttrib1f(2, 0.0f);
      glDrawArrays(GL_POINTS, static_cast<GLint>(k), 1);  // the vertex number shifts the wing beat
    }
    glDisable(GL_PROGRAM_POINT_SIZE);
  }
}

void BoidRenderer::draw(const Camera& camera, const BoidLook& look, const BoidColours& colours,
                        const DrawOffsets& offsets) const {
  if (count_ == 0) return;
  lay_out();
  BoidLook drawn = look;
  if (!fits_texture() && !look.bird_span) {  // draws round dots with the area of the triangles
    const double size = double{look.size} * camera.usual_pixels_per_unit();
    drawn.body_dots = true;
    drawn.body_pixels = 0.37f * std::max(look.least_pixels, static_cast<float>(size));
  }
  for (const Part part : parts_of(drawn)) {
    for (const auto& shift : offsets.shifts) {
      offsets_ = {.back = offsets.back, .wrap = offsets.wrap, .shifts = {shift}, .middle = offsets.middle};
      look.bird_span ? draw_birds(camera, drawn, colours) : draw_part(part, camera, drawn, colours);
    }
  }
}

/// The parts of a boid in drawing order. Each part is drawn for all boids before the next one, as in the book: all
/// bodies, then all heads or headings.
std::vector<BoidRenderer::Part> BoidRenderer::parts_of(const BoidLook& look) const {
  if (!look.bird_span && !fits_texture()) return {Part::kBody};
  switch (look.shape) {
    case BoidShape::kDotAndHeading:
      return {Part::kBody, Part::kHeading};
    case BoidShape::kDisc:
      return look.disc_dots ? std::vector{Part::kDisc} : std::vector{Part::kBody, Part::kHead};
    case BoidShape::kArrow:
      return {look.slim ? Part::kSlimArrow : Part::kArrow};
    case BoidShape::kTriangle:
      break;
  }
  return {Part::kTriangle};
}

const Shader& BoidRenderer::shader_of(Part part, bool dot) const {
  const auto k = static_cast<size_t>(part);
  std::unique_ptr<Shader>& shader = (dot ? dots_ : parts_)[dimensions_ == 3 ? 1 : 0][k];
  if (shader) return *shader;
  const std::string constants =
      fmt::format("const int kPart = {}, kCorners = {}, kDimensions = {}, kInstance = {};\n", k, kCorners[k],
                  dimensions_, kInstance);
  if (dot) {
    shader.reset(new Shader({"crowding.glsl", "paint.glsl", "dot.glsl", "dot.vert"},
                            {"dot.glsl", part == Part::kDisc ? "whole_dot.frag" : "dot.frag"}, constants));
  } else if (part == Part::kBody || part == Part::kHead || part == Part::kHeading) {
    shader.reset(new Shader({"crowding.glsl", "paint.glsl", "boid.vert"}, {"disc.frag"}, constants));
  } else {
    shader.reset(new Shader({"crowding.glsl", "paint.glsl", "boid.vert"}, {"boid.frag"}, constants));
  }
  return *shader;
}

void BoidRenderer::draw_part(Part part, const Camera& camera, const BoidLook& look,
                             const BoidColours& colours) const {
  const bool disc =
      part == Part::kBody || part == Part::kHead || part == Part::kHeading || part == Part::kDisc;
  const bool dot = (part == Part::kBody && look.body_dots) || (part == Part::kHead && look.head_dots) ||
                   part == Part::kDisc;
  const Shader& shader = shader_of(part, dot);
  set_uniforms(shader, camera, look, colours);
  if (disc) {
    shader.set("head_colour", std::array{0.89f, 0.10f, 0.11f});
    shader.set("ahead_pixels", look.ahead_pixels);
    shader.set("line_time", look.line_time);
    shader.set("disc_pixels", part == Part::kBody ? look.body_pixels : look.head_pixels);
  }
  if (dot) {
    shader.set("body_pixels", look.body_pixels);
    shader.set("head_pixels", look.head_pixels);
    shader.set("half_picture", std::array{0.5f * static_cast<float>(camera.width()),
                                          0.5f * static_cast<float>(camera.height())});
    const bool depth = part == Part::kDisc && dimensions_ == 2;  // draws heads over bodies
    if (depth) glEnable(GL_DEPTH_TEST), glDepthFunc(GL_LEQUAL);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBindVertexArray(point_array_);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count_));
    glDisable(GL_PROGRAM_POINT_SIZE);
    if (depth) glDisable(GL_DEPTH_TEST), glDepthFunc(GL_LESS);
    return;
  }
  glActiveTexture(GL_TEXTURE0 + kBoidUnit);
  glBindTexture(GL_TEXTURE_BUFFER, buffer_.texture);
  glTexBuffer(GL_TEXTURE_BUFFER, dimensions_ == 3 ? GL_RG32F : GL_RGBA32F, buffer_.name);
  glActiveTexture(GL_TEXTURE0);
  shader.set("boids", static_cast<int>(kBoidUnit));
  glBindVertexArray(no_attributes_);
  shader.set("all_boids", static_cast<int>(count_));
  glDrawArraysInstanced(GL_TRIANGLES, 0, kInstance * kCorners[static_cast<size_t>(part)],
                        static_cast<GLsizei>((count_ + kInstance - 1) / kInstance));
}

}  // namespace murmur

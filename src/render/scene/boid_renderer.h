// Draws all boids with one call from one OpenGL buffer, which InstanceWriter fills, and makes the buffer large enough. Used by Scene.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <glad/gl.h>

#include "render/gl/shader.h"
#include "render/scene/boid_look.h"
#include "render/scene/camera.h"
#include "render/scene/crowding.h"
#include "render/scene/paint_tables.h"
#include "sim/backends/instance_writer.h"

namespace murmur {

inline constexpr int kShadowUnit = 5;  ///< texture unit of the shadow map
void set_light(const Shader& shader, const BirdLight& light);

class BoidRenderer {
 public:
  BoidRenderer();
  ~BoidRenderer();
  BoidRenderer(const BoidRenderer&) = delete;
  BoidRenderer& operator=(const BoidRenderer&) = delete;

  void set_writer(std::unique_ptr<InstanceWriter> writer);
  InstanceWriter& writer() { return *writer_; }
  const InstanceWriter& writer() const { return *writer_; }

  /// Takes the present positions of the backend's boids. `by_id`: in the order of ids, which birds need; `column`:
  /// takes these numbers, too; `frame`: number of the frame for the writer's times. @throws RunError.
  void update(Backend<float>& backend, int dimensions, bool by_id = false,
              std::optional<DrawnColumn> column = {}, int64_t frame = 0);
  /// Whether the boids of the last update() are drawn in the colours of their species.
  bool shows_species(const BoidColours& colours) const;
  ColourBy shown_colours(const BoidColours& colours) const { return murmur::shown_colours(colours, column_); }
  PaintTables& tables() { return tables_; }
  const PaintTables& tables() const { return tables_; }
  int64_t count() const { return count_; }
  /// Counts the boids near each position if the colours need that. To be called before a picture.
  void prepare(const Camera& camera, const BoidColours& colours) const;
  /// Adds the shadows of birds by day to the bound map, before the picture. Only some birds of a large flock have shadows.
  void draw_shadows(const Camera& camera, const BoidLook& look, const DrawOffsets& offsets,
                    const BirdLight& light) const;
  /// Passes the boids of the last update() to `use`, in the host's memory. @returns false without a call if they are
  /// not there, because a device draws.
  template <class Use>
  bool read(const Use& use) const {
    if (!by_processor_ || !buffer_.mapped || count_ == 0) return false;
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.name);
    const auto bytes = static_cast<GLsizeiptr>(buffer_bytes());
    const void* const boids = glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    if (boids)
      use(static_cast<const float*>(boids),
          column_ ? static_cast<const float*>(boids) + count_ * instance_floats(dimensions_) : nullptr);
    if (boids) glUnmapBuffer(GL_ARRAY_BUFFER);
    return boids != nullptr;
  }
  /// The lower left corner and the size of the part of a 3D picture where birds can be [pixels], so that a processor draws no more; empty: anywhere.
  std::optional<std::array<int, 4>> box_of_birds(const Camera& camera, const BoidLook& look,
                                                 const DrawOffsets& offsets) const;
  bool can_read() const { return by_processor_ && buffer_.mapped && count_ > 0; }
  void draw(const Camera& camera, const BoidLook& look, const BoidColours& colours,
            const DrawOffsets& offsets) const;
  /// Draws predators among birds as birds of three times the span. `look` must have a span.
  void draw_predators(const State<float>& state, const Camera& camera, const BoidLook& look,
                      const BoidColours& colours, const DrawOffsets& offsets) const;

 private:
  /// The parts of boids, numbered as in boid.vert and dot.glsl.
  enum class Part : uint8_t { kTriangle, kBody, kHead, kArrow, kHeading, kSlimArrow, kDisc };
  static constexpr size_t kParts = 7;
  std::vector<Part> parts_of(const BoidLook& look) const;
  void use_birds(const Camera& camera, const BoidLook& look, const BoidColours& colours) const;
  void draw_birds(const Camera& camera, const BoidLook& look, const BoidColours& colours) const;
  void draw_part(Part part, const Camera& camera, const BoidLook& look, const BoidColours& colours) const;
  const Shader& shader_of(Part part, bool dot) const;
  void make_buffer(size_t bytes, bool mapped);
  void lay_out(int64_t each = 1) const;
  bool fits_texture() const;
  size_t texel_bytes() const;
  size_t buffer_bytes() const;
  void set_uniforms(const Shader& shader, const Camera& camera, const BoidLook& look,
                    const BoidColours& colours) const;

  const bool by_processor_;  // no GPU draws
  mutable std::array<std::array<std::unique_ptr<Shader>, kParts>, 2>
      parts_,                    // shaders for 2D and 3D, made at first use
      dots_;                     // bodies, heads and whole discs as points
  mutable DrawOffsets offsets_;  // the last offsets
  mutable PaintTables tables_;
  mutable std::unique_ptr<Crowding> crowding_;  // made at first use
  std::unique_ptr<InstanceWriter> writer_;
  mutable std::unique_ptr<Shader> bird_, streak_, shadow_;  // made at first use
  struct Buffer {
    GLuint name = 0, texture = 0;  // texture: the buffer for shaders
    size_t bytes = 0;
    bool mapped = false;  // the host may map the buffer
  };
  Buffer buffer_;
  GLuint no_attributes_ = 0, point_array_ = 0;
  GLint most_texels_ = 0;  // largest buffer that shaders can read
  int64_t count_ = 0;
  int dimensions_ = 2;
  std::optional<DrawnColumn> column_;  // column in the buffer after the instances: a float for each boid
};

}  // namespace murmur

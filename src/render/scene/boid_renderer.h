// Draws all boids with one call from one OpenGL buffer, and sees to it that the buffer is large enough. InstanceWriter fills it. Used by Scene.
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

inline constexpr int kShadowUnit = 5;  ///< texture unit of the map of shadows
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

  /// Takes the current positions of the backend's boids. `by_id`: in the order of their ids, as birds need it; `column`: takes
  /// its numbers, too; `frame`: for the writer's times. @throws RunError.
  void update(Backend<float>& backend, int dimensions, bool by_id = false,
              std::optional<DrawnColumn> column = {}, int64_t frame = 0);
  /// Whether the boids of the last update() are drawn in the colours of their species. Without species they have one colour.
  bool shows_species(const BoidColours& colours) const;
  ColourBy shown_colours(const BoidColours& colours) const { return murmur::shown_colours(colours, column_); }
  PaintTables& tables() { return tables_; }
  const PaintTables& tables() const { return tables_; }
  int64_t count() const { return count_; }
  /// Counts the boids around each place if colours need it. Call it before a picture.
  void prepare(const Camera& camera, const BoidColours& colours) const;
  /// Adds the shadows of birds by day to the map that is bound, before the picture; of many birds a part has shadows.
  void draw_shadows(const Camera& camera, const BoidLook& look, const DrawOffsets& offsets,
                    const BirdLight& light) const;
  /// The boids of the last update(), in the host's memory, as long as `use` runs.
  /// @returns false without a call where they are not there: a device draws.
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
  bool can_read() const { return by_processor_ && buffer_.mapped && count_ > 0; }
  void draw(const Camera& camera, const BoidLook& look, const BoidColours& colours,
            const DrawOffsets& offsets) const;
  /// Predators among birds, as birds of twice the span. `look` has a span.
  void draw_predators(const State<float>& state, const Camera& camera, const BoidLook& look,
                      const BoidColours& colours, const DrawOffsets& offsets) const;

 private:
  /// The order is that of boid.vert and dot.glsl.
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
      parts_,                    // 2D and 3D, made when first drawn with
      dots_;                     // bodies, heads and whole discs as points
  mutable DrawOffsets offsets_;  // last ones that were set
  mutable PaintTables tables_;
  mutable std::unique_ptr<Crowding> crowding_;  // made when first drawn with
  std::unique_ptr<InstanceWriter> writer_;
  mutable std::unique_ptr<Shader> bird_, shadow_;  // made when first drawn with
  struct Buffer {
    GLuint name = 0, texture = 0;  // texture: the buffer, for shaders
    size_t bytes = 0;
    bool mapped = false;  // the host may map it
  };
  Buffer buffer_;
  GLuint no_attributes_ = 0, point_array_ = 0;
  GLint most_texels_ = 0;  // largest buffer that shaders read
  int64_t count_ = 0;
  int dimensions_ = 2;
  std::optional<DrawnColumn> column_;  // column of the buffer: a float for each boid, behind the instances
};

}  // namespace murmur

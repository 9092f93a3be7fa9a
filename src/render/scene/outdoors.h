// Draws birds before a sky, at dusk or by day. The boids add to the optical depth of each pixel, in any order, and
// the light of the sky that passes them is visible: a flock is darker where more birds are in line. By day birds are
// lit, and have shadows on the ground from a map. Order of the calls: begin() for shadows and sky, bind_depths()
// before the birds are drawn, draw_birds(). Used by Scene.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include <glad/gl.h>

#include "render/gl/picture_texture.h"
#include "render/gl/shader.h"
#include "render/scene/boid_renderer.h"
#include "render/scene/camera.h"
#include "sim/look/colour.h"

namespace murmur {

/// Direction towards the sun by day: behind the right shoulder of the first view.
inline constexpr std::array kSunOfDay{0.665f, 0.067f, 0.744f};

class KeptState;

class Outdoors {
 public:
  /// `scene`: Surroundings::kDusk or kDay.
  Outdoors(Surroundings scene, int dimensions);
  ~Outdoors();
  Outdoors(const Outdoors&) = delete;
  Outdoors& operator=(const Outdoors&) = delete;

  bool is_of(Surroundings scene, int dimensions) const {
    return scene == scene_ && dimensions == dimensions_;
  }
  /// Draws the shadows of all boids, and the sky over the whole bound framebuffer, whose size is that of the
  /// viewport; clears the depths. `tinted`: birds have the colours of their species. `bytes`: GL_RGBA8, or GL_BGRA if
  /// the bound framebuffer has this format of PictureTexture.
  void begin(const Camera& camera, const BoidRenderer& boids, const BoidLook& look,
             const DrawOffsets& offsets, bool tinted, GLenum bytes);
  /// Binds the framebuffer of the depths, to which the next drawn boids add, and the map of shadows for their
  /// shader. The caller restores framebuffer and blending.
  void bind_depths() const;
  const BirdLight& light() const { return light_; }
  /// Draws the birds from the depths over the bound framebuffer. `box`: lower left corner and size of the part that
  /// has birds [pixels]; empty: all of it.
  void draw_birds(const std::optional<std::array<int, 4>>& box) const;

 private:
  void run(const Shader& shader) const;
  void draw_shadows(const Camera& camera, const BoidRenderer& boids, const BoidLook& look,
                    const DrawOffsets& offsets);
  void draw_sky(const Camera& camera, const DrawOffsets& offsets, int width, int height) const;
  void draw_dusk(const Camera& camera, const DrawOffsets& offsets, const KeptState& target, GLenum bytes);
  bool day() const { return scene_ == Surroundings::kDay; }

  const Surroundings scene_;
  const int dimensions_;
  bool tinted_ = false;
  Shader sky_, birds_;
  std::unique_ptr<PictureTexture> depths_, shadows_;  // shadows_: by day
  std::array<float, 11> seen_{};                      // inputs of the last sky at dusk
  std::unique_ptr<PictureTexture> dusk_;              // copy of a sky at dusk that two pictures had
  BirdLight light_;
  GLuint no_attributes_ = 0;
};

}  // namespace murmur

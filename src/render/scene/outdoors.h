// Birds before a sky, at dusk or by day. The boids add to the optical depth of each pixel, in any order, and the light of the
// sky that passes them is what is seen: a flock is darker where more birds are in line. By day they are lit, and a map has their
// shadow on the ground. Calls: the shadows by day, the sky, the birds, and the birds over the sky. Used by Scene.
#pragma once

#include <array>
#include <memory>

#include <glad/gl.h>

#include "render/gl/picture_texture.h"
#include "render/gl/shader.h"
#include "render/scene/boid_renderer.h"
#include "render/scene/camera.h"
#include "sim/look/colour.h"

namespace murmur {

/// Towards the sun of a day: behind the right shoulder of the first view.
inline constexpr std::array kSunOfDay{0.665f, 0.067f, 0.744f};

class KeptState;

class Outdoors {
 public:
  /// `scene`: dusk or day.
  Outdoors(Surroundings scene, int dimensions);
  ~Outdoors();
  Outdoors(const Outdoors&) = delete;
  Outdoors& operator=(const Outdoors&) = delete;

  bool is_of(Surroundings scene, int dimensions) const {
    return scene == scene_ && dimensions == dimensions_;
  }
  /// The shadows of all boids and the sky, over the whole bound framebuffer, whose size is the viewport's; also empties the
  /// depths. `tinted`: birds have the colours of their species.
  void begin(const Camera& camera, const BoidRenderer& boids, const BoidLook& look,
             const DrawOffsets& offsets, bool tinted);
  /// The framebuffer of the depths, to which the boids that are drawn next add, and the map of shadows for their shader; the
  /// caller puts framebuffer and blending back.
  void bind_depths() const;
  const BirdLight& light() const { return light_; }
  /// The birds, over the bound framebuffer.
  void draw_birds() const;

 private:
  void run(const Shader& shader) const;
  void draw_shadows(const Camera& camera, const BoidRenderer& boids, const BoidLook& look,
                    const DrawOffsets& offsets);
  void draw_sky(const Camera& camera, const DrawOffsets& offsets, int width, int height) const;
  void draw_dusk(const Camera& camera, const DrawOffsets& offsets, const KeptState& target);
  bool day() const { return scene_ == Surroundings::kDay; }

  const Surroundings scene_;
  const int dimensions_;
  bool tinted_ = false;
  Shader sky_, birds_;
  std::unique_ptr<PictureTexture> depths_, shadows_;  // shadows: by day
  std::array<float, 11> seen_{};                      // what the last sky at dusk depends on
  std::unique_ptr<PictureTexture> dusk_;  // the last sky at dusk, once a second picture has had it
  BirdLight light_;
  GLuint no_attributes_ = 0;
};

}  // namespace murmur

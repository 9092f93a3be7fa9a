// Draws the whole picture except the text: background, the world's border, marks and boids. Draws into the bound
// target, alike for window, film and tests.
#pragma once

#include <array>
#include <memory>

#include "render/gl/picture_texture.h"
#include "render/gl/shader.h"
#include "render/scene/boid_effects.h"
#include "render/scene/boid_renderer.h"
#include "render/scene/camera.h"
#include "render/scene/flock_picture.h"
#include "render/scene/mark_renderer.h"
#include "render/scene/marks.h"
#include "render/scene/outdoors.h"
#include "render/scene/picture_settings.h"
#include "render/scene/wall_renderer.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

class Scene {
 public:
  Scene();
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// Whether the processor draws the boids of pictures with this look, because no GPU does. An OpenGL context must be current.
  static bool draws_flock_picture(const Scenario& scenario, const Look& look);
  /// Number of samples per pixel that pictures with this look need: with one sample, small triangles of OpenGL would flicker.
  static int samples(const Scenario& scenario, const Look& look) {
    return draws_flock_picture(scenario, look) ? 1 : 4;
  }
  BoidRenderer& boids() { return boids_; }
  const BoidRenderer& boids() const { return boids_; }
  /// Takes from the backend the boids and predators that pictures with this look need. `frame`: number of the frame
  /// for the writer's times. @throws RunError.
  void update(Backend<float>& backend, const Scenario& scenario, const Look& look, int64_t frame = 0);
  /// Draws a picture into the bound target. `window`: keeps a picture that the processor draws but for its marks, for show().
  /// @returns whether the picture is kept.
  bool draw(const Camera& camera, const Scenario& scenario, const PictureSettings& settings = {},
            bool window = false);
  /// Copies the picture that was kept to a framebuffer, with its lower left corner at (left, below) [pixels], and draws its marks. `camera`:
  /// camera of the picture.
  void show(GLuint framebuffer, int left, int below, const Camera& camera) const;
  /// The speeds of the first and the last colour in the last picture, for a legend.
  const std::array<float, 2>& speed_range() const { return drawn_speeds_; }

 private:
  /// Values of the picture that is being drawn.
  struct Picture {
    Camera camera;
    const Scenario& scenario;
    const PictureSettings& settings;
    bool solid;
    BoidLook look;
    BoidColours colours;
    DrawOffsets offsets;
    bool by_processor;           // FlockPicture draws the boids
    bool nothing_below = false;  // FlockPicture also draws background and outline: nothing else lies below
    bool kept = false;           // nothing above it but marks: show() copies it to a window
    bool sky_kept = false;       // kept, and OpenGL draws it: birds before a sky
  };
  static void set_depth_and_blending(bool solid);
  static bool draws_flying_predators(const Picture& picture);
  void begin(Picture& picture, bool window);
  void draw_boids(const Picture& picture);
  void draw_flock_picture(const Picture& picture);
  static void fit(std::unique_ptr<PictureTexture>& texture, int width, int height, GLenum format);
  void finish(const Picture& picture);
  void repeat_marks(const DrawOffsets& offsets);
  void draw_outline(const Camera& camera, bool light) const;
  void draw_marks(const Camera& camera) const;
  void draw_marks_in_depth(const Camera& camera);
  void draw_walls(const Picture& picture) const;

  BoidRenderer boids_;
  BoidEffects boid_effects_;
  std::unique_ptr<FlockPicture> flock_picture_;                   // made at first use
  std::unique_ptr<PictureTexture> flock_texture_, kept_texture_;  // copy flock_picture_ to OpenGL
  std::unique_ptr<Outdoors> outdoors_;                            // made at first use
  Shader outline_;
  MarkRenderer mark_renderer_;
  std::unique_ptr<WallRenderer> walls_;  // null: there are no walls
  Marks marks_;
  State<float> predators_;  // only the rows of predators
  GLuint no_attributes_ = 0;
  std::array<float, 2> drawn_speeds_{};
};

}  // namespace murmur

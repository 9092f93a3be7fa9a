// The whole picture except the text: background, the world's border, marks and boids. Draws into the
// target that is bound; the same for window, film and tests.
#pragma once

#include <array>
#include <optional>

#include "render/gl/shader.h"
#include "render/scene/boid_effects.h"
#include "render/scene/boid_renderer.h"
#include "render/scene/camera.h"
#include "render/scene/mark_renderer.h"
#include "render/scene/marks.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

class Scene {
 public:
  Scene();
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  BoidRenderer& boids() { return boids_; }
  const BoidRenderer& boids() const { return boids_; }
  /// Takes the current positions of boids and predators. @throws RunError.
  void update(Backend<float>& backend, const Scenario& scenario);
  /// Further marks over the boids, until others are set.
  void set_marks(std::vector<Mark> marks) { user_marks_ = std::move(marks); }
  void set_colour_by(ColourBy by) { colour_by_ = by; }
  void set_shape(BoidShape shape) { shape_ = shape; }
  BoidShape shape() const { return shape_; }
  ColourBy colour_by() const { return colour_by_; }
  void set_grain(PictureGrain grain) { grain_ = grain; }
  const PictureGrain& grain() const { return grain_; }
  /// Speeds of the first and the last colour; unset: the scenario's slowest and fastest.
  void set_speed_range(std::optional<std::array<float, 2>> range) { speed_range_ = range; }
  /// What the last picture's colours go from and to: for a legend.
  const std::array<float, 2>& speed_range() const { return drawn_speeds_; }
  /// Slow motion: the boids as they were this share of a step ago, moved back along their velocities.
  void set_back(double share) { back_ = static_cast<float>(share); }
  /// The flock goes on beyond connected borders. 2D: copies of it where the picture shows what is there. 3D: each boid is
  /// drawn where it is nearest to the middle of the picture.
  void set_copies(bool on) { copies_ = on; }
  void set_light(bool light) { light_ = light; }  ///< the background; else a dark sky
  bool light() const { return light_; }
  /// Instead of sky or paper; none: these.
  void set_background(std::optional<std::array<float, 3>> colour) { background_ = colour; }
  /// Of boids that all have one; none: suits the background.
  void set_one_colour(std::optional<std::array<float, 3>> colour) { one_colour_ = colour; }
  void set_palette(Palette palette) { palette_ = palette; }
  /// A trail behind each boid, with a third of its strength after so many steps; 0: none. It grows with each picture
  /// of a later moment. In 3D it begins anew where the camera moves.
  void set_trails(double steps) { effects_.trails = steps; }
  void set_glow(bool on) { effects_.glow = on; }
  void set_moment(double step) { effects_.moment = step; }  ///< of the flock in the next picture: for trails
  void set_axes(bool axes) { axes_ = axes; }                ///< ticks with numbers at the world's border
  void draw(const Camera& camera, const Scenario& scenario, int64_t boid_count);
  /// The same in portions, for a window that must answer meanwhile: begin(), then go_on() until it returns true, all
  /// with the same target bound. update() waits until then.
  void begin(const Camera& camera, const Scenario& scenario, int64_t boid_count);
  bool go_on(int64_t boids);
  bool under_way() const { return picture_.has_value(); }

 private:
  /// A picture that is being drawn.
  struct Picture {
    Camera camera;
    Scenario scenario;
    bool solid = false;
    BoidLook look;
    BoidColours colours;
    BoidPlaces places;
    int pass = 0;
    int64_t next = 0;  // boid
  };
  void set_depth_and_blending() const;
  void finish();
  BoidPlaces places(const Camera& camera, const Scenario& scenario) const;
  void repeat_marks(const BoidPlaces& places);
  void draw_outline(const Camera& camera) const;
  void draw_marks_in_depth(const Camera& camera);

  BoidRenderer boids_;
  BoidEffects boid_effects_;
  Shader outline_;
  MarkRenderer mark_renderer_;
  Marks marks_;
  std::vector<Mark> user_marks_;
  State<float> predators_;  // only the rows of predators
  GLuint no_attributes_ = 0;
  ColourBy colour_by_ = ColourBy::kHeading;
  BoidShape shape_ = BoidShape::kTriangle;
  PictureGrain grain_;
  std::optional<std::array<float, 2>> speed_range_;
  std::array<float, 2> drawn_speeds_{};
  Palette palette_ = Palette::kUsual;
  EffectsWish effects_;
  bool light_ = false, copies_ = false, axes_ = false;
  float back_ = 0.0f;
  std::optional<Picture> picture_;
  std::optional<std::array<float, 3>> background_, one_colour_;
};

}  // namespace murmur

// The camera: pan, zoom and fit in 2D; orbit, dolly and pan in 3D. Pixels count from the top left corner of the
// framebuffer; y of the world (3D: z) points up. Uses no OpenGL.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "sim/look/colour.h"

namespace murmur {

/// Margins along the sides of the picture [pixels].
struct Margins {
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
  bool operator==(const Margins&) const = default;
};

class Camera {
 public:
  /// `world` (D,): sizes of the world in two or three dimensions.
  explicit Camera(std::vector<double> world);

  void set_world(std::vector<double> world);  ///< changes the world, and fits it
  const std::vector<double>& world() const { return world_; }
  int dimensions() const { return static_cast<int>(world_.size()); }

  /// Sets the size of the framebuffer [pixels]. A fitted world is fitted again; otherwise centre and visible extent stay.
  void resize(int width, int height);
  /// Sets the margins that text and tools cover: a fitted world is beside them, in the middle of the picture if there is room.
  void set_margins(const Margins& margins);
  const Margins& margins() const { return margins_; }
  int width() const { return width_; }
  int height() const { return height_; }

  /// Fits the whole world into the middle, with 3 % of the shorter side free around it; in 3D without turning the camera.
  void fit();
  void reset();  ///< fits the world from the first direction
  /// Sets the first direction of a 3D camera to one that suits the scene: at dusk from the ground, so that the sky
  /// is behind the world. A camera that was not turned yet turns at once.
  void set_scene(Surroundings scene);
  double usual_elevation() const;  ///< elevation that suits the scene [degrees]
  /// An automatic move of the camera, added to the pose that the user has chosen (render/scene/camera_move.h).
  struct Move {
    double turn = 0.0;                             ///< 3D: turn about the vertical axis [rad]
    std::optional<std::array<double, 3>> at = {};  ///< target in place of the world's middle
    double nearer = 1.0;                           ///< factor of the distance
    bool seat = false;                             ///< 3D: looks from a fixed position on the ground
  };
  void set_move(const Move& move) { move_ = move; }
  /// Goes this share (0 to 1) of the way from the present move to another one.
  void approach(const Move& move, double share);
  /// `held`: true keeps the present view without a move; false restores the pose that the user has chosen.
  void hold(bool held);
  /// Moves the picture by a number of pixels.
  void pan(double right, double down);
  /// Zooms out by a factor below 1, in by a factor above 1; the position under the pixel stays there.
  void zoom(double factor, double x, double y);
  /// Turns a 3D camera about the target, as if the picture were dragged by so many pixels. No effect in 2D.
  void orbit(double right, double down);
  /// Turns a 3D camera slowly around the target, by the angle of so many seconds. No effect in 2D.
  void go_around(double seconds);

  /// Moves the position `place` (D,) into the middle of the picture.
  void look_at(const std::vector<double>& place);
  /// Turns a 3D camera so that the eye is at this azimuth and elevation, seen from the target [rad], and fits the
  /// world again. No effect in 2D.
  void look_from(double azimuth, double elevation);
  void come_nearer(double factor) { put_.distance *= factor; }
  void set_distance(double distance);  ///< 3D: distance of the eye from the target [world units]

  /// The world position (D,) under a pixel; in 3D in the plane through the target that faces the eye.
  std::vector<double> place_at(double x, double y) const;
  /// The pixel where a world position (D,) is drawn; none if the position is behind the eye.
  std::optional<std::array<double, 2>> pixel_of(const std::vector<double>& place) const;

  /// Pixels per world unit; in 3D at the distance of the target.
  double pixels_per_unit() const;
  /// Pixels per world unit for the size of boids; from a seat measured at the middle of the world, so that near birds are large.
  double usual_pixels_per_unit() const;
  /// World units per pixel where the clip coordinate w is 1.
  double units_per_pixel() const;
  std::array<float, 16> world_to_clip() const;  ///< matrix, column-major
  /// Turns what world_to_clip() draws upside down, as Mesa's windows have their rows.
  void turn_over() { up_ = -up_; }
  /// The eye as x, y, z, w: a position in 3D (w = 1), a direction in 2D (w = 0).
  std::array<float, 4> eye() const;
  double nearest() const;  ///< 3D: least distance from the eye at which things are drawn
  /// 3D: distances from the eye between which the depth cue grows; 2D: beyond everything.
  std::array<float, 2> haze() const;
  /// The distances of haze() for a flock that is much smaller than its world, so that depth is visible; in 2D as haze().
  std::array<float, 2> close_haze() const;

 private:
  struct Axes {
    std::array<double, 3> right, up, back;
  };
  /// Position, direction and scale of the camera.
  struct Pose {
    std::array<double, 3> target;  // middle of the picture [world units]
    double scale;                  // 2D: pixels per world unit
    double distance;               // 3D: distance from eye to target [world units]
    double yaw, pitch;             // 3D: direction of the eye from the target [rad]
  };
  Pose pose() const;
  Axes axes(const Pose& pose) const;
  std::array<double, 3> eye_place() const;
  double seat_distance() const;
  double world_radius() const;
  double fitting_distance() const;
  Margins free_sides() const;  // margins around a fitted world

  std::vector<double> world_;
  int width_ = 1, height_ = 1;
  Margins margins_;
  bool fitted_ = false;  // the world was fitted, and the camera was not moved since
  Surroundings scene_ = Surroundings::kPlain;
  Pose put_{};  // pose that the user has chosen, without the move
  struct Before {
    Pose pose;
    bool fitted;
  };
  std::optional<Before> held_back_;  // put_ and fitted_ before hold(true); none: not held
  Move move_;
  double up_ = 1.0;  // -1: turned over
};

}  // namespace murmur

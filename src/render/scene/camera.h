// The camera: pan, zoom and fit in 2D, orbit, dolly and pan in 3D.
// Pixels count from the top left corner of the framebuffer; world y (3D: z) points up. Uses no OpenGL.
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
  /// `world` (D,): the world's sizes; 2 or 3 of them.
  explicit Camera(std::vector<double> world);

  void set_world(std::vector<double> world);  ///< also fits
  const std::vector<double>& world() const { return world_; }
  int dimensions() const { return static_cast<int>(world_.size()); }

  /// Framebuffer [pixels]. A fitted world is fitted again; otherwise the centre and the visible extent stay.
  void resize(int width, int height);
  /// What text and tools cover: a fitted world is beside it, in the middle of the picture if there is room.
  void set_margins(const Margins& margins);
  const Margins& margins() const { return margins_; }
  int width() const { return width_; }
  int height() const { return height_; }

  /// The whole world in the middle, 3 % of the shorter side free around it; in 3D from the present direction.
  void fit();
  void reset();  ///< fits the whole world, seen from the first direction
  /// 3D: the first direction is that which suits the scene: at dusk from the ground, so that the sky is behind the world. A
  /// camera that has not been turned turns at once.
  void set_scene(Surroundings scene);
  double usual_elevation() const;  ///< elevation that suits the scene [degrees]
  /// How the camera moves by itself, on top of where the user has put it (render/scene/camera_move.h).
  struct Move {
    double turn = 0.0;                             ///< 3D: about the vertical [rad]
    std::optional<std::array<double, 3>> at = {};  ///< seen instead of the world's middle
    double nearer = 1.0;                           ///< times the distance
    bool seat = false;                             ///< 3D: from a place on the ground, which stays
  };
  void set_move(const Move& move) { move_ = move; }
  /// true: what is seen now stays, without the move, until false gives back what the user has put.
  void hold(bool held);
  /// Moves the picture by so many pixels.
  void pan(double right, double down);
  /// Factor > 1 shows less; the place under the pixel stays there.
  void zoom(double factor, double x, double y);
  /// 3D: turns about the target, as if the picture were dragged by so many pixels. Nothing in 2D.
  void orbit(double right, double down);
  /// 3D: goes on around the target for so long [s], slowly. Nothing in 2D.
  void go_around(double seconds);

  /// This place (D,) in the middle.
  void look_at(const std::vector<double>& place);
  /// 3D: where the eye is, seen from the target [rad]; the world fits again. Nothing in 2D.
  void look_from(double azimuth, double elevation);
  void set_distance(double distance);  ///< 3D: from the target [world units]; nothing in 2D

  /// The world place under a pixel (D,); in 3D on the plane through the target that faces the eye.
  std::vector<double> place_at(double x, double y) const;
  /// The pixel where a world place (D,) is drawn; nothing if it is behind the eye.
  std::optional<std::array<double, 2>> pixel_of(const std::vector<double>& place) const;

  /// Pixels per world unit; in 3D at the target's distance.
  double pixels_per_unit() const;
  /// Pixels per world unit for the size of boids: from a seat that of the world's middle, so that birds which come near are large.
  double usual_pixels_per_unit() const;
  /// World units per pixel where clip w is 1.
  double units_per_pixel() const;
  std::array<float, 16> world_to_clip() const;  ///< column-major
  /// x, y, z, w. w = 1: the eye's place (3D); w = 0: the direction towards it (2D).
  std::array<float, 4> eye() const;
  double nearest() const;  ///< 3D: what is nearer to the eye is not drawn
  /// 3D: distances from the eye between which the depth cue grows; 2D: far beyond everything.
  std::array<float, 2> haze() const;
  /// Distances for a flock that is much smaller than its world, so that its depth is seen; 2D: those of haze().
  std::array<float, 2> close_haze() const;

 private:
  struct Axes {
    std::array<double, 3> right, up, back;
  };
  /// What is seen, from where.
  struct Pose {
    std::array<double, 3> target;  // middle of the picture [world units]
    double scale;                  // 2D: pixels per world unit
    double distance;               // 3D: eye to target [world units]
    double yaw, pitch;             // 3D: where the eye is, seen from the target [rad]
  };
  Pose pose() const;
  Axes axes(const Pose& pose) const;
  std::array<double, 3> eye_place() const;
  double seat_distance() const;
  double world_radius() const;
  double fitting_distance() const;
  Margins free_sides() const;  // margins around a world that fits

  std::vector<double> world_;
  int width_ = 1, height_ = 1;
  Margins margins_;
  bool fitted_ = false;  // the world fits, and the camera was not moved since
  Surroundings scene_ = Surroundings::kPlain;
  Pose put_{};  // pose that the user chose, without the move
  struct Before {
    Pose pose;
    bool fitted;
  };
  std::optional<Before> held_back_;  // put_ and fitted_ before hold(true); none: nothing is held
  Move move_;
};

}  // namespace murmur

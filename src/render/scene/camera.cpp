#include "render/scene/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/functions.h"

namespace murmur {
namespace {

using Place = std::array<double, 3>;

constexpr double kFreeBorder = 0.03;   // free border, as a share of the shorter side
constexpr double kMostMargin = 0.45;   // limit of a margin, as a share of width or height
constexpr double kMostMargin3D = 0.2;  // limit of a margin in 3D, where opposite margins are alike
constexpr double kTanHalfView = 0.36502849483042454;    // half of the vertical view angle in 3D is 0.35 rad
constexpr double kRadiansPerPixel = 0.006;              // speed of an orbit with the pointer
constexpr double kOrbitSpeed = 25.0;                    // drag that go_around() imitates [pixels/s]
constexpr double kSteepest = 0.499 * std::numbers::pi;  // "up" has no meaning at the poles
constexpr double kStartYaw = -0.9, kStartPitch = 0.35;
constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kDuskElevation = -14.3, kDayElevation = -11.0;  // [degrees]
constexpr double kSeatHeight = 0.02;                             // height of a seat over that of the world

double first_pitch(Surroundings scene) {
  return scene == Surroundings::kPlain  ? kStartPitch
         : scene == Surroundings::kDusk ? kDuskElevation * kDegree
                                        : kDayElevation * kDegree;
}

Place plus(const Place& a, const Place& b, double factor) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
double dot(const Place& a, const Place& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

}  // namespace

Camera::Camera(std::vector<double> world) { set_world(std::move(world)); }

void Camera::set_world(std::vector<double> world) {
  world_ = std::move(world);
  reset();
}

void Camera::resize(int width, int height) {
  width = std::max(width, 1);
  height = std::max(height, 1);
  if (width == width_ && height == height_) return;
  put_.scale *= static_cast<double>(std::min(width, height)) / std::min(width_, height_);
  width_ = width;
  height_ = height;
  if (fitted_) fit();
}

void Camera::set_margins(const Margins& margins) {
  if (margins == margins_) return;
  margins_ = margins;
  if (fitted_) fit();
}

double Camera::world_radius() const {
  double square = 0.0;
  for (double size : world_) square += size * size;
  return 0.5 * std::sqrt(square);
}

void Camera::approach(const Move& move, double share) {
  const Move before = std::exchange(move_, move);
  if (!before.at || !move.at) return;
  for (size_t k = 0; k < 3; ++k) (*move_.at)[k] = std::lerp((*before.at)[k], (*move.at)[k], share);
  move_.nearer = std::lerp(before.nearer, move.nearer, share);
}

void Camera::hold(bool held) {
  if (held && !held_back_) {
    held_back_ = {put_, fitted_};
    put_ = pose();
    fitted_ = false;
    move_ = {};
  } else if (!held && held_back_) {
    put_ = held_back_->pose;
    const bool fitted = held_back_->fitted;
    held_back_.reset();
    if (fitted) fit();
  }
}

void Camera::fit() {
  held_back_.reset();
  for (size_t k = 0; k < 3; ++k) put_.target[k] = k < world_.size() ? 0.5 * world_[k] : 0.0;
  fitted_ = true;
  if (dimensions() == 3) {
    put_.distance = fitting_distance();
    return;
  }
  const Margins free = free_sides();
  put_.scale =
      std::min((width_ - free.left - free.right) / world_[0], (height_ - free.top - free.bottom) / world_[1]);
  // Pixels by which the world is moved from the middle of the picture, away from wider margins.
  const auto moved = [&](double extent, double before, double after, double whole) {
    const double room = 0.5 * (whole - extent);
    return std::max(before - room, 0.0) - std::max(after - room, 0.0);
  };
  put_.target[0] -= moved(put_.scale * world_[0], free.left, free.right, width_) / put_.scale;
  put_.target[1] += moved(put_.scale * world_[1], free.top, free.bottom, height_) / put_.scale;
}

void Camera::reset() {
  put_.yaw = kStartYaw;
  put_.pitch = first_pitch(scene_);
  fit();
}

void Camera::set_scene(Surroundings scene) {
  if (scene == scene_) return;
  const bool not_turned = put_.yaw == kStartYaw && put_.pitch == first_pitch(scene_);
  scene_ = scene;
  if (not_turned) put_.pitch = first_pitch(scene);
  if (not_turned && fitted_) fit();
}

double Camera::usual_elevation() const {
  return scene_ == Surroundings::kPlain  ? 20.0
         : scene_ == Surroundings::kDusk ? kDuskElevation
                                         : kDayElevation;
}

void Camera::look_at(const std::vector<double>& place) {
  fitted_ = false;
  for (size_t k = 0; k < place.size() && k < 3; ++k) put_.target[k] = place[k];
}

void Camera::look_from(double azimuth, double elevation) {
  if (dimensions() == 2) return;
  fitted_ = false;
  put_.yaw = azimuth;
  put_.pitch = std::clamp(elevation, -kSteepest, kSteepest);
  put_.distance = fitting_distance();
}

void Camera::set_distance(double distance) {
  if (dimensions() == 2) return;
  fitted_ = false;
  put_.distance = distance;
}

/// The nearest distance from which all corners of the world are inside the free border. The world turns about the
/// middle of the picture, so opposite margins are alike.
double Camera::fitting_distance() const {
  const Axes a = axes(put_);
  const Margins free = free_sides();
  const double high = kTanHalfView * (1.0 - 2.0 * std::max(free.top, free.bottom) / height_);
  const double wide = kTanHalfView * (width_ - 2.0 * std::max(free.left, free.right)) / height_;
  double distance = 0.0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    Place offset{};
    for (unsigned k = 0; k < 3; ++k) offset[k] = (corner >> k & 1u) ? 0.5 * world_[k] : -0.5 * world_[k];
    const double needed = std::max(std::abs(dot(offset, a.right)) / wide, std::abs(dot(offset, a.up)) / high);
    distance = std::max(distance, dot(offset, a.back) + needed);
  }
  return distance;
}

/// The margins, limited in a picture that has little room beside them.
Margins Camera::free_sides() const {
  const double least = kFreeBorder * std::min(width_, height_);
  const double most = dimensions() == 2 ? kMostMargin : kMostMargin3D;
  const auto side = [&](double margin, double whole) {
    return std::max(least, std::min(margin, most * whole));
  };
  return {.left = side(margins_.left, width_),
          .top = side(margins_.top, height_),
          .right = side(margins_.right, width_),
          .bottom = side(margins_.bottom, height_)};
}

/// Distance of a seat from the middle of the world [world units].
double Camera::seat_distance() const {
  return 0.5 * std::max(world_[0], world_[1]) * put_.distance / fitting_distance();
}

Camera::Pose Camera::pose() const {
  Pose pose = put_;
  pose.yaw += move_.turn;
  if (!move_.at) return pose;
  for (size_t k = 0; k < world_.size(); ++k) pose.target[k] += (*move_.at)[k] - 0.5 * world_[k];
  pose.distance *= move_.nearer;
  pose.scale /= move_.nearer;
  if (!move_.seat || dimensions() == 2) return pose;
  const double away = seat_distance();
  const Place seat{put_.target[0] + away * std::cos(pose.yaw), put_.target[1] + away * std::sin(pose.yaw),
                   kSeatHeight * world_[2]};
  const Place back = plus(seat, pose.target, -1.0);
  pose.distance = std::max(std::sqrt(dot(back, back)), 1e-3 * away);
  pose.yaw = std::atan2(back[1], back[0]);
  pose.pitch = std::clamp(std::asin(std::clamp(back[2] / pose.distance, -1.0, 1.0)), -kSteepest, kSteepest);
  return pose;
}

Camera::Axes Camera::axes(const Pose& pose) const {
  if (dimensions() == 2) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double cy = 1.0, sy = 0.0, cp = 1.0, sp = 0.0;
  sine_cosine(pose.yaw, sy, cy);
  sine_cosine(pose.pitch, sp, cp);
  return {{-sy, cy, 0.0}, {-sp * cy, -sp * sy, cp}, {cp * cy, cp * sy, sp}};
}

Place Camera::eye_place() const {
  const Pose seen = pose();
  return plus(seen.target, axes(seen).back, seen.distance);
}

double Camera::units_per_pixel() const {
  return dimensions() == 2 ? 1.0 / pose().scale : 2.0 * kTanHalfView / height_;
}

double Camera::pixels_per_unit() const {
  return dimensions() == 2 ? pose().scale : 1.0 / (units_per_pixel() * pose().distance);
}

double Camera::usual_pixels_per_unit() const {
  if (dimensions() == 2 || !move_.at || !move_.seat) return pixels_per_unit();
  return 1.0 / (units_per_pixel() * seat_distance());
}

void Camera::pan(double right, double down) {
  fitted_ = false;
  const Axes a = axes(pose());
  const double unit = 1.0 / pixels_per_unit();
  put_.target = plus(plus(put_.target, a.right, -right * unit), a.up, down * unit);
}

void Camera::zoom(double factor, double x, double y) {
  // Limits of the scale: from a world of a few pixels to a boid that fills the window.
  const double world_pixels = 2.0 * world_radius() * pixels_per_unit() * factor;
  if (world_pixels < 20.0 || world_pixels > 1e7) return;
  fitted_ = false;
  const std::vector<double> held = place_at(x, y);
  const Place pose_target = pose().target;
  for (size_t k = 0; k < held.size(); ++k) {
    const double moved = pose_target[k] - put_.target[k];  // part of the target that the move adds
    put_.target[k] = held[k] + (pose_target[k] - held[k]) / factor - moved;
  }
  put_.scale *= factor;
  put_.distance /= factor;
}

void Camera::orbit(double right, double down) {
  if (dimensions() == 2) return;
  fitted_ = false;
  put_.yaw -= right * kRadiansPerPixel;
  put_.pitch = std::clamp(put_.pitch + down * kRadiansPerPixel, -kSteepest, kSteepest);
}

void Camera::go_around(double seconds) { orbit(-kOrbitSpeed * seconds, 0.0); }

std::vector<double> Camera::place_at(double x, double y) const {
  const Pose seen = pose();
  const Axes a = axes(seen);
  // The point of a 3D world lies in the plane through the target that faces the eye: every pixel's ray meets this plane, with one scale.
  const double unit = 1.0 / pixels_per_unit();
  const Place place =
      plus(plus(seen.target, a.right, (x - 0.5 * width_) * unit), a.up, (0.5 * height_ - y) * unit);
  return {place.begin(), place.begin() + dimensions()};
}

std::optional<std::array<double, 2>> Camera::pixel_of(const std::vector<double>& place) const {
  Place offset{};
  for (size_t k = 0; k < place.size(); ++k) offset[k] = place[k];
  const Pose seen = pose();
  offset = plus(offset, seen.target, -1.0);
  const Axes a = axes(seen);
  double scale = seen.scale;
  if (dimensions() == 3) {
    const double depth = seen.distance - dot(offset, a.back);
    if (depth <= 0.0) return std::nullopt;
    scale = 1.0 / (units_per_pixel() * depth);
  }
  return std::array{0.5 * width_ + dot(offset, a.right) * scale, 0.5 * height_ - dot(offset, a.up) * scale};
}

std::array<float, 16> Camera::world_to_clip() const {
  const Pose seen = pose();
  const Axes a = axes(seen);
  const double sx = 2.0 / (width_ * units_per_pixel()), sy = up_ * 2.0 / (height_ * units_per_pixel());
  // Rows of the clip transform as planes (normal, offset), for x, y, z and w of a world position.
  const Place eye_at = dimensions() == 2 ? seen.target : eye_place();
  std::array<std::array<double, 4>, 4> rows{};
  const auto plane = [&](const Place& axis, double factor) {
    return std::array{factor * axis[0], factor * axis[1], factor * axis[2], -factor * dot(axis, eye_at)};
  };
  rows[0] = plane(a.right, sx);
  rows[1] = plane(a.up, sy);
  if (dimensions() == 2) {
    rows[3] = {0.0, 0.0, 0.0, 1.0};
  } else {
    const double near = nearest(), far = seen.distance + 4.0 * world_radius();
    const std::array<double, 4> depth = plane(a.back, -1.0);  // distance in front of the eye
    rows[3] = depth;
    for (size_t k = 0; k < 4; ++k) rows[2][k] = depth[k] * (far + near) / (far - near);
    rows[2][3] -= 2.0 * far * near / (far - near);
  }
  std::array<float, 16> matrix{};
  for (size_t row = 0; row < 4; ++row) {
    for (size_t column = 0; column < 4; ++column)
      matrix[4 * column + row] = static_cast<float>(rows[row][column]);
  }
  return matrix;
}

std::array<float, 4> Camera::eye() const {
  if (dimensions() == 2) return {0.0f, 0.0f, 1.0f, 0.0f};
  const Place at = eye_place();
  return {static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2]), 1.0f};
}

double Camera::nearest() const { return 0.01 * pose().distance; }

std::array<float, 2> Camera::haze() const {
  if (dimensions() == 2) return {1e30f, 2e30f};
  const double radius = world_radius(), distance = pose().distance;
  return {static_cast<float>(std::max(distance - 0.8 * radius, 0.0)),
          static_cast<float>(distance + 1.15 * radius)};
}

std::array<float, 2> Camera::close_haze() const {
  if (dimensions() == 2) return haze();
  const double distance = pose().distance, radius = std::min(world_radius(), 0.4 * distance);
  return {static_cast<float>(distance - 0.4 * radius), static_cast<float>(distance + radius)};
}

}  // namespace murmur

#include "render/scene/axes.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include <fmt/format.h>

#include "sim/util/roots.h"

namespace murmur {
namespace {

using Place = std::array<float, 3>;

constexpr double kTickPixels = 5.0, kGapPixels = 4.0, kBetweenTicks = 90.0;
constexpr double kHigh = 9.0, kWide = 5.0, kAdvance = 8.5;  // size and distance of digits [pixels]
constexpr double kEnd = 1.0;                                // length that the end of a line adds [pixels]

struct Point {
  double x, y;
};
/// The points of a line that draws a digit or sign of width 1 and height 1. A few points suffice for its few pixels.
using Pen = std::span<const Point>;
constexpr Point kZero[] = {{0.3, 1}, {0.7, 1},  {1, 0.75}, {1, 0.25}, {0.7, 0},
                           {0.3, 0}, {0, 0.25}, {0, 0.75}, {0.3, 1}};
constexpr Point kOne[] = {{0.1, 0.8}, {0.6, 1}, {0.6, 0}};
constexpr Point kTwo[] = {{0, 0.8}, {0.3, 1}, {0.7, 1}, {1, 0.8}, {1, 0.6}, {0, 0}, {1, 0}};
constexpr Point kThree[] = {{0, 0.9},    {0.3, 1},  {0.7, 1},  {1, 0.85}, {1, 0.65}, {0.7, 0.52}, {0.4, 0.52},
                            {0.7, 0.52}, {1, 0.38}, {1, 0.15}, {0.7, 0},  {0.3, 0},  {0, 0.1}};
constexpr Point kFour[] = {{0.75, 0}, {0.75, 1}, {0, 0.28}, {1, 0.28}};
constexpr Point kFive[] = {{1, 1},   {0.1, 1},  {0.05, 0.58}, {0.7, 0.58},
                           {1, 0.4}, {1, 0.18}, {0.7, 0},     {0, 0.05}};
constexpr Point kSix[] = {{0.9, 1}, {0.4, 1}, {0, 0.7},  {0, 0.2},    {0.3, 0},
                          {0.7, 0}, {1, 0.2}, {1, 0.38}, {0.7, 0.58}, {0, 0.55}};
constexpr Point kSeven[] = {{0, 1}, {1, 1}, {0.35, 0}};
constexpr Point kEight[] = {{0.3, 0.54}, {0, 0.7},    {0, 0.85},   {0.3, 1},   {0.7, 1},  {1, 0.85},
                            {1, 0.7},    {0.7, 0.54}, {0.3, 0.54}, {0, 0.36},  {0, 0.17}, {0.3, 0},
                            {0.7, 0},    {1, 0.17},   {1, 0.36},   {0.7, 0.54}};
constexpr Point kNine[] = {{0.1, 0}, {0.6, 0}, {1, 0.3},  {1, 0.8},    {0.7, 1},
                           {0.3, 1}, {0, 0.8}, {0, 0.62}, {0.3, 0.42}, {1, 0.45}};
constexpr Point kMinus[] = {{0.1, 0.5}, {0.9, 0.5}};
constexpr Point kPlus[] = {{0.1, 0.5}, {0.9, 0.5}, {0.5, 0.5}, {0.5, 0.75}, {0.5, 0.25}};
constexpr Point kE[] = {{0, 0.35},  {1, 0.35}, {0.9, 0.6},  {0.5, 0.68},
                        {0.1, 0.6}, {0, 0.3},  {0.2, 0.03}, {0.9, 0.03}};
constexpr std::array<Pen, 10> kDigits{kZero, kOne, kTwo, kThree, kFour, kFive, kSix, kSeven, kEight, kNine};

class AxesDrawer {
 public:
  AxesDrawer(std::vector<Mark>& marks, const Camera& camera, bool light)
      : marks_(marks), camera_(camera), matrix_(camera.world_to_clip()) {
    colour_ = light ? Colour{0.16f, 0.18f, 0.22f, 1.0f} : Colour{0.72f, 0.76f, 0.83f, 1.0f};
    right_ = row(0);
    up_ = row(1);
  }

  void axis(size_t k) {
    const double side = camera_.world()[k];
    Place from{}, to{};
    to[k] = static_cast<float>(side);
    line(from, to);
    const auto first = camera_.pixel_of({0.0, 0.0, 0.0}), last = camera_.pixel_of(at(k, side));
    if (!first || !last) return;
    const double length = length_of((*last)[0] - (*first)[0], (*last)[1] - (*first)[1]);
    const double step = tick_step(side, std::max(length / kBetweenTicks, 2.0));
    // Numbers are to the left of an upright axis, and below the others.
    const bool upright = k + 1 == camera_.world().size();
    for (double value = 0.0; value <= side * (1.0 + 1e-9); value += step) tick(k, value, upright);
  }

 private:
  static std::vector<double> at(size_t k, double value) {
    std::vector<double> place(3, 0.0);
    place[k] = value;
    return place;
  }
  Place row(size_t k) const {
    Place axis{matrix_[k], matrix_[4 + k], matrix_[8 + k]};
    const float length = std::hypot(axis[0], axis[1], axis[2]);
    for (float& x : axis) x /= length;
    return axis;
  }
  /// A position in the world, moved by pixels of the screen.
  Place moved(const Place& place, double right, double up) const {
    const float w = matrix_[3] * place[0] + matrix_[7] * place[1] + matrix_[11] * place[2] + matrix_[15];
    const auto pixel = static_cast<float>(camera_.units_per_pixel()) * w;
    Place out = place;
    for (size_t k = 0; k < 3; ++k)
      out[k] += pixel * (static_cast<float>(right) * right_[k] + static_cast<float>(up) * up_[k]);
    return out;
  }
  void line(const Place& from, const Place& to) {
    marks_.push_back({.at = from,
                      .to = to,
                      .pixels = 0.5f,
                      .colour = colour_,
                      .shape = static_cast<float>(MarkShape::kLine)});
  }

  void tick(size_t k, double value, bool upright) {
    Place place{};
    place[k] = static_cast<float>(value);
    // Numbers are drawn inside the world if they have no room in the picture outside.
    const std::string text = fmt::format("{:.6g}", value);
    const double width = kAdvance * static_cast<double>(text.size());
    const auto pixel = camera_.pixel_of(at(k, value));
    if (!pixel) return;
    const double room = upright ? (*pixel)[0] : camera_.height() - (*pixel)[1];
    const double away = kTickPixels + kGapPixels, needed = away + (upright ? width : kHigh);
    const double side = room > needed + 2.0 ? -1.0 : 1.0;
    line(place, upright ? moved(place, side * kTickPixels, 0.0) : moved(place, 0.0, side * kTickPixels));
    if (!upright && value == 0.0) return;  // the upright axis has the number 0
    if (upright)
      number(text, place, side < 0.0 ? -away - width : away, -0.5 * kHigh);
    else
      number(text, place, -0.5 * width, side < 0.0 ? -away - kHigh : away);
  }

  void number(const std::string& text, const Place& place, double x, double y) {
    for (const char c : text) {
      if (c == '.')
        line(moved(place, x + 1.0, y), moved(place, x + 2.0, y));
      else
        sign(pen_of(c), place, x, y);
      x += c == '.' ? 0.5 * kAdvance : kAdvance;
    }
  }
  static Pen pen_of(char c) {
    if (c >= '0' && c <= '9') return kDigits[static_cast<size_t>(c - '0')];
    return c == '-' ? Pen(kMinus) : c == '+' ? Pen(kPlus) : Pen(kE);
  }
  void sign(Pen pen, const Place& place, double x, double y) {
    for (size_t k = 1; k < pen.size(); ++k) {
      const double right = kWide * (pen[k].x - pen[k - 1].x), up = kHigh * (pen[k].y - pen[k - 1].y);
      // Lines are shortened, because their ends are drawn a pixel and a half further.
      const double length = length_of(right, up), end = std::min(kEnd, 0.45 * length) / length;
      const double fromx = x + kWide * pen[k - 1].x, fromy = y + kHigh * pen[k - 1].y;
      line(moved(place, fromx + end * right, fromy + end * up),
           moved(place, fromx + (1.0 - end) * right, fromy + (1.0 - end) * up));
    }
  }

  std::vector<Mark>& marks_;
  const Camera& camera_;
  const std::array<float, 16> matrix_;
  Colour colour_;
  Place right_, up_;
};

}  // namespace

double tick_step(double size, double most) {
  const double least = size / most, power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1.0 - 1e-9)) return factor * power;
  }
  return 10.0 * power;
}

void add_axes(std::vector<Mark>& marks, const Camera& camera, bool light) {
  AxesDrawer drawer(marks, camera, light);
  for (size_t k = 0; k < camera.world().size(); ++k) drawer.axis(k);
}

}  // namespace murmur

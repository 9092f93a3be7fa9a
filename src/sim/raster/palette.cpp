#include "sim/raster/palette.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <mutex>

#include "base/functions.h"

namespace murmur {
namespace {

using Vec3 = std::array<double, 3>;

/// Cube root for 0.003 <= x <= 1.
double cube_root(double x) {
  double root = (1.0 + 2.0 * x) / 3.0;
  for (int k = 0; k < 12; ++k) root = (2.0 * root + x / (root * root)) / 3.0;
  return root;
}

/// Converts a linear channel, 0 to 1, to a channel of sRGB.
double gamma(double x) {
  constexpr double kLinear = 0.0031308;
  x = std::clamp(x, 0.0, 1.0);
  if (x < kLinear) return 12.92 * x;
  const double root = std::sqrt(std::sqrt(cube_root(x)));  // x^(1/12): its fifth power is x^(1/2.4)
  return 1.055 * (root * root * root * root * root) - 0.055;
}

/// Converts Oklab (B. Ottosson, 2020), which is perceptually uniform, to sRGB.
PaintRow oklab_to_srgb(const Vec3& lab) {
  const double roots[] = {lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2],
                          lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2],
                          lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2]};
  constexpr Vec3 kRgbOfLms[] = {{4.0767416621, -3.3077115913, 0.2309699292},
                                {-1.2684380046, 2.6097574011, -0.3413193965},
                                {-0.0041960863, -0.7034186147, 1.7076147010}};
  Rgb rgb{};
  for (size_t c = 0; c < 3; ++c) {
    double sum = 0.0;
    for (size_t k = 0; k < 3; ++k) sum += kRgbOfLms[c][k] * (roots[k] * roots[k] * roots[k]);
    rgb[c] = static_cast<float>(gamma(sum));
  }
  return paint_row(rgb);
}

// Colours are defined in Oklab, where equal steps look equal; tests/render/render_palettes_test.cpp measures headings and amounts.

/// The colour of a heading is a grey plus x * right + y * up + z * climb, all in Oklab: a circle of headings is a
/// circle (or an ellipse) of colours, and no angle is needed. In 3D a climbing boid is lighter, or greener where
/// lightness already shows up and down.
struct HeadingPalette {
  double dark, light;  // lightness of the grey on a dark and on a light background
  Vec3 right, up, climb;
};
constexpr HeadingPalette kHeadingPalettes[] = {
    // Usual palette: hues, with lightness increasing towards 138 degrees (lime), away from violet. With this tilt
    // opposite headings are at least 0.1 apart in Oklab for deuteranopes, protanopes and tritanopes (0.02 on an even
    // ring).
    {0.74, 0.56, {-0.0743145, 0.14, 0.0}, {0.0669131, 0.0, 0.14}, {0.07, 0.0, 0.0}},
    // Fire: orange to the right, blue to the left, light upwards, dark downwards.
    {0.70, 0.58, {0.0, 0.06, 0.104}, {0.12, 0.0, 0.0}, {0.0, -0.07, 0.04}},
    // Ocean: hues of equal lightness.
    {0.74, 0.58, {0.0, 0.11, 0.0}, {0.0, 0.0, 0.11}, {0.07, 0.0, 0.0}},
    // Grey: light upwards, dark downwards, with slight colour to the sides; not uniform.
    {0.68, 0.52, {0.0, 0.05, 0.03}, {0.2, 0.0, 0.0}, {0.0, -0.05, 0.03}}};

/// Lightness, chroma and hue [rad] of the lowest and the highest amount, interpolated linearly. High amounts are dark
/// on a light background.
struct AmountPalette {
  Vec3 low, high, light_low, light_high;
};
constexpr AmountPalette kAmountPalettes[] = {
    {{0.50, 0.13, 5.06}, {0.90, 0.13, 1.75}, {0.80, 0.13, 1.75}, {0.36, 0.13, 5.06}},  // violet, teal, yellow
    {{0.45, 0.13, 0.40},
     {0.95, 0.12, 1.90},
     {0.82, 0.12, 1.45},
     {0.36, 0.13, 0.40}},  // red, orange, pale yellow
    {{0.45, 0.13, 4.65}, {0.96, 0.04, 3.50}, {0.80, 0.06, 3.50}, {0.34, 0.13, 4.65}},  // blue, cyan, white
    {{0.40, 0.0, 0.0}, {0.97, 0.0, 0.0}, {0.80, 0.0, 0.0}, {0.25, 0.0, 0.0}}};

}  // namespace

PaintRow paint_row(const Rgb& colour) {
  PaintRow row{0, 0, 0, 255};
  for (size_t c = 0; c < 3; ++c)
    row[c] = static_cast<uint8_t>(std::clamp(colour[c], 0.0f, 1.0f) * 255.0f + 0.5f);
  return row;
}

/// A few milliseconds of arithmetic, so a program computes each table once.
std::vector<PaintRow> heading_colours(Palette palette, bool light) {
  static std::mutex one_at_a_time;
  static std::array<std::vector<PaintRow>, 2 * std::size(kHeadingPalettes)> tables;
  const std::lock_guard lock(one_at_a_time);
  std::vector<PaintRow>& rows = tables[2 * static_cast<size_t>(palette) + (light ? 1 : 0)];
  if (!rows.empty()) return rows;
  const HeadingPalette& colours = kHeadingPalettes[static_cast<size_t>(palette)];
  for (int c = 0; c < kClimbs; ++c) {
    const double climb = 2.0 * c / (kClimbs - 1) - 1.0, level = std::sqrt(1.0 - climb * climb);
    for (int h = 0; h < kHeadings; ++h) {
      const double around = 4.0 * (h + 0.5) / kHeadings, across = around < 2.0 ? 1.0 - around : around - 3.0;
      const double up = (around < 2.0 ? 1.0 : -1.0) * (1.0 - std::abs(across));
      const double length = std::sqrt(across * across + up * up);
      Vec3 lab{light ? colours.light : colours.dark, 0.0, 0.0};
      for (size_t k = 0; k < 3; ++k)
        lab[k] += level * across / length * colours.right[k] + level * up / length * colours.up[k] +
                  climb * colours.climb[k];
      rows.push_back(oklab_to_srgb(lab));
    }
  }
  return rows;
}

std::vector<PaintRow> amount_colours(Palette palette, bool light) {
  const AmountPalette& colours = kAmountPalettes[static_cast<size_t>(palette)];
  const Vec3 &low = light ? colours.light_low : colours.low,
             &high = light ? colours.light_high : colours.high;
  std::vector<PaintRow> rows;
  for (int amount = 0; amount < kAmounts; ++amount) {
    Vec3 lch{};
    for (size_t k = 0; k < 3; ++k) lch[k] = low[k] + (high[k] - low[k]) * amount / (kAmounts - 1);
    double sine = 0.0, cosine = 0.0;
    sine_cosine(lch[2], sine, cosine);
    rows.push_back(oklab_to_srgb({lch[0], lch[1] * cosine, lch[1] * sine}));
  }
  return rows;
}

}  // namespace murmur

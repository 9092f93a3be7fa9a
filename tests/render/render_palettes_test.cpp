// Palettes: even steps for the eye, on dark and on light backgrounds; measured in Oklab on the tables that boids are
// painted from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "render/gl/offscreen.h"
#include "render/scene/paint_tables.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

using Colour = std::array<double, 3>;

/// sRGB to Oklab (B. Ottosson, 2020).
Colour oklab(const uint8_t* pixel) {
  const auto linear = [](uint8_t byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double r = linear(pixel[0]), g = linear(pixel[1]), b = linear(pixel[2]);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double apart(const Colour& a, const Colour& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

class Palettes : public testing::TestWithParam<bool> {
 protected:
  /// `count` colours of a table's middle row, evenly from its first to its last column (`cyclic`: to before the first).
  std::vector<Colour> row(GLuint texture, size_t count, bool cyclic) {
    glBindTexture(GL_TEXTURE_2D, texture);
    GLint width = 0, height = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
    const auto columns = static_cast<size_t>(width);
    std::vector<uint8_t> pixels(4 * columns * static_cast<size_t>(height));
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    const uint8_t* const middle = &pixels[4 * columns * static_cast<size_t>(height / 2)];
    std::vector<Colour> colours;
    for (size_t k = 0; k < count; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(cyclic ? count : count - 1);
      // A quarter of the circle has a quarter of the table, by x / (|x| + |y|): see paint.glsl.
      double at = share;
      if (cyclic) {
        const double angle = 2.0 * M_PI * share,
                     across = std::cos(angle) / (std::abs(std::cos(angle)) + std::abs(std::sin(angle)));
        at = 0.25 * (share < 0.5 ? 1.0 - across : 3.0 + across);
      }
      const auto column = static_cast<size_t>(cyclic ? at * width : std::lround(at * (width - 1)));
      colours.push_back(oklab(middle + 4 * (column % columns)));
    }
    return colours;
  }

  Offscreen context;
  PaintTables tables;
  Shader shader{{"crowding.glsl", "paint.glsl", "boid.vert"},
                {"boid.frag"},
                "const int kPart = 0, kCorners = 3, kDimensions = 3, kInstance = 1;\n"};
};

TEST_P(Palettes, AmountsGoInEvenStepsFromDarkToLight) {
  for (const auto& word : kPaletteWords) {
    tables.use(shader, word.value, GetParam());
    const auto colours = row(tables.amounts(), 17, false);
    double least = 1.0, most = 0.0;
    for (size_t k = 1; k < colours.size(); ++k) {
      const double step = apart(colours[k - 1], colours[k]);
      least = std::min(least, step);
      most = std::max(most, step);
      const double lighter = colours[k][0] - colours[k - 1][0];
      EXPECT_GT(GetParam() ? -lighter : lighter, 0.015) << word.text << " step " << k;
    }
    EXPECT_LT(most, 1.35 * least) << word.text;
    EXPECT_GT(apart(colours.front(), colours.back()), 0.4) << word.text;
  }
}

TEST_P(Palettes, HeadingsGoInEvenStepsAround) {
  for (const auto& word : kPaletteWords) {
    tables.use(shader, word.value, GetParam());
    const auto colours = row(tables.headings(), 24, true);
    double least = 1.0, most = 0.0;
    for (size_t k = 0; k < colours.size(); ++k) {
      const double step = apart(colours[k], colours[(k + 1) % colours.size()]);
      least = std::min(least, step);
      most = std::max(most, step);
      EXPECT_GT(apart(colours[k], colours[(k + 12) % colours.size()]), 0.1)
          << word.text << " opposite of " << k;
    }
    EXPECT_GT(least, 0.01) << word.text;
    if (word.value != Palette::kGrey) {
      EXPECT_LT(most, 1.5 * least) << word.text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backgrounds, Palettes, testing::Bool(),
                         [](const auto& one) { return std::string(one.param ? "light" : "dark"); });

}  // namespace
}  // namespace murmur

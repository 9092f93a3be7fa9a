// Outlines of what is dark in a picture: they go around it, are near it, and never meet.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "sim/walls/crossings.h"
#include "sim/walls/outlines.h"

namespace murmur {
namespace {

/// Of rows from the top: '#' dark, '+' a little darker than half, '.' light.
Picture picture(const std::vector<std::string>& rows) {
  Picture made{static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), {}};
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    for (const char c : *row) made.light.push_back(c == '#' ? 0 : c == '+' ? 120 : 255);
  return made;
}

/// Above 0: dark lies to the left.
double area(const Outline& outline) {
  double twice = 0.0;
  for (size_t k = 0; k < outline.size(); ++k) {
    const auto &a = outline[k], &b = outline[(k + 1) % outline.size()];
    twice += a[0] * b[1] - a[1] * b[0];
  }
  return twice / 2.0;
}

TEST(Outlines, GoAroundWhatIsDark) {
  const auto square =
      dark_outlines(picture({"......", ".####.", ".####.", ".####.", ".####.", "......"}), 1000);
  ASSERT_EQ(square.size(), 1u);
  EXPECT_EQ(square[0].size(), 8u) << "each corner is cut";
  EXPECT_NEAR(area(square[0]), 16.0 - 4.0 * 0.125, 1e-9);

  const auto ring = dark_outlines(picture({"#####", "#...#", "#...#", "#...#", "#####"}), 1000);
  ASSERT_EQ(ring.size(), 2u);
  EXPECT_DOUBLE_EQ(area(ring[0]), 25.0) << "dark fills the corners of the picture";
  EXPECT_EQ(ring[0].size(), 4u);
  EXPECT_LT(area(ring[1]), -8.0) << "the hole lies to the right";
  for (const auto& p : ring[0]) EXPECT_TRUE(p[0] >= 0.0 && p[0] <= 5.0 && p[1] >= 0.0 && p[1] <= 5.0);

  EXPECT_EQ(dark_outlines(picture({"#.", ".#"}), 1000).size(), 1u) << "corners join what is dark";
  EXPECT_EQ(dark_outlines(picture({".#", "#."}), 1000).size(), 1u);
  EXPECT_EQ(dark_outlines(picture({"...", ".+.", "..."}), 1000).size(), 1u) << "the faintest has an outline";
  EXPECT_GE(dark_outlines(picture({"...", ".+.", "..."}), 1000)[0].size(), 3u);
  EXPECT_TRUE(dark_outlines(picture({"...", "...", "..."}), 1000).empty());
}

TEST(Outlines, AreWithinTheStatedErrorOfTheHalfLight) {
  constexpr int kSide = 200;
  Picture disc{kSide, kSide, {}};
  const auto light = [](double x, double y) {
    return 127.5 + 60.0 * (std::hypot(x - 90.0, y - 110.0) - 70.0);
  };
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x)
      disc.light.push_back(static_cast<uint8_t>(std::clamp(std::round(light(x + 0.5, y + 0.5)), 0.0, 255.0)));
  const auto outlines = dark_outlines(disc, 100000);
  ASSERT_EQ(outlines.size(), 1u);
  EXPECT_LT(outlines[0].size(), 120u) << "it is simplified";
  double farthest = 0.0;
  for (size_t k = 0; k < outlines[0].size(); ++k) {
    const auto &a = outlines[0][k], &b = outlines[0][(k + 1) % outlines[0].size()];
    for (double t = 0.0; t < 1.0; t += 0.1)
      farthest = std::max(
          farthest,
          std::abs(std::hypot(a[0] + (b[0] - a[0]) * t - 90.0, a[1] + (b[1] - a[1]) * t - 110.0) - 70.0));
  }
  EXPECT_LT(farthest, kOutlineError + 0.05) << "a twentieth for what is not linear between pixels";
  EXPECT_GT(farthest, 0.1);
}

TEST(Outlines, NeverMeet) {
  uint64_t state = 7;
  for (int trial = 0; trial < 60; ++trial) {
    Picture noise{24, 24, {}};
    for (int k = 0; k < 24 * 24; ++k) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const auto value = static_cast<uint8_t>(state >> 56);
      noise.light.push_back(trial % 3 == 0   ? (value < 128 ? 0 : 255)
                            : trial % 3 == 1 ? value
                                             : static_cast<uint8_t>(120 + value % 16));
    }
    std::vector<WallPiece<2>> pieces;
    std::vector<std::pair<size_t, size_t>> place;  // outline, corner
    const auto outlines = dark_outlines(noise, 100000);
    for (size_t k = 0; k < outlines.size(); ++k) {
      for (size_t i = 0; i < outlines[k].size(); ++i) {
        WallPiece<2> piece{{outlines[k][i], outlines[k][(i + 1) % outlines[k].size()]}, 0};
        for (auto& corner : piece.corner)
          for (double& x : corner.c) x = static_cast<double>(static_cast<float>(x));
        pieces.push_back(piece);
        place.emplace_back(k, i);
      }
    }
    for (size_t i = 0; i < pieces.size(); ++i)
      for (size_t j = i + 1; j < pieces.size(); ++j) {
        const size_t corners = outlines[place[i].first].size();
        const bool joined =
            place[i].first == place[j].first && (place[j].second == place[i].second + 1 ||
                                                 (place[i].second == 0 && place[j].second == corners - 1));
        if (joined) continue;
        ASSERT_FALSE(segments_meet(pieces[i], pieces[j])) << trial << " " << i << " " << j;
      }
  }
}

}  // namespace
}  // namespace murmur

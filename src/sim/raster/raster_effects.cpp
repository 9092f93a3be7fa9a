#include "sim/raster/raster_effects.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/raster/boid_raster.h"

namespace murmur {
namespace {

constexpr int32_t kLevel = 64;     // units of one level of an 8-bit channel
constexpr int32_t kGlow = 410;     // strength of the glow, in 256ths
constexpr int32_t kCovered = 218;  // share of the glow that a boid hides, in 256ths: it keeps its colour
constexpr int kBlurReach = 7;      // reach of the blur to each side [pixels]
/// Weights of the blur, in 32768ths: a normal distribution with a standard deviation of 2.6 pixels; the centre, then
/// pixels to either side.
constexpr std::array<int32_t, kBlurReach + 1> kWeights{5046, 4687, 3754, 2594, 1545, 794, 352, 135};
constexpr int64_t kRows = 16;  // rows in a task of a thread

/// e^-x for 0 <= x <= 20.
double decay(double x) {
  double share = exponential_near_0(-x / 256.0);
  for (int k = 0; k < 8; ++k) share *= share;
  return share;
}

/// Change that drawing boids made in a channel of a row.
void difference(const uint32_t* before, const uint32_t* after, size_t channel, int width, int32_t* out) {
  const unsigned shift = 8 * static_cast<unsigned>(channel);
  for (int x = 0; x < width; ++x)
    out[x] = static_cast<int32_t>(after[x] >> shift & 255u) - static_cast<int32_t>(before[x] >> shift & 255u);
}

/// How much boids cover each pixel of a row, in 256ths: a change by a quarter of a channel is full cover. `unit`:
/// units of one level in `row`.
void covers(const std::array<std::vector<int32_t>, 3>& row, int width, int32_t unit, int32_t* out) {
  const int32_t *r = row[0].data(), *g = row[1].data(), *b = row[2].data();
  for (int x = 0; x < width; ++x) {
    const int32_t most = std::max(std::max(std::abs(r[x]), std::abs(g[x])), std::abs(b[x]));
    out[x] = std::min(256, (most * 1028 + 128 * unit) / (256 * unit));
  }
}

/// The positions a * x + b of the centres of `count` pixels, as positions between pixels.
std::vector<BetweenPixels> places_between(int count, double a, double b) {
  std::vector<BetweenPixels> places(static_cast<size_t>(count));
  for (int k = 0; k < count; ++k) {
    const double at = std::clamp(a * (k + 0.5) + b - 0.5, -2.0, 1e6), whole = std::floor(at);
    places[static_cast<size_t>(k)] = {static_cast<int>(whole), static_cast<int32_t>(256.0 * (at - whole))};
  }
  return places;
}

}  // namespace

void RasterEffects::Planes::resize(int w, int h) {
  if (w == width && h == height) return;
  width = w;
  height = h;
  for (auto& plane : of) plane.assign(static_cast<size_t>(w) * static_cast<size_t>(h), 0);
}

void RasterEffects::draw(const uint32_t* before, uint32_t* picture, int width, int height,
                         const EffectsLook& look, const RasterView& view, ThreadPool& threads) {
  const bool trails = look.trails > 0.0;
  if (std::exchange(order_, look.order) != look.order) reorder();
  if (trails) {
    fade(before, picture, width, height, look, view, threads);
  } else {
    trails_.resize(0, 0);
  }
  if (look.glow) blur(before, picture, width, height, threads);
  const auto stretched = [&](int from, int to) {
    return places_between(look.glow ? to : 0, double(from) / to, 0.0);
  };
  const std::vector<BetweenPixels> across = stretched(small_.width, width);
  const std::vector<BetweenPixels> upwards = stretched(small_.height, height);
  threads.parallel_for(height, kRows, [&](int64_t first, int64_t last) {
    const auto wide = static_cast<size_t>(width);
    std::array<std::vector<int32_t>, 3> boids, light;
    std::vector<int32_t> cover(wide), between(static_cast<size_t>(small_.width));
    for (size_t c = 0; c < 3; ++c) boids[c].resize(wide), light[c].assign(wide, 0);
    for (int64_t y = first; y < last; ++y) {
      uint32_t* const out = picture + y * width;
      const uint32_t* const under = before + y * width;
      for (size_t c = 0; c < 3; ++c) {
        if (trails) {
          std::copy_n(trails_.row(c, y), width, boids[c].data());
        } else {
          difference(under, out, c, width, boids[c].data());
          for (int32_t& number : boids[c]) number *= kLevel;
        }
        if (look.glow) light_of_row(c, upwards[static_cast<size_t>(y)], across, between, light[c]);
      }
      covers(boids, width, kLevel, cover.data());
      for (int x = 0; x < width; ++x) {
        const int32_t shown = 256 - (kCovered * cover[x] >> 8);
        uint32_t pixel = 255u << 24;
        for (size_t c = 0; c < 3; ++c) {
          const auto paper = static_cast<int32_t>(under[x] >> 8 * c & 255u);
          const int32_t sum = paper * kLevel + boids[c][x] + (light[c][x] * shown >> 8);
          pixel |= static_cast<uint32_t>(std::clamp((sum + kLevel / 2) / kLevel, 0, 255)) << 8 * c;
        }
        out[x] = pixel;
      }
    }
  });
}

/// Brings the trails into the other order.
void RasterEffects::reorder() {
  std::swap(trails_.of[0], trails_.of[2]);
  for (size_t c = 0; c < 3; ++c)
    for (int y = 0; y < trails_.height / 2; ++y)
      std::swap_ranges(trails_.row(c, y), trails_.row(c, y) + trails_.width,
                       trails_.row(c, trails_.height - 1 - y));
}

/// The glow of a row, stretched from two rows of the blurred picture.
void RasterEffects::light_of_row(size_t channel, BetweenPixels row, const std::vector<BetweenPixels>& across,
                                 std::vector<int32_t>& between, std::vector<int32_t>& light) const {
  const auto last = static_cast<int>(between.size()) - 1;
  const auto inside = [&](int y) { return std::clamp(y, 0, small_.height - 1); };
  const int16_t* const low = small_.row(channel, inside(row.first));
  const int16_t* const high = small_.row(channel, inside(row.first + 1));
  for (int x = 0; x <= last; ++x)
    between[static_cast<size_t>(x)] = (low[x] * (256 - row.share) + high[x] * row.share) >> 8;
  for (size_t x = 0; x < across.size(); ++x) {
    const int32_t a = between[static_cast<size_t>(std::clamp(across[x].first, 0, last))];
    const int32_t b = between[static_cast<size_t>(std::clamp(across[x].first + 1, 0, last))];
    light[x] = (a * (256 - across[x].share) + b * across[x].share) / 256 * kGlow / 256;
  }
}

/// Draws the trails: each pixel is the change by boids in this picture, or what is left of the old trails there;
/// boids cover trails. Trails move with the picture when the camera has moved.
void RasterEffects::fade(const uint32_t* before, const uint32_t* picture, int width, int height,
                         const EffectsLook& look, const RasterView& view, ThreadPool& threads) {
  const bool fresh = trails_.width != width || trails_.height != height;
  const double steps = look.step - std::exchange(step_, look.step);
  const RasterView old = std::exchange(view_, view);
  trails_.resize(width, height);
  old_trails_.resize(width, height);
  std::swap(trails_, old_trails_);
  const bool same_paper = std::exchange(background_, look.background) == look.background;
  const bool usable = !fresh && same_paper && steps >= 0.0 && steps < kForgotten * look.trails;
  const auto left = usable ? static_cast<int32_t>(32768.0 * decay(steps / look.trails) + 0.5) : 0;
  const bool moved = usable && old != view;
  const double scale_x = old.scale_x / view.scale_x, scale_y = old.scale_y / view.scale_y;
  const auto columns = places_between(moved ? width : 0, scale_x, old.offset_x - scale_x * view.offset_x);
  const double high = height, down = old.offset_y - scale_y * view.offset_y;
  const auto rows =
      places_between(moved ? height : 0, scale_y,
                     order_ == PixelOrder::kBgraDownwards ? down : high - scale_y * high - down);
  threads.parallel_for(height, kRows, [&](int64_t first, int64_t last) {
    const auto wide = static_cast<size_t>(width);
    std::array<std::vector<int32_t>, 3> now;
    std::vector<int32_t> cover(wide), trail(wide);
    for (auto& row : now) row.resize(wide);
    for (int64_t y = first; y < last; ++y) {
      for (size_t c = 0; c < 3; ++c)
        difference(before + y * width, picture + y * width, c, width, now[c].data());
      covers(now, width, 1, cover.data());
      for (size_t c = 0; c < 3; ++c) {
        if (moved) {
          sample_row(c, rows[static_cast<size_t>(y)], columns, trail);
        } else {
          std::copy_n(old_trails_.row(c, y), width, trail.data());
        }
        int16_t* const out = trails_.row(c, y);
        const int32_t* const boids = now[c].data();
        for (int x = 0; x < width; ++x) {
          const int32_t rest = trail[x] * left / 32768;
          out[x] = static_cast<int16_t>(rest + (boids[x] * kLevel - rest) * cover[x] / 256);
        }
      }
    }
  });
}

/// Samples a row of the old trails at other positions; outside the picture there are no trails.
void RasterEffects::sample_row(size_t channel, BetweenPixels row, const std::vector<BetweenPixels>& columns,
                               std::vector<int32_t>& out) const {
  const auto at = [&](int x, int y) -> int32_t {
    if (x < 0 || y < 0 || x >= old_trails_.width || y >= old_trails_.height) return 0;
    return old_trails_.row(channel, y)[x];
  };
  for (size_t k = 0; k < columns.size(); ++k) {
    const auto [x, share] = columns[k];
    const int32_t low = at(x, row.first) * (256 - share) + at(x + 1, row.first) * share;
    const int32_t high = at(x, row.first + 1) * (256 - share) + at(x + 1, row.first + 1) * share;
    out[k] = (low / 256 * (256 - row.share) + high / 256 * row.share) / 256;
  }
}

/// The change that boids made in the picture, reduced in size and blurred along both axes.
void RasterEffects::blur(const uint32_t* before, const uint32_t* picture, int width, int height,
                         ThreadPool& threads) {
  const int factor = blur_factor(width, height);
  const int wide = (width + factor - 1) / factor, high = (height + factor - 1) / factor;
  small_.resize(wide, high);
  blurred_.resize(wide, high);
  threads.parallel_for(high, kRows, [&](int64_t first, int64_t last) {
    std::vector<int32_t> row(static_cast<size_t>(width)), sum(static_cast<size_t>(wide * factor));
    for (int64_t y = first; y < last; ++y) {
      for (size_t c = 0; c < 3; ++c) {
        std::fill(sum.begin(), sum.end(), 0);
        for (int k = 0; k < factor; ++k) {
          const int64_t at = std::min<int64_t>(y * factor + k, height - 1) * width;
          difference(before + at, picture + at, c, width, row.data());
          for (int x = 0; x < wide * factor; ++x) sum[x] += row[std::min(x, width - 1)];
        }
        for (int x = 0; x < wide; ++x) {
          int32_t all = 0;
          for (int k = 0; k < factor; ++k) all += sum[x * factor + k];
          small_.row(c, y)[x] = static_cast<int16_t>(all * kLevel / (factor * factor));
        }
      }
    }
  });
  for (const bool across : {true, false}) {
    const Planes& from = across ? small_ : blurred_;
    Planes& to = across ? blurred_ : small_;
    threads.parallel_for(high, kRows, [&](int64_t first, int64_t last) {
      std::vector<int32_t> sum(static_cast<size_t>(wide));
      for (int64_t y = first; y < last; ++y) {
        for (size_t c = 0; c < 3; ++c) {
          std::fill(sum.begin(), sum.end(), 0);
          for (int k = -kBlurReach; k <= kBlurReach; ++k) {
            const int32_t weight = kWeights[static_cast<size_t>(std::abs(k))];
            const int16_t* const row = from.row(c, across ? y : std::clamp<int64_t>(y + k, 0, high - 1));
            const int shift = across ? k : 0, begin = std::max(0, -shift), end = std::min(wide, wide - shift);
            for (int x = 0; x < begin; ++x) sum[x] += weight * row[0];
            for (int x = begin; x < end; ++x) sum[x] += weight * row[x + shift];
            for (int x = end; x < wide; ++x) sum[x] += weight * row[wide - 1];
          }
          for (int x = 0; x < wide; ++x) to.row(c, y)[x] = static_cast<int16_t>(sum[x] / 32768);
        }
      }
    });
  }
}

}  // namespace murmur

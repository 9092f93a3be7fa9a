#include "sim/measure/pair_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/measure/frames_of_tracks.h"
#include "sim/measure/point_grid.h"

namespace murmur {
namespace {

void add_curve(std::vector<double>& sums, const std::vector<double>& more) {
  for (size_t k = 0; k < sums.size(); ++k) sums[k] += more[k];
}

void add_curves(PairCurves& sums, const PairCurves& more) {
  add_curve(sums.pairs, more.pairs);
  add_curve(sums.weights, more.weights);
  add_curve(sums.velocity_pairs, more.velocity_pairs);
  add_curve(sums.velocity, more.velocity);
  add_curve(sums.speed_pairs, more.speed_pairs);
  add_curve(sums.speed, more.speed);
  sums.possible += more.possible;
}

PairCurves empty_curves(size_t bins) {
  const std::vector<double> zeros(bins, 0.0);
  return {zeros, zeros, zeros, zeros, zeros, zeros, 0.0};
}

/// Weight of a pair: volume of the window / volume that the window shares with itself when moved by the pair's displacement.
template <int D>
double window_weight(const PairWindow& window, const std::array<double, D>& way, double distance) {
  if (window.tank > 0.0) {
    const double x = std::min(distance / (2.0 * window.tank), 1.0);
    return std::numbers::pi / 2.0 / (std::acos(x) - x * std::sqrt(1.0 - x * x));
  }
  double weight = 1.0;
  for (size_t k = 0; k < D; ++k) weight *= window.size[k] / (window.size[k] - std::fabs(way[k]));
  return weight;
}

/// Deviations from the mean, divided by their root mean square; false: all values are equal.
template <size_t W>
bool take_deviations(std::vector<std::array<double, W>>& values) {
  std::array<double, W> mean{};
  for (const auto& value : values)
    for (size_t k = 0; k < W; ++k) mean[k] += value[k] / static_cast<double>(values.size());
  double squares = 0.0, whole = 0.0;
  for (auto& value : values) {
    for (size_t k = 0; k < W; ++k) {
      whole += value[k] * value[k];
      value[k] -= mean[k];
      squares += value[k] * value[k];
    }
  }
  if (!(squares > 1e-24 * whole)) return false;  // only rounding differences of equal numbers
  const double scale = std::sqrt(static_cast<double>(values.size()) / squares);
  for (auto& value : values)
    for (double& x : value) x *= scale;
  return true;
}

template <int D>
void add_frame(const TrackFrames& tracks, const TrackSpace& space, const PairWindow& window, double reach,
               int64_t frame, ThreadPool& alone, PairCurves& curves) {
  const FrameOfTracks<D> now(tracks, space, frame);
  const size_t n = now.velocity.size(), bins = curves.pairs.size();
  curves.possible += static_cast<double>(n) * (static_cast<double>(n) - 1.0);
  if (n < 2) return;
  std::vector<std::array<double, D>> velocity = now.velocity;
  std::vector<std::array<double, 1>> speed;
  for (const auto& v : velocity) speed.push_back({length(v)});
  const bool of_velocity = take_deviations<D>(velocity), of_speed = take_deviations<1>(speed);
  const bool periodic = now.places.world.has_value();
  each_pair(now.places, reach, alone,
            [&](uint32_t i, uint32_t j, const std::array<double, D>& way, double square) {
              if (j < i) return;
              const double distance = std::sqrt(square);
              const size_t bin =
                  std::min(static_cast<size_t>(distance / reach * static_cast<double>(bins)), bins - 1);
              curves.pairs[bin] += 1.0;
              curves.weights[bin] += periodic ? 1.0 : window_weight<D>(window, way, distance);
              if (of_velocity) {
                curves.velocity_pairs[bin] += 1.0;
                for (size_t k = 0; k < D; ++k) curves.velocity[bin] += velocity[i][k] * velocity[j][k];
              }
              if (of_speed) {
                curves.speed_pairs[bin] += 1.0;
                curves.speed[bin] += speed[i][0] * speed[j][0];
              }
            });
}

template <int D>
void put_nearest(const TrackFrames& tracks, const TrackSpace& space, int64_t frame, ThreadPool& alone,
                 std::vector<double>& nearest) {
  const FrameOfTracks<D> now(tracks, space, frame);
  if (now.animals.size() < 2) return;
  each_nearest(now.places, 1, alone, [&](uint32_t i, const auto& found) {
    nearest[static_cast<size_t>(frame * tracks.animals + now.animals[i])] = std::sqrt(found.front().first);
  });
}

}  // namespace

PairCurves pair_curves(const TrackFrames& tracks, const TrackSpace& space, const PairWindow& window,
                       double reach, size_t bins, ThreadPool& pool) {
  return summed_frames(
      tracks.frames, pool, empty_curves(bins),
      [&](int64_t frame, ThreadPool& alone, PairCurves& curves) {
        tracks.dimensions == 3 ? add_frame<3>(tracks, space, window, reach, frame, alone, curves)
                               : add_frame<2>(tracks, space, window, reach, frame, alone, curves);
      },
      add_curves);
}

std::vector<double> nearest_distances(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool) {
  std::vector<double> nearest(static_cast<size_t>(tracks.frames * tracks.animals),
                              std::numeric_limits<double>::quiet_NaN());
  pool.parallel_for(tracks.frames, 16, [&](int64_t begin, int64_t end) {
    ThreadPool alone(1);
    for (int64_t frame = begin; frame < end; ++frame) {
      tracks.dimensions == 3 ? put_nearest<3>(tracks, space, frame, alone, nearest)
                             : put_nearest<2>(tracks, space, frame, alone, nearest);
    }
  });
  return nearest;
}

}  // namespace murmur

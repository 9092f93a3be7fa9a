#include "sim/measure/force_map.h"

#include <cmath>
#include <limits>

#include "sim/measure/frames_of_tracks.h"
#include "sim/measure/point_grid.h"

namespace murmur {
namespace {

using Place = std::array<double, 2>;

void add_map(ForceMap& sums, const ForceMap& more) {
  for (size_t k = 0; k < sums.count.size(); ++k) {
    sums.count[k] += more.count[k];
    sums.along[k] += more.along[k];
    sums.across[k] += more.across[k];
    sums.along_squares[k] += more.along_squares[k];
  }
}

/// Adds one frame to the map; the pairs of one focal animal come one after the other.
class FrameOfForces {
 public:
  FrameOfForces(const FrameOfTracks<2>& now, const TrackFrames& tracks, int64_t frame,
                const double* accelerations, const uint8_t* focal, const uint8_t* seen,
                const ForceMapChoice& choice, ForceMap& map)
      : now_(now), choice_(choice), map_(map), seen_(now.animals.size()) {
    for (size_t m = 0; m < now.animals.size(); ++m) {
      const auto at = static_cast<size_t>(frame * tracks.animals + now.animals[m]);
      const double speed = length(now.velocity[m]);
      const Place a{accelerations[2 * at], accelerations[2 * at + 1]};
      const bool counts = focal[at] != 0 && speed > 0.0 && std::isfinite(a[0] + a[1]);
      focal_.push_back(counts);
      seen_[m] = seen[at] != 0;
      ahead_.push_back(counts ? Place{now.velocity[m][0] / speed, now.velocity[m][1] / speed} : Place{});
      acceleration_.push_back(a);
    }
  }

  void add(ThreadPool& alone) {
    const double corner = choice_.reach * std::sqrt(2.0);
    each_pair(now_.places, corner, alone, [&](uint32_t i, uint32_t j, const Place& way, double square) {
      if (!focal_[i] || !seen_[j]) return;
      if (!choice_.nearest) return put(i, way);
      if (i != of_) finish();
      of_ = i;
      if (square < least_) {
        least_ = square;
        to_ = way;
      }
    });
    finish();
  }

 private:
  void finish() {
    if (std::isfinite(least_)) put(of_, to_);
    least_ = std::numeric_limits<double>::infinity();
  }

  void put(size_t i, const Place& way) {
    const Place left{-ahead_[i][1], ahead_[i][0]};
    const size_t row = bin_of(inner(way, ahead_[i])), column = bin_of(inner(way, left));
    if (row == choice_.bins || column == choice_.bins) return;
    const size_t at = row * choice_.bins + column;
    const double along = inner(acceleration_[i], ahead_[i]);
    map_.count[at] += 1.0;
    map_.along[at] += along;
    map_.along_squares[at] += along * along;
    map_.across[at] += inner(acceleration_[i], left);
  }

  size_t bin_of(double x) const {
    const double share = (x / choice_.reach + 1.0) / 2.0 * static_cast<double>(choice_.bins);
    return share >= 0.0 && share < static_cast<double>(choice_.bins) ? static_cast<size_t>(share)
                                                                     : choice_.bins;
  }

  const FrameOfTracks<2>& now_;
  const ForceMapChoice& choice_;
  ForceMap& map_;
  std::vector<bool> focal_, seen_;
  std::vector<Place> ahead_, acceleration_;
  size_t of_ = 0;  // index of the animal whose nearest neighbour is sought
  double least_ = std::numeric_limits<double>::infinity();
  Place to_{};
};

}  // namespace

ForceMap force_map(const TrackFrames& tracks, const TrackSpace& space, const double* accelerations,
                   const uint8_t* focal, const uint8_t* seen, const ForceMapChoice& choice,
                   ThreadPool& pool) {
  const std::vector<double> zeros(choice.bins * choice.bins, 0.0);
  return summed_frames(
      tracks.frames, pool, ForceMap{zeros, zeros, zeros, zeros},
      [&](int64_t frame, ThreadPool& alone, ForceMap& map) {
        const FrameOfTracks<2> now(tracks, space, frame);
        if (now.animals.size() > 1)
          FrameOfForces(now, tracks, frame, accelerations, focal, seen, choice, map).add(alone);
      },
      add_map);
}

}  // namespace murmur

// One frame of tracks in the form that point grids need, and sums over frames that do not depend on the number of
// threads. Used by pair_curves.cpp and force_map.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sim/measure/points.h"
#include "sim/measure/track_measures.h"

namespace murmur {

/// The animals present in a frame, in their order.
template <int D>
struct FrameOfTracks {
  FrameOfTracks(const TrackFrames& tracks, const TrackSpace& space, int64_t frame) {
    if (!space.world.empty()) std::copy_n(space.world.begin(), D, places.world.emplace().begin());
    for (int64_t i = 0; i < tracks.animals; ++i) {
      if (!tracks.has(frame, i)) continue;
      animals.push_back(i);
      std::array<double, D>& v = velocity.emplace_back();
      for (size_t k = 0; k < D; ++k) {
        const double p = tracks.place(frame, i)[k];
        places.axes[k].push_back(places.world ? wrapped_coordinate(p, (*places.world)[k]) : p);
        v[k] = tracks.velocity(frame, i)[k];
      }
    }
  }

  std::vector<int64_t> animals;  ///< index of each present animal among all
  Points<D> places;
  std::vector<std::array<double, D>> velocity;
};

/// Sums over all frames by add(frame, single-threaded pool, sums) and join(sums, more), in an order that does not
/// depend on threads.
template <class Sums, class Add, class Join>
Sums summed_frames(int64_t frames, ThreadPool& pool, const Sums& zero, const Add& add, const Join& join) {
  constexpr int64_t kFrames = 32;  // frames per partial sum
  std::vector<Sums> pieces(static_cast<size_t>((frames + kFrames - 1) / kFrames), zero);
  pool.parallel_for(static_cast<int64_t>(pieces.size()), 1, [&](int64_t from, int64_t to) {
    ThreadPool alone(1);
    for (int64_t piece = from; piece < to; ++piece)
      for (int64_t frame = piece * kFrames; frame < std::min((piece + 1) * kFrames, frames); ++frame)
        add(frame, alone, pieces[static_cast<size_t>(piece)]);
  });
  Sums total = zero;
  for (const Sums& sums : pieces) join(total, sums);
  return total;
}

}  // namespace murmur

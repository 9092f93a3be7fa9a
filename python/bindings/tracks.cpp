#include "bindings/tracks.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/unlocked.h"
#include "sim/measure/force_map.h"
#include "sim/measure/pair_curves.h"
#include "sim/measure/track_measures.h"
#include "sim/util/errors.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace murmur::python {
namespace {

using Frames = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Written = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Marks = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::object array_of(std::vector<double> values, std::initializer_list<size_t> shape) {
  auto held = std::make_unique<std::vector<double>>(std::move(values));
  double* const first = held->data();
  const nb::capsule owner(held.release(),
                          [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return nb::cast(nb::ndarray<double, nb::numpy>(first, shape, owner));
}

template <class Velocities>
TrackFrames frames_of(const Frames& positions, const Velocities& velocities) {
  for (const size_t axis : {size_t{0}, size_t{1}, size_t{2}})
    if (positions.shape(axis) != velocities.shape(axis))
      throw UserError("velocities have another shape than positions; allowed: the same");
  return {positions.data(), velocities.data(), static_cast<int64_t>(positions.shape(0)),
          static_cast<int64_t>(positions.shape(1)), static_cast<int>(positions.shape(2))};
}

/// of(pool), while other threads of Python go on.
template <class Of>
auto on_threads(int threads, const Of& of) {
  if (threads < 0 || threads > 4096)
    throw UserError(fmt::format(
        "threads: {} is not allowed; allowed: 0 (one for each processor it may use) to 4096", threads));
  const Unlocked unlocked;
  ThreadPool pool(threads);
  return of(pool);
}

nb::dict dict_of(FrameValues found, size_t frames) {
  nb::dict values;
  for (size_t k = 0; k < found.names.size(); ++k) {
    const auto first = found.values.begin() + static_cast<std::ptrdiff_t>(k * frames);
    values[found.names[k].c_str()] = array_of({first, first + static_cast<std::ptrdiff_t>(frames)}, {frames});
  }
  return values;
}

}  // namespace

void add_tracks(nb::module_& m) {
  const auto measure_of = [](const auto& measure) {
    return [measure](const Frames& p, const Frames& v, const std::vector<double>& world, double radius,
                     int threads) {
      const TrackFrames tracks = frames_of(p, v);
      return dict_of(on_threads(threads,
                                [&](ThreadPool& pool) {
                                  return measure(tracks, TrackSpace{world, radius}, pool);
                                }),
                     p.shape(0));
    };
  };
  m.def(
      "track_velocities",
      [](const Frames& p, Written v, const std::vector<double>& world, double rate, int threads) {
        const TrackFrames tracks = frames_of(p, v);
        on_threads(threads, [&](ThreadPool& pool) {
          track_velocities(tracks, TrackSpace{world}, rate, v.data(), pool);
          return 0;
        });
      },
      "positions"_a, "velocities"_a, "world"_a, "rate"_a, "threads"_a);
  m.def("track_metrics", measure_of(track_metrics), "positions"_a, "velocities"_a, "world"_a, "radius"_a,
        "threads"_a);
  m.def("track_shape", measure_of(track_shape), "positions"_a, "velocities"_a, "world"_a, "radius"_a,
        "threads"_a);
  m.def(
      "track_motion",
      [](const Frames& p, const Frames& v, const std::vector<double>& world, double radius, int64_t lag,
         int threads) {
        const TrackFrames tracks = frames_of(p, v);
        return dict_of(on_threads(threads,
                                  [&](ThreadPool& pool) {
                                    return track_motion(tracks, TrackSpace{world, radius}, lag, pool);
                                  }),
                       p.shape(0));
      },
      "positions"_a, "velocities"_a, "world"_a, "radius"_a, "lag"_a, "threads"_a);
  m.def(
      "track_nearest",
      [](const Frames& p, const Frames& v, const std::vector<double>& world, int threads) {
        const TrackFrames tracks = frames_of(p, v);
        return array_of(
            on_threads(threads,
                       [&](ThreadPool& pool) { return nearest_distances(tracks, TrackSpace{world}, pool); }),
            {p.shape(0), p.shape(1)});
      },
      "positions"_a, "velocities"_a, "world"_a, "threads"_a);
  m.def(
      "track_pairs",
      [](const Frames& p, const Frames& v, const std::vector<double>& world,
         const std::vector<double>& window, double tank, double reach, size_t bins, int threads) {
        const TrackFrames tracks = frames_of(p, v);
        PairCurves curves = on_threads(threads, [&](ThreadPool& pool) {
          return pair_curves(tracks, TrackSpace{world}, PairWindow{window, tank}, reach, bins, pool);
        });
        nb::dict values;
        values["pairs"] = array_of(std::move(curves.pairs), {bins});
        values["weights"] = array_of(std::move(curves.weights), {bins});
        values["velocity_pairs"] = array_of(std::move(curves.velocity_pairs), {bins});
        values["velocity"] = array_of(std::move(curves.velocity), {bins});
        values["speed_pairs"] = array_of(std::move(curves.speed_pairs), {bins});
        values["speed"] = array_of(std::move(curves.speed), {bins});
        values["possible"] = curves.possible;
        return values;
      },
      "positions"_a, "velocities"_a, "world"_a, "window"_a, "tank"_a, "reach"_a, "bins"_a, "threads"_a);
  m.def(
      "track_forces",
      [](const Frames& p, const Frames& v, const Frames& a, const Marks& focal, const Marks& seen,
         const std::vector<double>& world, double reach, size_t bins, bool nearest, int threads) {
        const TrackFrames tracks = frames_of(p, v);
        frames_of(p, a);
        ForceMap map = on_threads(threads, [&](ThreadPool& pool) {
          return force_map(tracks, TrackSpace{world}, a.data(), focal.data(), seen.data(),
                           {reach, bins, nearest}, pool);
        });
        nb::dict values;
        values["count"] = array_of(std::move(map.count), {bins, bins});
        values["along"] = array_of(std::move(map.along), {bins, bins});
        values["across"] = array_of(std::move(map.across), {bins, bins});
        values["along_squares"] = array_of(std::move(map.along_squares), {bins, bins});
        return values;
      },
      "positions"_a, "velocities"_a, "accelerations"_a, "focal"_a, "seen"_a, "world"_a, "reach"_a, "bins"_a,
      "nearest"_a, "threads"_a);
}

}  // namespace murmur::python

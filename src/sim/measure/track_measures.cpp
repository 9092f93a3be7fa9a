#include "sim/measure/track_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "sim/measure/flock_motion.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/metrics.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<std::string_view, 8> kOfRadius = {"neighbours_mean", "neighbours_max",
                                                       "neighbours_p99",  "neighbours_cv",
                                                       "clusters",        "neighbourhood_polarisation",
                                                       "largest_share",   "delta_v_mean"};

Scenario track_scenario(const TrackFrames& tracks, const TrackSpace& space, double radius) {
  Scenario scenario;
  scenario.world.boundary = space.world.empty() ? Boundary::kOpen : Boundary::kWrap;
  scenario.world.metric = Metric::kPlain;
  scenario.world.size =
      space.world.empty() ? std::vector<double>(static_cast<size_t>(tracks.dimensions), 1.0) : space.world;
  scenario.rules.radius = radius;
  return scenario;
}

/// Fills `state` with the animals that are present in both frames.
void take_frame(const TrackFrames& tracks, int64_t frame, int64_t other, State<double>& state) {
  state.dimensions = tracks.dimensions;
  state.step = frame;
  const auto numbers = static_cast<size_t>(tracks.animals * tracks.dimensions);
  state.position.resize(numbers);
  state.velocity.resize(numbers);
  size_t at = 0;
  for (int64_t i = 0; i < tracks.animals; ++i) {
    if (!tracks.has(frame, i) || (other != frame && !tracks.has(other, i))) continue;
    const double *const p = tracks.place(frame, i), *const v = tracks.velocity(frame, i);
    for (int k = 0; k < tracks.dimensions; ++k, ++at) {
      state.position[at] = p[k];
      state.velocity[at] = v[k];
    }
  }
  state.position.resize(at);
  state.velocity.resize(at);
}
State<double> track_state(const TrackFrames& tracks, int64_t frame, int64_t other) {
  State<double> state;
  take_frame(tracks, frame, other, state);
  return state;
}

/// A search radius if only the nearest matter: that of a circle with about two animals if they were spread evenly.
double search_radius(const State<double>& state) {
  const auto d = static_cast<size_t>(state.dimensions);
  double space = 1.0, longest = 0.0;
  for (size_t k = 0; k < d; ++k) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (size_t n = k; n < state.position.size(); n += d) {
      low = std::min(low, state.position[n]);
      high = std::max(high, state.position[n]);
    }
    space *= std::max(high - low, 0.0);
    longest = std::max(longest, high - low);
  }
  const double each = space / static_cast<double>(std::max<int64_t>(state.count(), 1));
  const double radius = d == 3 ? std::cbrt(each) : std::sqrt(each);
  return radius > 0.0 ? radius : longest > 0.0 ? longest : 1.0;
}

/// Buffers for measuring one frame after the other.
struct Memory {
  explicit Memory(const Scenario& given) : scenario(given), meter(alone) {}
  Scenario scenario;
  ThreadPool alone{1};
  State<double> state;
  FlockMeter<double> meter;
};

/// Sets values(name, frame) for every value that of(frame, memory, put) passes to put().
template <class Of>
FrameValues each_frame(int64_t frames, const Scenario& scenario, ThreadPool& pool,
                       const std::vector<std::string>& names, const Of& of) {
  FrameValues result{names, std::vector<double>(names.size() * static_cast<size_t>(frames), kNoValue)};
  pool.parallel_for(frames, 32, [&](int64_t begin, int64_t end) {
    Memory memory(scenario);
    for (int64_t frame = begin; frame < end; ++frame) {
      size_t name = 0;
      of(frame, memory, [&](double value) {
        result.values[name++ * static_cast<size_t>(frames) + static_cast<size_t>(frame)] = value;
      });
    }
  });
  return result;
}

double cluster_radius(const TrackSpace& space) {
  if (space.radius > 0.0) return space.radius;
  if (!space.world.empty())
    throw UserError(
        "radius: a periodic world needs it, within which animals are of one cluster; allowed: a number "
        "greater than 0");
  return std::numeric_limits<double>::infinity();
}

}  // namespace

void track_velocities(const TrackFrames& tracks, const TrackSpace& space, double rate, double* velocities,
                      ThreadPool& pool) {
  const auto d = static_cast<size_t>(tracks.dimensions);
  const int64_t numbers = tracks.animals * tracks.dimensions;
  const auto put = [&](int64_t frame, const auto& shorter) {
    const double* const now = tracks.positions + frame * numbers;
    const double* const before = frame > 0 ? now - numbers : nullptr;
    const double* const behind = frame + 1 < tracks.frames ? now + numbers : nullptr;
    double* const v = velocities + frame * numbers;
    for (int64_t n = 0; n < numbers; ++n) {
      const double came = before ? shorter(now[n] - before[n], n) * rate : kNoValue;
      const double goes = behind ? shorter(behind[n] - now[n], n) * rate : kNoValue;
      v[n] = std::isnan(came) ? goes : std::isnan(goes) ? came : (goes + came) / 2.0;
    }
  };
  pool.parallel_for(tracks.frames, 32, [&](int64_t begin, int64_t end) {
    for (int64_t frame = begin; frame < end; ++frame) {
      if (space.world.empty()) {
        put(frame, [](double way, int64_t) { return way; });
      } else {
        put(frame, [&](double way, int64_t n) {
          const double size = space.world[static_cast<size_t>(n) % d];
          return way - size * std::nearbyint(way / size);
        });
      }
    }
  });
}

FrameValues track_metrics(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool) {
  std::vector<std::string> names{"boids"};
  each_metric(Metrics{}, [&](const char* name, auto, bool of_this_state) {
    if (of_this_state) names.emplace_back(name);
  });
  const bool has_radius = space.radius > 0.0;
  const Scenario common = track_scenario(tracks, space, space.radius);
  return each_frame(tracks.frames, common, pool, names, [&](int64_t frame, Memory& memory, const auto& put) {
    State<double>& state = memory.state;
    take_frame(tracks, frame, frame, state);
    if (!has_radius) memory.scenario.rules.radius = search_radius(state);
    const Metrics metrics = memory.meter.measure(state, memory.scenario);
    put(static_cast<double>(state.count()));
    each_metric(metrics, [&](const char* name, auto value, bool of_this_state) {
      if (!of_this_state) return;
      const bool known = has_radius || std::ranges::find(kOfRadius, name) == kOfRadius.end();
      put(known && state.count() > 0 ? static_cast<double>(value) : kNoValue);
    });
  });
}

FrameValues track_shape(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool) {
  const Scenario scenario = track_scenario(tracks, space, cluster_radius(space));
  std::vector<std::string> names{"boids"};
  for (const auto& [name, value] : shape_values({})) names.emplace_back(name);
  return each_frame(
      tracks.frames, scenario, pool, names, [&](int64_t frame, Memory& memory, const auto& put) {
        const FlockShape shape = measure_shape(track_state(tracks, frame, frame), scenario, memory.alone);
        put(static_cast<double>(shape.boids));
        for (const auto& [name, value] : shape_values(shape)) put(value);
      });
}

FrameValues track_motion(const TrackFrames& tracks, const TrackSpace& space, int64_t lag, ThreadPool& pool) {
  const Scenario scenario = track_scenario(tracks, space, cluster_radius(space));
  std::vector<std::string> names{"boids"};
  for (const auto& [name, value] : motion_values({})) names.emplace_back(name);
  return each_frame(tracks.frames, scenario, pool, names,
                    [&](int64_t frame, Memory& memory, const auto& put) {
                      if (frame < lag) return;
                      const FlockMotion motion =
                          measure_motion(track_state(tracks, frame - lag, frame),
                                         track_state(tracks, frame, frame - lag), scenario, memory.alone);
                      put(static_cast<double>(motion.boids));
                      for (const auto& [name, value] : motion_values(motion)) put(value);
                    });
}

}  // namespace murmur

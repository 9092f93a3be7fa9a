#include "sim/state/start.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/math.h"
#include "base/random.h"
#include "model/scattered_start.h"
#include "sim/scenario/custom_rules.h"
#include "sim/scenario/species.h"
#include "sim/state/start_flocks.h"
#include "sim/state/start_room.h"
#include "sim/util/errors.h"

namespace murmur {

namespace {

template <class>
using Flag = bool;

constexpr float kHeadingSpread = 0.2f;  // random part of a boid's heading, relative to its flock's
constexpr int kPlaceTries = 64;  // tries to find a position in the world for an added boid; then: the edge
constexpr int kRoomTries = 100;  // tries to find a position among walls for a boid
constexpr int kFaultsShown = 10;

template <int D>
Vec<float, D> rounded(const std::vector<double>& values) {
  Vec<float, D> v;
  for (int k = 0; k < D; ++k) v[k] = static_cast<float>(values[static_cast<size_t>(k)]);
  return v;
}

template <int D>
void put(std::vector<float>& rows, int64_t row, const Vec<float, D>& v) {
  for (int k = 0; k < D; ++k) rows[static_cast<size_t>(row * D + k)] = v[k];
}

/// Which boids a state has rows for: all, or a consecutive share.
struct Share {
  int64_t first, last;
};

template <int D>
void start_scattered(const ScatteredStart<D>& start, const Share& share, State<float>& state) {
  for (int64_t id = share.first; id < share.last; ++id) {
    const Body<float, D> body = start.boid(static_cast<uint32_t>(id));
    put<D>(state.position, id - share.first, body.p);
    put<D>(state.velocity, id - share.first, body.v);
  }
}

/// The image of position p that is inside the world.
template <int D>
Vec<float, D> wrapped(Vec<float, D> p, const Vec<float, D>& world) {
  for (int k = 0; k < D; ++k) {
    p[k] = p[k] - world[k] * round_down(p[k] / world[k]);
    if (!(p[k] >= 0.0f && p[k] < world[k])) p[k] = 0.0f;
  }
  return p;
}

template <int D>
bool inside(const Vec<float, D>& p, const Vec<float, D>& world) {
  for (int k = 0; k < D; ++k) {
    if (!(p[k] >= 0.0f && p[k] <= world[k])) return false;
  }
  return true;
}

template <int D>
void start_in_flocks(const Scenario& scenario, const std::vector<StartFlock<D>>& flocks, const Share& share,
                     State<float>& state) {
  const Vec<float, D> world = rounded<D>(scenario.world.size);
  const float speed = static_cast<float>(scenario.start.speed);
  for (const StartFlock<D>& flock : flocks) {
    const int64_t last = std::min(flock.first + flock.count, share.last);
    for (int64_t id = std::max(flock.first, share.first); id < last; ++id) {
      Random place(scenario.seed, Stream::kPosition, static_cast<uint32_t>(id), 0);
      Random velocity(scenario.seed, Stream::kVelocity, static_cast<uint32_t>(id), 0);
      const Vec<float, D> p = wrapped<D>(flock.centre + flock.place(place.in_unit_ball<D>()), world);
      const Vec<float, D> heading = flock.heading + velocity.in_unit_ball<D>() * kHeadingSpread;
      put<D>(state.position, id - share.first, p);
      put<D>(state.velocity, id - share.first, heading * (speed / square_root(dot(heading, heading))));
    }
  }
}

/// Parameters of a start whose boids are drawn independently, ignoring walls.
template <int D>
std::optional<ScatteredStart<D>> drawn_alone(const Scenario& scenario) {
  if (scenario.start.positions == StartPositions::kFlocks) return {};
  const bool patch = scenario.start.positions == StartPositions::kPatch;
  return ScatteredStart<D>{.seed = scenario.seed,
                           .low = patch ? rounded<D>(scenario.start.at) : Vec<float, D>{},
                           .size = rounded<D>(patch ? scenario.start.size : scenario.world.size),
                           .velocities = scenario.start.velocities,
                           .speed = static_cast<float>(scenario.start.speed)};
}

template <int D>
State<float> start_float(const Scenario& scenario, const std::vector<StartFlock<D>>& flocks,
                         const WallRoom& room, const Share& share) {
  State<float> state;
  state.dimensions = D;
  const size_t rows = static_cast<size_t>(share.last - share.first);
  state.position.resize(rows * D);
  state.velocity.resize(rows * D);
  begin_columns(scenario, share.first, state);
  if (const auto scattered = drawn_alone<D>(scenario))
    start_scattered<D>(*scattered, share, state);
  else
    start_in_flocks<D>(scenario, flocks, share, state);

  const Vec<float, D> world = rounded<D>(scenario.world.size);
  state.predator_position.resize(scenario.predators.size() * D);
  state.predator_velocity.resize(scenario.predators.size() * D);
  for (size_t i = 0; i < scenario.predators.size(); ++i) {
    const Scenario::Predator& predator = scenario.predators[i];
    Random random(scenario.seed, Stream::kPredator, static_cast<uint32_t>(i), 0);
    const Vec<float, D> seeded =
        in_box<D>(random, Vec<float, D>{}, world);  // drawn even if unused: keeps the heading
    const Vec<float, D> velocity = random.unit_vector<D>() * static_cast<float>(predator.max_speed);
    put<D>(state.predator_position, static_cast<int64_t>(i), predator.at ? rounded<D>(*predator.at) : seeded);
    put<D>(state.predator_velocity, static_cast<int64_t>(i), velocity);
  }
  keep_in_room<D>(scenario, room, flocks, share.first, state);
  return state;
}

template <class T>
void check_rows(const Scenario& scenario, const std::vector<T>& position, const std::vector<T>& velocity,
                const char* who, std::vector<std::string>& faults, int64_t& count) {
  const size_t dimensions = scenario.world.size.size();
  const double margin = scenario.start_allowance();
  const auto fault = [&](size_t row, const std::string& text) {
    if (++count <= kFaultsShown) faults.push_back(fmt::format("{} {}: {}", who, row, text));
  };
  for (size_t i = 0; i < position.size(); ++i) {
    const double p = static_cast<double>(position[i]), v = static_cast<double>(velocity[i]);
    const double side = static_cast<double>(static_cast<float>(scenario.world.size[i % dimensions]));
    if (!std::isfinite(p) || !std::isfinite(v))
      fault(i / dimensions,
            fmt::format("position {} or velocity {} on axis {} is not finite; allowed: finite numbers", p, v,
                        i % dimensions));
    else if (p < -margin || p > side + margin)
      fault(i / dimensions,
            fmt::format("position {} on axis {} is outside the world; allowed: {} to {}, or anywhere with "
                        "world.boundary = \"soft\"",
                        p, i % dimensions, 0.0 - margin, side + margin));
  }
}

}  // namespace

template <int D>
std::optional<ScatteredStart<D>> scattered_start(const Scenario& scenario) {
  if (has_closed_walls(scenario) || !custom_states(scenario).empty()) return {};
  return drawn_alone<D>(scenario);
}
template std::optional<ScatteredStart<2>> scattered_start<2>(const Scenario&);
template std::optional<ScatteredStart<3>> scattered_start<3>(const Scenario&);

namespace {

template <int D>
std::function<State<float>(int64_t, int64_t)> start_parts_of(const Scenario& scenario) {
  std::vector<StartFlock<D>> flocks;
  if (scenario.start.positions == StartPositions::kFlocks) flocks = make_flocks<D>(scenario);
  return [&scenario, flocks = std::move(flocks), room = WallRoom(scenario)](int64_t first, int64_t count) {
    return start_float<D>(scenario, flocks, room, {first, first + count});
  };
}

}  // namespace

std::function<State<float>(int64_t, int64_t)> start_parts(const Scenario& scenario) {
  return scenario.dimensions() == 3 ? start_parts_of<3>(scenario) : start_parts_of<2>(scenario);
}

Carried carried_by(const Scenario& scenario) {
  Columns<2, float, Flag> has;
  has.alignment = scenario.rules.alignment.inertia > 0.0;
  has.target = scenario.goal && scenario.goal->path.size() > 1;
  has.species = !scenario.species.empty();
  const size_t states = custom_states(scenario).size();
  for (size_t k = 0; k < std::size(has.custom_states); ++k) has.custom_states[k] = k < states;
  Carried carried = 0;
  each_column([&](const ColumnInfo& info, bool flag) { carried |= flag ? info.bit : 0; }, has);
  return carried;
}

ColumnPlaces column_places(const Scenario& scenario) {
  ColumnPlaces places{};
  places.target = scenario.goal ? scenario.goal->path.size() : 0;
  places.species = scenario.species.size();
  return places;
}

ColumnNames column_names(const Scenario& scenario) {
  ColumnNames names;
  for (const Scenario::Species& one : scenario.species) names.species.push_back(one.name);
  return names;
}

std::optional<SpeciesDraw> species_draw(const Scenario& scenario) {
  const size_t count = scenario.species.size();
  if (count == 0) return {};
  SpeciesDraw draw{};
  draw.seed = scenario.seed;
  draw.species = static_cast<int32_t>(count);
  const std::vector<double> shares = drawn_shares(scenario);
  uint32_t first = 0;
  double upto = 0.0;
  for (size_t k = 0; k < count; ++k) {
    if (const auto& counted = scenario.species[k].count)
      draw.counted[k] = first += static_cast<uint32_t>(*counted);
    upto += shares[k];
    draw.shares[k] = static_cast<float>(upto);
  }
  return draw;
}

template <class T>
void begin_columns(const Scenario& scenario, int64_t first_id, State<T>& state) {
  state.columns = {};
  state.resize_columns(carried_by(scenario), static_cast<size_t>(state.count()));
  if (const auto draw = species_draw(scenario)) {
    for (uint32_t& species : state.columns.species) species = (*draw)(static_cast<uint32_t>(first_id++));
  }
  size_t k = 0;
  for (const CustomRule::State* one : custom_states(scenario)) {
    std::vector<T>& rows = state.columns.custom_states[k++];
    std::fill(rows.begin(), rows.end(), static_cast<T>(static_cast<float>(one->start)));
  }
}

template <class T>
State<T> make_start(const Scenario& scenario) {
  return state_as<T>(start_parts(scenario)(0, scenario.boids));
}

std::vector<float> added_headings(const Scenario& scenario, int64_t step, int64_t first_id, int64_t count) {
  const int dimensions = scenario.dimensions();
  std::vector<float> velocity(static_cast<size_t>(count * dimensions));
  for (int64_t i = 0; i < count; ++i) {
    Random random(scenario.seed, Stream::kAdd, static_cast<uint32_t>(first_id + i),
                  static_cast<uint64_t>(step));
    if (dimensions == 3)
      put<3>(velocity, i, random.unit_vector<3>());
    else
      put<2>(velocity, i, random.unit_vector<2>());
  }
  return velocity;
}

namespace {

/// A random position in the world within `radius` of `at`.
template <int D>
Vec<float, D> place_near(const Scenario& scenario, const Vec<float, D>& at, float radius, Random& random) {
  const Vec<float, D> world = rounded<D>(scenario.world.size);
  const auto draw = [&] { return at + random.in_unit_ball<D>() * radius; };
  Vec<float, D> p = draw();
  if (scenario.world.boundary == Boundary::kWrap) return wrapped<D>(p, world);
  if (has_walls(scenario.world.boundary)) {
    for (int tries = 1; tries < kPlaceTries && !inside<D>(p, world); ++tries) p = draw();
    for (int k = 0; k < D; ++k) p[k] = std::clamp(p[k], 0.0f, world[k]);
  }
  return p;
}

template <int D>
std::vector<float> place_added(const Scenario& scenario, int64_t step, int64_t first_id, int64_t count,
                               const Vec<float, D>& at, float radius, const WallRoom& room) {
  const int tries = room.empty() || scenario.start.walls == StartWalls::kRefuse ? 1 : kRoomTries;
  std::vector<float> rows;
  rows.reserve(static_cast<size_t>(count * D));
  for (int64_t i = 0; i < count; ++i) {
    Random random(scenario.seed, Stream::kAddPlace, static_cast<uint32_t>(first_id + i),
                  static_cast<uint64_t>(step));
    for (int k = 0; k < tries; ++k) {
      const Vec<float, D> p = place_near<D>(scenario, at, radius, random);
      double place[D];
      std::copy_n(p.c, D, place);
      if (!room.allows(place)) continue;
      rows.insert(rows.end(), p.c, p.c + D);
      break;
    }
  }
  return rows;
}

}  // namespace

std::vector<float> added_places(const Scenario& scenario, int64_t step, int64_t first_id, int64_t count,
                                const std::vector<double>& at, double radius, const WallRoom& room) {
  const float reach = static_cast<float>(radius);
  return scenario.dimensions() == 3
             ? place_added<3>(scenario, step, first_id, count, rounded<3>(at), reach, room)
             : place_added<2>(scenario, step, first_id, count, rounded<2>(at), reach, room);
}

template <class T>
void check_positions(const Scenario& scenario, const State<T>& state) {
  if (state.dimensions != scenario.dimensions())
    throw UserError(
        fmt::format("the state has {} dimensions, the scenario's world {}; allowed: the same number",
                    state.dimensions, scenario.dimensions()));
  std::vector<std::string> faults;
  int64_t count = 0;
  check_rows(scenario, state.position, state.velocity, "boid", faults, count);
  check_rows(scenario, state.predator_position, state.predator_velocity, "predator", faults, count);
  if (count > kFaultsShown) faults.push_back(fmt::format("and {} more like these", count - kFaultsShown));
  if (!faults.empty()) throw UserError(faults);
}

template void begin_columns<float>(const Scenario&, int64_t, State<float>&);
template void begin_columns<double>(const Scenario&, int64_t, State<double>&);
template State<float> make_start<float>(const Scenario&);
template State<double> make_start<double>(const Scenario&);
template void check_positions<float>(const Scenario&, const State<float>&);
template void check_positions<double>(const Scenario&, const State<double>&);

}  // namespace murmur

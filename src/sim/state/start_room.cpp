#include "sim/state/start_room.h"

#include <algorithm>
#include <span>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/random.h"
#include "model/scattered_start.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr uint64_t kStartTries = 1000;
constexpr int kMostFaultsShown = 10;

/// Draws new positions for boids and predators that walls refuse: first in the flock or start region, then anywhere in the world.
template <int D>
class Redraw {
 public:
  Redraw(const Scenario& scenario, const WallRoom& room) : scenario_(scenario), room_(room) {
    for (int k = 0; k < D; ++k) world_[k] = static_cast<float>(scenario.world.size[static_cast<size_t>(k)]);
    region_low_ = Vec<float, D>{};
    region_size_ = world_;
    if (scenario.start.positions != StartPositions::kPatch) return;
    for (int k = 0; k < D; ++k) {
      region_low_[k] = static_cast<float>(scenario.start.at[static_cast<size_t>(k)]);
      region_size_[k] = static_cast<float>(scenario.start.size[static_cast<size_t>(k)]);
    }
  }

  /// Moves one boid or predator to an allowed position. `who`: "boid" or "predator"; `number`: the id, or its
  /// substitute in the key of random numbers.
  void draw_until_allowed(float* place, const char* who, int64_t index, uint32_t number,
                          const StartFlock<D>* flock, bool in_region) const {
    double now[D];
    for (int k = 0; k < D; ++k) now[k] = static_cast<double>(place[k]);
    const auto wall = room_.wall_against(now);
    if (!wall) return;
    if (scenario_.start.walls == StartWalls::kRefuse)
      throw UserError(fmt::format("{} {} at [{}] {}, or start.walls = \"move\"", who, index,
                                  fmt::join(now, ", "), room_fault(scenario_, *wall)));
    for (uint64_t attempt = 1; attempt <= kStartTries; ++attempt) {
      Random random(scenario_.seed, Stream::kWall, number, attempt);
      Vec<float, D> p;
      if (flock && attempt <= kStartTries / 2) {
        p = flock->centre + flock->place(random.in_unit_ball<D>());
        bool inside = true;
        for (int k = 0; k < D; ++k) inside = inside && p[k] >= 0.0f && p[k] < world_[k];
        if (!inside) continue;
      } else {
        p = in_region ? in_box<D>(random, region_low_, region_size_)
                      : in_box<D>(random, Vec<float, D>{}, world_);
      }
      for (int k = 0; k < D; ++k) now[k] = static_cast<double>(p[k]);
      if (!room_.allows(now)) continue;
      for (int k = 0; k < D; ++k) place[k] = p[k];
      return;
    }
    throw UserError(
        fmt::format("{} {} finds no room among the walls in {} draws; allowed: walls that leave room{}", who,
                    index, kStartTries,
                    in_region && scenario_.start.positions == StartPositions::kPatch
                        ? " in the patch of start.at and start.size"
                        : ""));
  }

 private:
  const Scenario& scenario_;
  const WallRoom& room_;
  Vec<float, D> world_, region_low_, region_size_;
};

template <class T>
void check_rows(const Scenario& scenario, const WallRoom& room, const std::vector<T>& position,
                const char* who, std::vector<std::string>& faults) {
  const size_t dimensions = scenario.world.size.size();
  for (size_t i = 0; i + dimensions <= position.size(); i += dimensions) {
    double place[3] = {};
    std::copy_n(position.begin() + static_cast<std::ptrdiff_t>(i), dimensions, place);
    const std::span<const double> at(place, dimensions);
    if (const auto wall = room.wall_against(at, OnWall::kAllowed))
      faults.push_back(fmt::format("{} {}: its place [{}] {}", who, i / dimensions, fmt::join(at, ", "),
                                   room_fault(scenario, *wall)));
  }
}

}  // namespace

template <int D>
void keep_in_room(const Scenario& scenario, const WallRoom& room, const std::vector<StartFlock<D>>& flocks,
                  int64_t first_id, State<float>& state) {
  if (room.empty()) return;
  const Redraw<D> redraw(scenario, room);
  // Predators come first: ranks that make parts of a start then refuse the same predator as a whole start does.
  for (size_t i = 0; i < scenario.predators.size(); ++i)
    redraw.draw_until_allowed(&state.predator_position[i * D], "predator", static_cast<int64_t>(i),
                              ~static_cast<uint32_t>(i), nullptr, false);
  auto flock = flocks.begin();
  for (int64_t row = 0; row < state.count(); ++row) {
    const int64_t id = first_id + row;
    while (flock != flocks.end() && id >= flock->first + flock->count) ++flock;
    redraw.draw_until_allowed(&state.position[static_cast<size_t>(row * D)], "boid", id,
                              static_cast<uint32_t>(id), flock == flocks.end() ? nullptr : &*flock, true);
  }
}

template <class T>
void check_room(const Scenario& scenario, const State<T>& state) {
  const WallRoom room(scenario);
  if (room.empty() || state.step > 0) return;
  std::vector<std::string> faults;
  check_rows(scenario, room, state.position, "boid", faults);
  check_rows(scenario, room, state.predator_position, "predator", faults);
  if (faults.empty()) return;
  if (faults.size() > kMostFaultsShown) {
    const size_t more = faults.size() - kMostFaultsShown;
    faults.resize(kMostFaultsShown);
    faults.push_back(fmt::format("and {} more like these", more));
  }
  throw UserError(faults);
}

template void keep_in_room<2>(const Scenario&, const WallRoom&, const std::vector<StartFlock<2>>&, int64_t,
                              State<float>&);
template void keep_in_room<3>(const Scenario&, const WallRoom&, const std::vector<StartFlock<3>>&, int64_t,
                              State<float>&);
template void check_room<float>(const Scenario&, const State<float>&);
template void check_room<double>(const Scenario&, const State<double>&);

}  // namespace murmur

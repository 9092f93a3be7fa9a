// Every update kernel as a plain loop, compiled once for all tests.
#include "support/serial_device.h"

#include <algorithm>
#include <utility>

#include "model/device/steer_lists.h"
#include "model/device/steer_pairs.h"
#include "model/device/steer_runs.h"

namespace murmur {
namespace {

template <int D, SumKind K, Images I>
void steer_all(const SteerArguments<D>& arguments) {
  for (int64_t k = arguments.flock.boids - 1; k >= arguments.first; --k)
    steer_boid<K, I, SerialDevice::Atomic>(arguments, k);
}

/// The memory of a warp of one thread; a list that is soon full.
template <int D>
struct SerialStore {
  static constexpr int kStep = 4, kList = 12;
  Run runs[kMostRuns<D, Images::kUnique> + 1];
  uint32_t list[kList];
  int listed = 0;

  void set_run(uint32_t n, const Run& run) { runs[n] = run; }
  Run run(uint32_t n) const { return runs[n]; }
  void put_if(bool near, uint32_t place) {
    list[listed] = place;
    listed += near ? 1 : 0;
  }
  bool is_full() const { return listed > kList - kStep; }
  template <class F>
  void for_each(const F& f) {
    for (int k = 0; k < listed; ++k) f(list[k]);
    listed = 0;
  }
  bool any(bool condition) const { return condition; }
};

template <int D, SumKind K, Images I>
void steer_all_by_runs(const SteerArguments<D>& arguments) {
  const RunArguments<D> with_bounds{arguments, make_run_bounds(arguments.parameters.world, arguments.grid,
                                                               arguments.parameters.rules.radius_squared)};
  for (int64_t k = arguments.flock.boids; k >= arguments.first;
       --k) {  // and one behind the last, as in a device's last warp
    SerialStore<D> store;
    steer_by_runs<D, K, I, SerialDevice::Atomic>(with_bounds, k, store);
  }
}

template <int D, SumKind K, Images I>
void steer_all_by_pairs(const SteerArguments<D>& arguments) {
  for (int64_t k = arguments.first; k < arguments.flock.boids; k += 2)
    steer_pair<D, K, I, SerialDevice::Atomic>(arguments, k);
}

/// A warp of one lane, which is the only one of its group.
struct SerialWarp {
  static constexpr uint32_t kLanes = 1, kGroups = 1;
  ListRun runs[kMostListRuns<Images::kUnique>];
  Body<float, 3> list[kListRing];

  uint32_t lane() const { return 0; }
  uint32_t group() const { return 0; }
  uint32_t ballot(bool condition) const { return condition ? 1 : 0; }
  uint32_t count(uint32_t bits) const { return bits; }
  template <class T>
  T of_lane(T x, uint32_t) const {
    return x;
  }
  float of_group(float x, uint32_t) const { return x; }
  float low(float x) const { return x; }
  float high(float x) const { return x; }
  int32_t least(int32_t x) const { return x; }
  float saturated(float x) const { return x > 0.0f ? std::min(x, 1.0f) : 0.0f; }
  void set_run(uint32_t n, const ListRun& run) { runs[n] = run; }
  ListRun run(uint32_t n) const { return runs[n]; }
  void put_if(bool near, uint32_t, uint32_t place, const Body<float, 3>& body) {
    if (near) list[place % kListRing] = body;
  }
  template <class F>
  void each(uint32_t place, uint32_t n, const F& f) const {
    for (uint32_t i = 0; i < n; ++i) f(i, list[(place + i) % kListRing]);
  }
  void sync() const {}
};

template <SumKind K, Images I>
void steer_all_by_lists(const SteerArguments<3>& arguments) {
  SerialWarp warp;
  for (int64_t k = arguments.flock.boids; k >= arguments.first; --k)
    steer_by_lists<K, I, SerialDevice::Atomic>(arguments, k, warp);
}

/// For three kinds of sums, which most presets have: compiling all takes long. @returns whether it is one of them.
template <int D, Images I>
bool steer_if_known(const SteerArguments<D>& arguments, SumKind kind, UpdateKernel kernel) {
  constexpr SumKind kView{.falloff = Falloff::kInverse, .field_of_view = true},
      kSpecies{.falloff = Falloff::kInverse, .species = true};
  const auto steer = [&]<int kKind>(std::integral_constant<int, kKind>) {
    constexpr SumKind kSums = SumKind::of(kKind);
    if (kind.index() != kKind) return false;
    if constexpr (sums_pairs(kSums)) {
      if (kernel == UpdateKernel::kPairs) {
        steer_all_by_pairs<D, kSums, I>(arguments);
        return true;
      }
      if constexpr (D == 3) {
        if (kernel == UpdateKernel::kLists) {
          steer_all_by_lists<kSums, I>(arguments);
          return true;
        }
      }
    }
    steer_all_by_runs<D, kSums, I>(arguments);
    return true;
  };
  return steer(std::integral_constant<int, SumKind{}.index()>()) ||
         steer(std::integral_constant<int, kView.index()>()) ||
         steer(std::integral_constant<int, kSpecies.index()>());
}
template <int D>
bool steer_if_known(const SteerArguments<D>& arguments, SumKind kind, UpdateKernel kernel) {
  return arguments.grid.images == Images::kNone ? steer_if_known<D, Images::kNone>(arguments, kind, kernel)
                                                : steer_if_known<D, Images::kUnique>(arguments, kind, kernel);
}

}  // namespace

template <int D>
void SerialDevice::steer(const SteerArguments<D>& arguments, SumKind kind, UpdateKernel kernel) {
  ++calls["steer " + name_of(kernel)];
  if (kernel != UpdateKernel::kLoop && steer_if_known<D>(arguments, kind, kernel)) return;
  ++calls[arguments.grid.images == Images::kChecked ? "steer checked" : "steer"];
  if (arguments.grid.images == Images::kChecked)
    return kind.walls ? steer_all<D, SumKind::any(true), Images::kChecked>(arguments)
                      : steer_all<D, SumKind::any(false), Images::kChecked>(arguments);
  const int wanted = kind.index() * 2 + static_cast<int>(arguments.grid.images);
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((I == wanted ? steer_all<D, SumKind::of(I / 2), static_cast<Images>(I % 2)>(arguments) : void()), ...);
  }
  (std::make_integer_sequence<int, 2 * SumKind::kCount>());
}
template void SerialDevice::steer<2>(const SteerArguments<2>&, SumKind, UpdateKernel);
template void SerialDevice::steer<3>(const SteerArguments<3>&, SumKind, UpdateKernel);

}  // namespace murmur

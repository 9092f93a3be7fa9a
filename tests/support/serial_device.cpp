// Every update kernel as a plain loop, compiled once for all tests.
#include "support/serial_device.h"

#include <bit>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/device/steer_tile.h"

namespace murmur {
namespace {

template <int D, SumKind K, Images I>
void steer_all(const SteerArguments<D>& arguments) {
  for (int64_t k = arguments.flock.boids - 1; k >= arguments.first; --k)
    steer_boid<D, K, I, SerialDevice::Atomic>(arguments, k);
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
  int32_t exchange(uint32_t, bool&) const { return 0; }
};

/// A warp of one lane, with room for few words.
template <int D>
struct SerialWarp {
  static constexpr uint32_t kLanes = 1, kWords = 3;
  TileCandidate tile[kTileSize];
  Run runs[kTileRuns<D>];
  std::vector<std::pair<uint32_t, uint32_t>> words;

  uint32_t lane() const { return 0; }
  uint32_t lanes_where(bool condition) const { return condition ? 1 : 0; }
  bool any(bool condition) const { return condition; }
  template <class T>
  T from(T value, uint32_t) const {
    return value;
  }
  void sync() const {}
  uint32_t first_of(uint32_t) const { return 0; }
  uint32_t last_of(uint32_t) const { return 0; }
  TileCandidate& candidate(uint32_t c) { return tile[c]; }
  Run& run(uint32_t n) { return runs[n]; }
  static uint32_t with_sign(uint32_t bits, float t) { return bits << 1 | std::bit_cast<uint32_t>(t) >> 31; }
  void put_bits(uint32_t place, uint32_t bits) {
    if (bits != 0) words.emplace_back(place, bits);
  }
  bool is_full() const { return words.size() >= kWords; }
  template <class F>
  void for_each(const F& f) {
    for (auto [place, bits] : words) {
      for (; bits != 0; bits ^= std::bit_floor(bits))
        f(place + static_cast<uint32_t>(std::countl_zero(bits)));
    }
    words.clear();
  }
};

struct Tiles {};  // in place of Sums
template <int D, SumKind K, Images I>
void steer_all_by_tiles(const SteerArguments<D>& arguments) {
  SerialWarp<D> warp;
  for (int64_t k = arguments.flock.boids; k >= arguments.first; --k)
    steer_by_tiles<D, K, I, SerialDevice::Atomic>(arguments, k, warp);
}

template <int D, SumKind K, Images I, class Sums>
void steer_all_by_runs(const SteerArguments<D>& arguments) {
  const RunArguments<D> with_bounds{arguments, make_run_bounds(arguments.parameters.world, arguments.grid,
                                                               arguments.parameters.rules.radius_squared)};
  for (int64_t k = arguments.flock.boids; k >= arguments.first;
       --k) {  // and one behind the last, as in a device's last warp
    SerialStore<D> store;
    steer_by_runs<D, K, I, SerialDevice::Atomic, Sums>(with_bounds, k, store);
  }
}

template <int D, SumKind K, Images I, class Sums>
void steer_all_as(const SteerArguments<D>& arguments) {
  if constexpr (std::is_same_v<Sums, Tiles>) {
    steer_all_by_tiles<D, K, I>(arguments);
  } else {
    steer_all_by_runs<D, K, I, Sums>(arguments);
  }
}

/// For two kinds of sums, which most presets have: compiling all takes long. @returns whether it is one of them.
template <int D, Images I, class Sums>
bool steer_if_known(const SteerArguments<D>& arguments, SumKind kind) {
  constexpr SumKind kPlain{}, kView{Falloff::kInverse, false, true};
  if (kind.index() == kPlain.index()) steer_all_as<D, kPlain, I, Sums>(arguments);
  if (kind.index() == kView.index()) steer_all_as<D, kView, I, Sums>(arguments);
  return kind.index() == kPlain.index() || kind.index() == kView.index();
}
template <int D, class Sums>
bool steer_if_known(const SteerArguments<D>& arguments, SumKind kind) {
  return arguments.grid.images == Images::kNone ? steer_if_known<D, Images::kNone, Sums>(arguments, kind)
                                                : steer_if_known<D, Images::kUnique, Sums>(arguments, kind);
}

}  // namespace

template <int D>
void SerialDevice::steer(const SteerArguments<D>& arguments, SumKind kind, UpdateKernel kernel) {
  ++calls["steer " + name_of(kernel)];
  if (kernel == UpdateKernel::kFlat && steer_if_known<D, FlatSums>(arguments, kind)) return;
  if (kernel == UpdateKernel::kBalanced && steer_if_known<D, BalancedSums>(arguments, kind)) return;
  if (kernel == UpdateKernel::kTile && steer_if_known<D, Tiles>(arguments, kind)) return;
  ++calls[arguments.grid.images == Images::kChecked ? "steer checked" : "steer"];
  const int wanted = kind.index() * 3 + static_cast<int>(arguments.grid.images);
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((I == wanted ? steer_all<D, SumKind::of(I / 3), static_cast<Images>(I % 3)>(arguments) : void()), ...);
  }
  (std::make_integer_sequence<int, 3 * SumKind::kCount>());
}
template void SerialDevice::steer<2>(const SteerArguments<2>&, SumKind, UpdateKernel);
template void SerialDevice::steer<3>(const SteerArguments<3>&, SumKind, UpdateKernel);

}  // namespace murmur

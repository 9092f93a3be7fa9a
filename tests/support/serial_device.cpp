// Every update kernel as a plain loop, compiled once for all tests.
#include "support/serial_device.h"

#include <utility>

namespace murmur {
namespace {

template <int D, SumKind K, Images I>
void steer_all(const SteerArguments<D>& arguments) {
  for (int64_t k = arguments.flock.boids - 1; k >= 0; --k)
    steer_boid<D, K, I, SerialDevice::Atomic>(arguments, k);
}

}  // namespace

template <int D>
void SerialDevice::steer(const SteerArguments<D>& arguments, SumKind kind) {
  ++calls[arguments.grid.images == Images::kChecked ? "steer checked" : "steer"];
  const int wanted = kind.index() * 3 + static_cast<int>(arguments.grid.images);
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((I == wanted ? steer_all<D, SumKind::of(I / 3), static_cast<Images>(I % 3)>(arguments) : void()), ...);
  }
  (std::make_integer_sequence<int, 3 * SumKind::kCount>());
}
template void SerialDevice::steer<2>(const SteerArguments<2>&, SumKind);
template void SerialDevice::steer<3>(const SteerArguments<3>&, SumKind);

}  // namespace murmur

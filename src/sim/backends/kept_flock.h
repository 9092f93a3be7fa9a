// A copy of a flock as its backend keeps it, to go back to: a device's is in the device's memory, so that neither keeping it nor
// going back to it passes the host.
#pragma once

#include <cstddef>
#include <utility>

#include "sim/state/state.h"

namespace murmur {

/// May outlive its backend.
template <class T>
class KeptFlock {
 public:
  KeptFlock() = default;
  KeptFlock(const KeptFlock&) = delete;
  KeptFlock& operator=(const KeptFlock&) = delete;
  virtual ~KeptFlock() = default;

  virtual double host_bytes() const = 0;
  virtual double device_bytes() const { return 0.0; }
  /// The whole state but for `step`. @throws DeviceFailure where only a device that has failed has it.
  virtual State<T> state() const = 0;

  /// Whether state() needs no device.
  virtual bool on_host() const { return true; }
  /// Goes on to copy it to the host too, beside other work and without waiting: at most `most` bytes more. One at a time.
  virtual void copy_to_host(size_t /*most*/) const {}
};

/// A flock in the host's memory.
template <class T>
class KeptOnHost final : public KeptFlock<T> {
 public:
  explicit KeptOnHost(State<T> state) : state_(std::move(state)) {}

  double host_bytes() const override {
    double bytes = static_cast<double>(sizeof(T)) *
                   static_cast<double>(state_.position.size() + state_.velocity.size() +
                                       state_.predator_position.size() + state_.predator_velocity.size());
    each_column([&](const ColumnInfo&,
                    const auto& rows) { bytes += static_cast<double>(rows.size() * sizeof rows[0]); },
                state_.columns);
    return bytes;
  }
  State<T> state() const override { return state_; }

 private:
  State<T> state_;
};

}  // namespace murmur

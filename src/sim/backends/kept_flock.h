// A copy of a flock for a later return to it. A device copies within its own memory, so that neither copying nor
// returning passes the host.
#pragma once

#include <cstddef>
#include <utility>

#include "sim/state/state.h"

namespace murmur {

/// A copied flock, which may outlive its backend.
template <class T>
class KeptFlock {
 public:
  KeptFlock() = default;
  KeptFlock(const KeptFlock&) = delete;
  KeptFlock& operator=(const KeptFlock&) = delete;
  virtual ~KeptFlock() = default;

  virtual double host_bytes() const = 0;
  virtual double device_bytes() const { return 0.0; }
  /// The whole state but `step`. @throws DeviceFailure if the copy was only in the memory of a device that has failed.
  virtual State<T> state() const = 0;

  /// Whether state() needs no device.
  virtual bool on_host() const { return true; }
  /// Continues to copy the flock to the host, without waiting: at most `most` bytes more. Only one flock at a time.
  virtual void copy_to_host(size_t /*most*/) const {}
};

/// A copied flock in the host's memory.
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

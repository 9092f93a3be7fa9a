// Keeps a copy of a device's flock in host memory, and the events since: when the device fails, the flock goes on with
// the default backend, at the same step and with the same bits. Owns the copy; the caller decides when to recover.
// Used by the window.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "sim/run/simulation.h"

namespace murmur {

class FlockKeeper {
 public:
  /// Between steps, for a flock on a device: copies it when that is due. `clock` returns the time [s]. A copy is made
  /// every two seconds, or less often, so that copying takes less than 2 % of the time.
  void keep(const Simulation<float>& simulation, const std::function<double()>& clock);
  /// An event was applied after `step` steps.
  void note(const Event& event, int64_t step);
  /// The backend has changed.
  void forget();

  bool has_copy() const { return copy_ != nullptr; }
  /// The run of `failed` at its step, computed again from the copy by the default backend; of `failed` only the step
  /// number is read.
  std::unique_ptr<Simulation<float>> recover(const Simulation<float>& failed,
                                             const BackendOptions& options) const;

 private:
  struct Copy {
    RunState run;
    State<float> state;
  };
  std::unique_ptr<const Copy> copy_;
  std::vector<std::pair<Event, int64_t>> events_;  // since the copy, with their steps
  double due_ = 0.0;                               // [s]
};

}  // namespace murmur

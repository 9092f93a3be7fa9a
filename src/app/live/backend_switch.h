// The backends that a window can use, and the switch between them during a run, without changing a bit.
// Owns the machine options (threads); the simulation owns the backend. Used by the view command.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/registry.h"
#include "sim/run/simulation.h"

namespace murmur {

/// With more boids, a step that tests all pairs takes much of a second, too long for a window.
constexpr int64_t kMostAllPairsBoids = 5000;

struct BackendChoice {
  const BackendKind* kind;
  std::string why_not;  ///< one sentence; empty: the backend is available
};

class BackendSwitch {
 public:
  BackendSwitch(Simulation<float>& simulation, const BackendOptions& options);

  /// All backends, each with why it cannot be had for the flock as it is.
  std::vector<BackendChoice> choices() const;
  const BackendOptions& options() const { return options_; }

  /// Each returns a sentence for the user. An unavailable backend changes nothing.
  std::string to(const std::string& name);
  std::string next();
  /// The backend that next() takes; null: there is no other.
  const BackendKind* after_this() const;
  /// About the time of a step on this backend, if it tests all pairs [ms]; 0: not known.
  double step_ms_on(const BackendKind& kind) const;
  std::string set_threads(int threads);  ///< 0: one per core

 private:
  Simulation<float>& simulation_;
  BackendOptions options_;
  std::vector<BackendChoice> choices_;  // on this machine, for a small flock
};

}  // namespace murmur

// The backends that a window can use, and which one comes after which. Owns the machine options (threads); the run owns the
// backend in use. Used by the window, the panel and the comparison.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/registry.h"

namespace murmur {

/// A step that tests all pairs of more boids takes much of a second, too long for a window.
constexpr int64_t kMostAllPairsBoids = 5000;

struct BackendChoice {
  const BackendKind* kind;
  std::string why_not;  ///< one sentence; empty: the backend is available
};

class BackendCatalog {
 public:
  explicit BackendCatalog(const BackendOptions& options);

  /// All backends, each with why it cannot be had for so many boids.
  std::vector<BackendChoice> choices(int64_t boids) const;
  const BackendOptions& options() const { return options_; }
  void set_threads(int threads) { options_.threads = threads; }  ///< 0: one per core

  /// Why a backend cannot be had: one sentence; empty: it can.
  std::string why_not(const std::string& name, int64_t boids) const;
  /// The next that can be had after `name`; null: there is no other.
  const BackendKind* after(const std::string& name, int64_t boids) const;
  /// Why there is no other.
  std::string why_no_other(const std::string& name, int64_t boids) const;
  /// About the time of a step on this backend, if it tests all pairs [ms]; 0: not known.
  double step_ms_on(const BackendKind& kind, int64_t boids) const;
  /// What a number of threads means, for the user.
  static std::string threads_text(int threads);

 private:
  BackendOptions options_;
  std::vector<BackendChoice> choices_;  // backends of this machine, for a small flock
};

}  // namespace murmur

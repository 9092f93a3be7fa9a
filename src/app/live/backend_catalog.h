// The backends that a window can use, and the order in which a key switches them. Owns the options of the machine
// (threads); the run owns the backend in use. Used by the window, the panel and the comparison.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/registry.h"

namespace murmur {

/// Most boids for backends that test all pairs: a step with more takes much of a second, too long for a window.
constexpr int64_t kMostAllPairsBoids = 5000;

struct BackendChoice {
  const BackendKind* kind;
  std::string why_not;  ///< one sentence; empty: the backend is available
};

class BackendCatalog {
 public:
  explicit BackendCatalog(const BackendOptions& options);

  /// All backends, each with the reason if it is not available for so many boids.
  std::vector<BackendChoice> choices(int64_t boids) const;
  const BackendOptions& options() const { return options_; }
  void set_threads(int threads) { options_.threads = threads; }  ///< 0: one thread per core

  /// Why a backend is not available, as one sentence; empty: it is.
  std::string why_not(const std::string& name, int64_t boids) const;
  /// The next available backend after `name`; null: there is no other.
  const BackendKind* after(const std::string& name, int64_t boids) const;
  /// Why no other backend is available, as one sentence.
  std::string why_no_other(const std::string& name, int64_t boids) const;
  /// Estimated time of a step on a backend that tests all pairs [ms]; 0: not known.
  double step_ms_on(const BackendKind& kind, int64_t boids) const;
  /// A number of threads in words, for the user.
  static std::string threads_text(int threads);

 private:
  BackendOptions options_;
  std::vector<BackendChoice> choices_;  // backends of this machine, for a small flock
};

}  // namespace murmur

// Ctrl-C, SIGTERM and SIGHUP as a question a loop may ask and a flag a step may watch, so that a run writes its outputs
// before it ends. A second signal ends the program at once, as it would without this.
#pragma once

#include <atomic>

namespace murmur {

/// Notes SIGINT, SIGTERM and SIGHUP while it exists, so that they do not end the process; a SIGHUP that was ignored
/// (nohup) stays ignored. At most one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool came() const;
  /// Becomes true with the signal: for Simulation::cancel_when().
  const std::atomic<bool>& flag() const;
  const char* name() const;  ///< "SIGINT"
  int exit_code() const;     ///< 129, 130 or 143
};

/// Let several processes stop together: whether a signal has come to this one, and acting as if SIGTERM had.
bool interrupted();
void interrupt();

}  // namespace murmur

// Turns Ctrl-C, SIGTERM and SIGHUP into a flag that loops and steps check, so that a run writes its outputs before
// it ends. A second signal ends the program at once.
#pragma once

#include <atomic>

namespace murmur {

/// Notes SIGINT, SIGTERM and SIGHUP during its lifetime, so that they do not end the process; a SIGHUP that was
/// ignored (nohup) stays ignored. At most one object at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool came() const;
  /// Becomes true when a signal comes, for Simulation::cancel_when().
  const std::atomic<bool>& flag() const;
  const char* name() const;  ///< name of the signal that came: "SIGINT"
  int exit_code() const;     ///< 128 + number of the signal: 129, 130 or 143
};

/// Let several processes stop together: interrupted() is whether a signal has come to this one, interrupt() acts like a SIGTERM.
bool interrupted();
void interrupt();

}  // namespace murmur

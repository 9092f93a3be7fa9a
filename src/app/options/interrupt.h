// Ctrl-C and SIGTERM as a flag that loops test, so that a run finishes its step and writes its outputs.
// A second signal ends the program at once.
#pragma once

namespace murmur {

/// From construction to destruction SIGINT and SIGTERM set the flag instead of ending the program. At most
/// one object.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool came() const;
  const char* name() const;  ///< "SIGINT"
  int exit_code() const;     ///< 130 or 143
};

}  // namespace murmur

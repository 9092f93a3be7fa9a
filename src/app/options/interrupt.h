// Ctrl-C and SIGTERM as a question a loop may ask, so that a run finishes its step and writes its outputs.
// A second signal ends the program at once, as it would without this.
#pragma once

namespace murmur {

/// From construction to destruction SIGINT and SIGTERM are noted rather than deadly. At most one at a time.
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

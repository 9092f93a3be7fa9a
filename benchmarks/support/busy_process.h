// A process that keeps one core busy and can be switched on and off: for the cost of a step on a shared machine.
#pragma once

#include <sys/types.h>

namespace murmur {

/// Starts idle, on a core that the system chooses. Ends with this object, or with this process.
class BusyProcess {
 public:
  BusyProcess();
  ~BusyProcess();
  BusyProcess(const BusyProcess&) = delete;
  BusyProcess& operator=(const BusyProcess&) = delete;
  void run();
  void pause();

 private:
  pid_t child_;
};

}  // namespace murmur

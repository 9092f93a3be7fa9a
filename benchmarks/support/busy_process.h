// A neighbour that wants a processor for itself, switched on and off: what a step costs on a shared machine.
#pragma once

#include <sys/types.h>

namespace murmur {

/// Starts idle, on whichever core the system likes. Ends with this object, or with this process.
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

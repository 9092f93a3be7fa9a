#include "support/busy_process.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <stdexcept>

namespace murmur {

BusyProcess::BusyProcess() : child_(fork()) {
  if (child_ < 0) throw std::runtime_error("the system refused a second process");
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    raise(SIGSTOP);
    for (volatile unsigned long turns = 0;;) turns = turns + 1;
  }
  int status = 0;
  waitpid(child_, &status, WUNTRACED);
}

BusyProcess::~BusyProcess() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

void BusyProcess::run() { kill(child_, SIGCONT); }
void BusyProcess::pause() {
  kill(child_, SIGSTOP);
  int status = 0;
  waitpid(child_, &status, WUNTRACED);
}

}  // namespace murmur

#include "app/options/interrupt.h"

#include <csignal>

namespace murmur {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t noted = 0;
std::atomic<bool> wanted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers may touch nothing else");

bool ignored(int signal) {
  struct sigaction present = {};
  return sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_IGN;
}

void restore() {
  for (const int signal : kSignals) {
    if (signal != SIGHUP || !ignored(SIGHUP)) std::signal(signal, SIG_DFL);
  }
}

void note(int signal) {
  restore();  // the next signal ends the process
  noted = signal;
  wanted = true;
}

}  // namespace

Interrupt::Interrupt() {
  noted = 0;
  wanted = false;
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (const int signal : kSignals) sigaddset(&action.sa_mask, signal);
  pthread_sigmask(SIG_UNBLOCK, &action.sa_mask, nullptr);  // the parent process may have blocked the signals
  for (const int signal : kSignals) {
    if (signal != SIGHUP || !ignored(SIGHUP)) sigaction(signal, &action, nullptr);
  }
}

Interrupt::~Interrupt() { restore(); }

bool interrupted() { return wanted; }
void interrupt() {
  if (wanted) return;
  noted = SIGTERM;
  wanted = true;
}

bool Interrupt::came() const { return wanted; }
const std::atomic<bool>& Interrupt::flag() const { return wanted; }
const char* Interrupt::name() const {
  return noted == SIGTERM ? "SIGTERM" : noted == SIGHUP ? "SIGHUP" : "SIGINT";
}
int Interrupt::exit_code() const { return 128 + noted; }

}  // namespace murmur

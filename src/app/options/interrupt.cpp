#include "app/options/interrupt.h"

#include <csignal>

namespace murmur {
namespace {
volatile std::sig_atomic_t noted = 0;
void note(int signal) { noted = signal; }
}  // namespace

Interrupt::Interrupt() {
  noted = 0;
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool Interrupt::came() const { return noted != 0; }
const char* Interrupt::name() const { return noted == SIGTERM ? "SIGTERM" : "SIGINT"; }
int Interrupt::exit_code() const { return 128 + noted; }

}  // namespace murmur

#include "app/batch/replay_window.h"

#include <fmt/format.h>

namespace murmur {

int report_replay(const std::string& name, const LogPlayer& player, Simulation<float>& simulation,
                  const Interrupt* interrupt) {
  if (player.difference()) {
    fmt::print("replay: {}\n", player.difference_text());
    return 3;
  }
  const int64_t last = player.last_step(simulation);
  if (player.cut()) {
    fmt::print(stderr, "murmur: {} is cut off (its writer was stopped): {} up to step {}\n", name,
               player.finished() ? "replayed" : "it goes", last);
  }
  if (interrupt) {
    fmt::print(stderr, "murmur: stopped by {} after step {} of {}\n", interrupt->name(),
               simulation.step_number(), last);
  } else if (!player.finished()) {
    fmt::print(stderr, "murmur: closed after step {} of {}\n", simulation.step_number(), last);
  }
  fmt::print("replay: {} hashes agree, {} events, steps={} boids={} backend={} hash={:016x}\n",
             player.hashes(), player.events(), simulation.step_number(), simulation.count(),
             simulation.backend().name(), simulation.hash());
  return interrupt ? interrupt->exit_code() : 0;
}

}  // namespace murmur

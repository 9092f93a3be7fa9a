#include "app/batch/replay_window.h"

#include <fmt/format.h>

#include "app/options/terminal.h"

namespace murmur {

int report_replay(const std::string& name, const LogPlayer& player, Simulation<float>& simulation,
                  const Interrupt* interrupt) {
  if (player.difference()) {
    print_out("replay: {}\n", player.difference_text());
    return 3;
  }
  const int64_t last = player.last_step(simulation);
  if (player.cut()) {
    note("{} is cut off (its writer was stopped): {} up to step {}", name,
         player.finished() ? "replayed" : "it goes", last);
  }
  if (interrupt) {
    note("stopped by {} after step {} of {}", interrupt->name(), simulation.step_number(), last);
  } else if (!player.finished()) {
    note("closed after step {} of {}", simulation.step_number(), last);
  }
  print_out("replay: {} hashes agree, {} events, steps={} boids={} backend={} hash={:016x}\n",
            player.hashes(), player.events(), simulation.step_number(), simulation.count(),
            simulation.backend().name(), simulation.hash());
  return interrupt ? interrupt->exit_code() : 0;
}

}  // namespace murmur

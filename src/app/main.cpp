// The program `murmur`: its list of commands.
#include "app/commands/program.h"

int main(int count, char** words) {
  using namespace murmur;
  static constexpr AddCommand kCommands[] = {add_view_command,   add_run_command,     add_render_command,
                                             add_bench_command,  add_verify_command,  add_reproduce_command,
                                             add_replay_command, add_presets_command, add_devices_command,
                                             add_rules_command,  add_docs_command,    add_python_commands};
  return run_program(
      {.name = "murmur",
       .description = "Murmuration: very large flocks, simulated to the same bits everywhere, and drawn live",
       .commands = kCommands,
       .default_command = "view",
       .footer = "Without a command: view. murmur COMMAND --help describes each. Examples:\n"
                 "  murmur                               starlings at dusk in a window\n"
                 "  murmur run --boids 1M --steps 100    without one\n"
                 "  murmur render --output flock.mp4     a film of it\n"
                 "  murmur verify                        do the backends agree in every bit?\n"},
      count, words);
}

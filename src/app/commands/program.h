// A program of commands: checks the processor, reads the command line, runs one command, and turns failures into one
// clear message and an exit code (docs/reliability.md). Used by the main() of murmur and of murmur-mpi.
#pragma once

#include <string>
#include <vector>

#include "app/options/commands.h"

namespace murmur {

struct Program {
  std::string name, description;
  std::vector<void (*)(CLI::App& app, Command& chosen)> commands;
  std::string default_command;  ///< of a command line that names none
  std::string footer;           ///< of --help: examples
};

/// @returns the exit code.
int run_program(const Program& program, int count, char** words);

}  // namespace murmur

// A program of commands: checks the processor, reads the command line, runs one command, and turns failures into one
// clear message and an exit code (docs/reliability.md). Used by the main() of murmur and of murmur-mpi.
#pragma once

#include <span>

#include "app/options/commands.h"

namespace murmur {

using AddCommand = void (*)(CLI::App& app, Command& chosen);

/// Takes no memory: main() fills it before anything catches a failure.
struct Program {
  const char *name, *description;
  std::span<const AddCommand> commands;
  const char* default_command;  ///< runs when a command line names none; empty: no command does
  const char* footer;           ///< examples at the end of --help
};

/// @returns the exit code.
int run_program(const Program& program, int count, char** words);

}  // namespace murmur

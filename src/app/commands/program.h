// The frame of a command-line program: checks the processor, reads the command line, runs one command, and turns
// failures into one message and an exit code (docs/reliability.md). Used by the main() of murmur and of murmur-mpi.
#pragma once

#include <span>

#include "app/options/commands.h"

namespace murmur {

using AddCommand = void (*)(CLI::App& app, Command& chosen);

/// Name and texts of a program. Allocates no memory, because main() fills it before anything catches a failure.
struct Program {
  const char *name, *description;
  std::span<const AddCommand> commands;
  const char* default_command;  ///< command that runs when the command line names none; empty: none runs
  const char* footer;           ///< examples at the end of the text of --help
};

/// Runs the command of the command line. @returns the exit code.
int run_program(const Program& program, int count, char** words);

}  // namespace murmur

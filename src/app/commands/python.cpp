// murmur export, measure and serve: commands of the Python package. The program replaces itself by the Python that has the package.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/options/commands.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// Python script that finds the package by a file of ours, because other packages are called murmur, too.
constexpr const char* kStart = R"(import importlib.util, os, runpy, sys
found = importlib.util.find_spec("murmur")
folders = (found and found.submodule_search_locations) or []
if not any(os.path.exists(os.path.join(folder, "_measure.py")) for folder in folders):
    sys.exit(f"murmur {sys.argv[1]}: this command is in the Python package, which {sys.executable} does not have: install "
             "the wheel of this version (docs/python.md), or let MURMUR_PYTHON name a Python that has it")
runpy.run_module("murmur", run_name="__main__", alter_sys=True)
)";

[[noreturn]] void start_package(const std::string& command, const std::vector<std::string>& words) {
  const char* const named = std::getenv("MURMUR_PYTHON");
  std::vector<std::string> line{named && *named ? named : "python3", "-c", kStart, command};
  line.insert(line.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : line) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  throw RunError(fmt::format("{} is a command of the Python package, and {} cannot be started: {}", command,
                             line.front(), std::strerror(errno)));
}

}  // namespace

void add_python_commands(CLI::App& app, Command& chosen) {
  constexpr std::array<std::array<const char*, 2>, 3> kCommands{
      {{"export", "Write a trajectory as USD, GSD or XDMF (the Python package does)"},
       {"measure", "Measure tracks of animals (the Python package does)"},
       {"serve", "Show a flock of this machine in browsers, which steer it (the Python package does)"}}};
  for (const auto& [name, description] : kCommands) {
    CLI::App* command = app.add_subcommand(name, description);
    command->prefix_command();
    command->footer(
        fmt::format("Takes the words of python3 -m murmur {0}, which lists them with --help. Another Python "
                    "than python3 is\n"
                    "named by the variable MURMUR_PYTHON.",
                    name));
    command->callback([command, &chosen] {
      chosen = [name = command->get_name(), words = command->remaining()] {
        start_package(name, words);
        return 1;
      };
    });
  }
}

}  // namespace murmur

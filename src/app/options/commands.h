// The commands of `murmur`: one function, and one file of that name, for each. A command adds its sub-command to the
// command line, and a callback that assigns its work to `chosen`. main() runs the work after parsing, turns
// exceptions (sim/util/errors.h) into a message and an exit code, and returns the result.
//
//   void add_run_command(CLI::App& app, Command& chosen) {
//     auto options = std::make_shared<RunOptions>();
//     CLI::App* run = app.add_subcommand("run", "Simulate without a window");
//     add_common_options(*run, options->common);
//     run->callback([options, &chosen] { chosen = [options] { return run_command(*options); }; });
//   }
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace murmur {

/// The function of the chosen command; returns the exit code.
using Command = std::function<int()>;

/// Adds the command `view`, the default command: main() inserts the word where the command line names no command. In
/// a build without MURMUR_RENDER, view and render report that OpenGL is missing (without_window/).
void add_view_command(CLI::App& app, Command& chosen);
void add_render_command(CLI::App& app, Command& chosen);
void add_run_command(CLI::App& app, Command& chosen);
void add_bench_command(CLI::App& app, Command& chosen);
void add_verify_command(CLI::App& app, Command& chosen);
void add_reproduce_command(CLI::App& app, Command& chosen);
void add_replay_command(CLI::App& app, Command& chosen);
void add_presets_command(CLI::App& app, Command& chosen);
void add_devices_command(CLI::App& app, Command& chosen);
void add_rules_command(CLI::App& app, Command& chosen);
void add_docs_command(CLI::App& app, Command& chosen);
void add_python_commands(CLI::App& app, Command& chosen);  ///< export, measure and serve

}  // namespace murmur

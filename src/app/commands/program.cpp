#include "app/commands/program.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/options/cli_text.h"
#include "app/options/gallery_list.h"
#include "app/options/terminal.h"
#include "build_info.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "sim/util/exact_arithmetic.h"
#include "sim/util/output_lock.h"

namespace murmur {
namespace {

#if defined(__x86_64__)
// Checks the processor before any constructor runs: constructors may use instructions that an older processor lacks.
__attribute__((constructor(101), target("arch=x86-64"))) void check_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return;
  static const char kMessage[] =
      "murmur: this processor lacks AVX2 and FMA (x86-64-v3), which murmur needs\n";
  if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) _exit(1);
  _exit(1);
}
#endif

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// Inserts the default command: `murmur`, `murmur --boids 1M` and `murmur mine.toml` mean `murmur view ...`.
void put_command_first(const Program& program, const CLI::App& app, std::vector<std::string>& arguments) {
  const std::vector<std::string> names = command_names(app);
  if (!arguments.empty() && arguments.front() == "help") {  // "murmur help run", for example
    arguments.erase(arguments.begin());
    arguments.resize(std::min<size_t>(arguments.size(), 1));
    arguments.emplace_back("--help");
  }
  if (!arguments.empty()) {
    const std::string& first = arguments.front();
    const bool known = std::find(names.begin(), names.end(), first) != names.end();
    if (known || first == "-h" || first == "--help" || first == "--version") return;
    const bool scenario = first.ends_with(".toml") || std::filesystem::exists(first);
    if (first.rfind('-', 0) != 0 && !scenario) {
      const std::string near = did_you_mean(first, names);
      throw UserError(
          fmt::format("'{}' is neither a command nor a scenario file{}", first,
                      near.empty() ? fmt::format("; commands: {}", fmt::join(names, ", ")) : near));
    }
  }
  arguments.insert(arguments.begin(), program.default_command);
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

/// Text for messages, "; run and verify have it": the other commands that have this option.
std::string others_with_option(const CLI::App& app, const CLI::App& command, const std::string& name) {
  std::vector<std::string> others;
  for (const CLI::App* other : app.get_subcommands([](const CLI::App*) { return true; }))
    if (other != &command && other->get_option_no_throw(name)) others.push_back(other->get_name());
  if (others.empty()) return "";
  return fmt::format("; {} {} it", fmt::join(others, ", "), others.size() == 1 ? "has" : "have");
}

/// Rejects arguments that no option takes, and suggests options with similar names.
[[noreturn]] void refuse_extras(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> known, faults;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& word : app.remaining(true)) {
    if (word.rfind("--", 0) == 0) {
      const std::string name = word.substr(0, word.find('='));
      std::string hint = others_with_option(app, command, name);
      if (hint.empty()) hint = did_you_mean(name, known);
      if (std::string key = name.substr(2); hint.empty() && !key.empty() && has(known, "--set")) {
        std::ranges::replace(key, '-', '_');
        if (const std::vector<std::string> keys = keys_named(key); !keys.empty())
          hint =
              fmt::format("; a key of the scenario is set with --set {}=…", fmt::join(keys, "=… or --set "));
      }
      faults.push_back(
          fmt::format("{} is not an option of {} {}{}", name, app.get_name(), command.get_name(), hint));
    }
  }
  if (faults.empty()) {
    faults.push_back(fmt::format("{0} {1} cannot use '{2}'; see {0} {1} --help", app.get_name(),
                                 command.get_name(), fmt::join(app.remaining(true), " ")));
  }
  throw UserError(faults);
}

/// Faults of a command line: "--steps is required" with the help of that option, and scenarios that do not exist.
std::vector<std::string> missing_faults(const CLI::App& app, const std::string& missing) {
  std::vector<std::string> faults{missing};
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  for (const CLI::Option* option : (chosen.empty() ? &app : chosen.front())->get_options()) {
    const std::string name = option->get_name();
    if (missing == name + " is required") {
      faults.front() += ": " + option->get_description();
      const std::string type = option->get_type_name();
      if (name.starts_with("-"))
        faults.front() += fmt::format(" ({} {})", name, type.substr(0, type.find(':')));
    }
    if ((name != "SCENARIO.toml" && name != "--preset") || option->results().empty()) continue;
    try {
      if (name == "--preset")
        (void)gallery_entry(option->results().front());
      else
        ScenarioSource::file_text(option->results().front());
    } catch (const std::runtime_error& error) {
      faults.emplace_back(error.what());
    }
  }
  return faults;
}

/// Rejects options with an empty value: most likely a variable of a script was not set.
void refuse_empty(const CLI::App& app) {
  std::vector<std::string> faults;
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      const std::vector<std::string>& values = option->results();
      if (option->get_type_size() == 0 || std::find(values.begin(), values.end(), "") == values.end())
        continue;
      faults.push_back(
          fmt::format("{}: its value is empty; give one, or leave the option out", option->get_name()));
    }
  }
  if (!faults.empty()) throw UserError(faults);
}

/// Reads the command line. @returns the work of the chosen command; empty after --help or --version.
Command parse(const Program& program, int count, char** words) {
  Command chosen;
  CLI::App app(program.description, program.name);
  app.set_version_flag("--version",
                       fmt::format("{} {} ({}, {})", program.name, kVersion, kBuildType, kCompiler));
  app.require_subcommand(0, 1);
  std::vector<std::string> arguments(words + 1, words + count);
  const auto whole = std::ranges::find(arguments, "--help-all");
  app.formatter(std::make_shared<HelpText>(whole != arguments.end()));
  if (whole != arguments.end()) *whole = "--help";
  for (const auto add_command : program.commands) add_command(app, chosen);
  app.footer(std::string(program.footer) +
             "Exit codes:\n"
             "  0    done, and all that was asked for is written\n"
             "  1    a file, device, memory or number failed during the work\n"
             "  2    the command line or a file that was read is wrong: nothing was done\n"
             "  3    two runs that must be equal differ (verify, replay, bench, reproduce)\n"
             "  129, 130, 143    stopped by SIGHUP, SIGINT (Ctrl-C) or SIGTERM, after writing what is whole");

  put_command_first(program, app, arguments);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes a vector in reverse order
  try {
    app.parse(arguments);
  } catch (const CLI::ExtrasError&) {
    refuse_extras(app);
  } catch (const CLI::RequiredError& error) {
    if (!app.remaining(true).empty()) refuse_extras(app);  // an argument is more likely misspelt than missing
    throw UserError(missing_faults(app, error.what()));
  } catch (const CLI::ArgumentMismatch& error) {
    std::string text = error.what();
    const std::string more = ": At Most 1 required but received ";
    if (const size_t at = text.find(more); at != std::string::npos)
      text = fmt::format("{}: is given {} times; give it once", text.substr(0, at),
                         text.substr(at + more.size()));
    throw UserError(text);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UserError(error.what());
    app.exit(error);  // prints the help or the version
    return nullptr;
  }
  refuse_empty(app);
  return chosen;
}

int run(const Program& program, int count, char** words) {
  const Command command = parse(program, count, words);
  const int code = command ? command() : 0;
  const std::string fault = results_fault();
  if (fault.empty()) return code;
  complain(fault);
  return code != 0 ? code : 1;
}

/// Opens /dev/null for each closed standard stream: otherwise the next opened file would get its number, and
/// messages would be written into that file.
void open_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      (void)open("/dev/null", O_RDWR);  // open() takes the lowest free number
  }
}

/// Rejects a stack that is too small: an overflow would end the program without a message.
void require_stack() {
  constexpr rlim_t kLeast = rlim_t{1} << 20;
  rlimit stack = {};
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur >= kLeast)
    return;
  throw RunError(fmt::format("the stack is limited to {} KiB; murmur needs {}: raise it with `ulimit -s {}`",
                             stack.rlim_cur >> 10, kLeast >> 10, kLeast >> 10));
}

/// Terminate handler: reports missing memory in one sentence where an exception cannot be caught, inside functions
/// of libraries that must not throw (a destructor of nlohmann::json allocates). Output files are left as after a
/// kill.
[[noreturn]] void end_in_a_sentence() {
  OutputLock::remove_all();
  try {
    if (const std::exception_ptr failure = std::current_exception()) std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    static const char kMessage[] = "murmur: there is not enough memory; ask for fewer boids with --boids\n";
    if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) _exit(1);
    _exit(1);
  } catch (...) {
  }
  std::abort();
}

}  // namespace

int run_program(const Program& program, int count, char** words) {
  const ExactArithmetic exact;
  open_standard_streams();
  std::set_terminate(end_in_a_sentence);
  // Ignored SIGXFSZ and SIGPIPE let a write fail at a file-size limit or a closed pipe, instead of ending the run.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
#ifdef __GLIBC__
  // Every copy of a state allocates arrays of a million boids. Below this threshold malloc reuses their pages: new
  // pages for each array would cost more than filling them.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
  try {
    require_stack();
    return run(program, count, words);
  } catch (const UserError& error) {
    complain(error.faults());
    return 2;
  } catch (const MismatchError& error) {
    complain(error.what());
    return 3;
  } catch (const RunError& error) {
    complain(error.what());
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory; ask for fewer boids with --boids");
  } catch (const std::length_error&) {  // more elements than any memory can hold
    complain("there is not enough memory; ask for fewer boids with --boids");
  } catch (const std::exception& error) {
    complain(fmt::format("unexpected failure: {}", error.what()));
  }
  return 1;
}

}  // namespace murmur

// murmur run: simulates without a window, once or as a sweep, and prints the hash at the end.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/batch/outputs/kinds.h"
#include "app/batch/run_once.h"
#include "app/batch/run_options.h"
#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "app/options/terminal.h"
#include "app/sweep/plan.h"
#include "app/sweep/sweep.h"
#include "sim/machine/registry.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/processors.h"

namespace murmur {
namespace {

void print_result(const RunOptions& options, const RunResult& result) {
  std::string how;
  if (const BackendKind* kind = find_backend(result.backend); kind && kind->processes > 0) {
    how = fmt::format("processes={} ", kind->processes);
  } else if (kind && kind->threads) {
    how = fmt::format("threads={} ", options.common.threads > 0 ? options.common.threads : processors());
  }
  if (!result.kernel.empty()) how += fmt::format("kernel={} ", result.kernel);
  print_out("steps={} boids={} backend={} {}ms/step={:.3f} hash={:016x}\n", result.step, result.boids,
            result.backend, how, result.ms_per_step, result.hash);
}

/// The path, quoted so that a shell reads one word.
std::string quoted(const std::string& path) {
  const bool plain = std::ranges::all_of(path, [](unsigned char c) {
    return std::isalnum(c) || c >= 0x80 ||
           std::string_view("_@%+=:,./-").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain && !path.empty()) return path;
  std::string text = "'";
  for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// Name of the file for the part of a run from a step on: "log.jsonl" becomes "log-from-430.jsonl".
std::string part_from(const std::string& path, int64_t step) {
  const std::filesystem::path name(path);
  return (name.parent_path() /
          fmt::format("{}-from-{}{}", name.stem().string(), step, name.extension().string()))
      .string();
}

/// The command line that resumes a stopped run from its checkpoint.
std::string resume_command(const RunOptions& options, const RunResult& result) {
  const std::string& checkpoint = options.outputs.at("checkpoint").path;
  const BackendKind* const backend = find_backend(result.backend);
  std::string text = fmt::format("{} run --resume {} --steps {}",
                                 backend && backend->processes > 0 ? "murmur-mpi" : "murmur",
                                 quoted(checkpoint), options.steps);
  for (const OutputKind& kind : output_kinds()) {
    const OutputOption& option = kind.option;
    const OutputRequest& request = options.outputs.at(option.name);
    if (request.path.empty()) continue;
    // An output whose last step is over has nothing left to write.
    if (!request.steps.empty() && std::ranges::max(request.steps) <= result.step) continue;
    const bool anew = option.on_resume == OnResume::kBegins && output_place(request.path).is_file();
    text += fmt::format(" --{} {}", option.name,
                        quoted(anew ? part_from(request.path, result.step) : request.path));
    if (!request.steps.empty())
      text += fmt::format(" --{}-steps {}", option.name, fmt::join(request.steps, ","));
    if (!option.every_help.empty()) text += fmt::format(" --{}-every {}", option.name, request.every);
  }
  if (options.precision != "float") text += " --precision " + options.precision;
  return text;
}

void print_stop(const RunOptions& options, const RunResult& result) {
  const std::string& output = options.outputs.at("output").path;
  note("stopped by {} after step {} of {}{}", result.signal_name, result.step, options.steps,
       output.empty() ? "" : fmt::format("; its state is in {}", output));
  // Printed in full, however long, because the user is to run the command.
  if (options.wants("checkpoint"))
    show(printable(fmt::format("murmur: go on with: {}\n", resume_command(options, result))));
}

/// Prints a note if the run waited noticeably for the trajectory.
void print_wait(const RunOptions& options, const RunResult& result) {
  const double waited = result.waited_for_outputs;
  if (waited < std::max(0.5, 0.02 * result.seconds)) return;
  note(
      "the run waited {:.1f} s of {:.1f} s for {}: it takes frames more slowly than the run makes "
      "them; a larger --trajectory-every helps",
      waited, result.seconds, options.outputs.at("trajectory").path);
}

int run_command(const RunOptions& options) {
  if (!options.output_dir.empty()) return run_sweep(options);
  if (!options.shard.empty())
    throw UserError("--shard: is a share of a sweep; name its folder with --output-dir");
  if (options.jobs > 0) throw UserError("--jobs: are runs of a sweep; name its folder with --output-dir");
  for (const std::string& assignment : options.common.set) {
    if (sweep_values(assignment).size() > 1) {
      throw UserError(
          fmt::format("--set {}: several values are a sweep; name a folder for it with --output-dir{}",
                      assignment, meant_by(assignment.substr(assignment.find('=') + 1))));
    }
  }
  const RunResult result = run_once(options);
  print_wait(options, result);
  if (!result.summary.empty()) note("{}", result.summary);
  if (result.signal != 0) print_stop(options, result);
  print_result(options, result);
  return result.signal;
}

void add_output_options(CLI::App& run, RunOptions& options) {
  const char* const group = "Outputs";
  for (const OutputKind& kind : output_kinds()) {
    const OutputOption& option = kind.option;
    OutputRequest& request = options.outputs[option.name];
    request.every = option.every;
    const std::string name = "--" + option.name;
    run.add_option(option.alias.empty() ? name : fmt::format("{},--{}", name, option.alias), request.path,
                   option.help)
        ->type_name(option.type)
        ->group(group);
    if (!option.every_help.empty()) {
      run.add_option(name + "-every", request.every, option.every_help)
          ->type_name("K")
          ->group(group)
          ->transform(count_from(1));
    }
    if (!option.steps_help.empty()) {
      run.add_option(name + "-steps", request.steps, option.steps_help)
          ->type_name("N,N,...")
          ->group(group)
          ->delimiter(',')
          ->allow_extra_args(false)
          ->transform(count_from(0));
    }
  }
  run.add_flag("--overwrite", options.overwrite, "replace files that are there already")->group(group);
}

/// Notes which options --NAME-every the user gave. @returns those without --NAME: a user of --checkpoint-every alone
/// would miss the checkpoint after hours.
std::vector<std::string> look_at_every(const CLI::App& run, RunOptions& options) {
  std::vector<std::string> without_file;
  for (const OutputKind& kind : output_kinds()) {
    const OutputOption& output = kind.option;
    OutputRequest& request = options.outputs.at(output.name);
    const std::string name = fmt::format("--{}-every", output.name);
    const CLI::Option* const option = run.get_option_no_throw(name);
    request.every_named = option != nullptr && option->count() > 0;
    if (request.every_named && request.path.empty())
      without_file.push_back(fmt::format("{}: names no file; add --{} {}", name, output.name, output.type));
  }
  return without_file;
}

}  // namespace

void add_run_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* run = app.add_subcommand("run", "Simulate without a window");
  add_common_options(*run, options->common);
  const char* const group = "Run";
  run->add_option("--steps", options->steps, "the step to end at")
      ->required()
      ->type_name("N")
      ->group(group)
      ->transform(count_from(0));
  run->add_option("--initial", options->initial.path, "start from this state; sets N and step")
      ->type_name("FILE.csv")
      ->group(group);
  run->add_option("--initial-step", options->initial.step,
                  "of a file with several steps, start from this one")
      ->type_name("STEP")
      ->group(group)
      ->needs("--initial");
  run->add_option("--resume", options->resume, "go on from this checkpoint, on any backend")
      ->type_name("FILE")
      ->group(group);
  run->add_option("--precision", options->precision, "float, or double (reference backend)")
      ->type_name("KIND")
      ->group(group)
      ->check(one_of({"float", "double"}));
  add_output_options(*run, *options);
  run->add_option("--output-dir", options->output_dir,
                  "a sweep: run every combination of --set KEY=A,B,C and KEY=1..10")
      ->type_name("FOLDER")
      ->group("Sweep");
  run->add_option("--shard", options->shard, "do the I-th of N shares of the sweep")
      ->type_name("I/N")
      ->group("Sweep");
  run->add_option("--jobs", options->jobs,
                  "runs side by side, which share the threads (default: small runs one on each core)")
      ->type_name("J")
      ->group("Sweep")
      ->transform(whole_number(1, 4096));
  run->footer(
      "Examples:\n"
      "  murmur run --boids 100k --steps 1000\n"
      "  murmur run mine.toml --steps 50 --output states.csv --output-steps 1,2,10,50\n"
      "  murmur run --preset book --steps 100 --output end.csv\n"
      "  murmur run --preset book --initial end.csv --steps 200 --backend reference\n"
      "  murmur run --boids 10k --steps 5000 --trajectory t.h5 --trajectory-every 100 --checkpoint c\n"
      "  murmur run --resume c --steps 9000 --trajectory t.h5 --trajectory-every 100 --checkpoint c\n"
      "  murmur run --steps 5000 --set rules.radius=30,40,50 --set seed=1..10 --output-dir sweep");
  run->callback([run, options, &chosen] {
    for (const CLI::Option* option : run->get_options()) {
      if (option->get_group() == "Scenario" && option->count() > 0) options->names_scenario = true;
    }
    const std::vector<std::string> faults = look_at_every(*run, *options);
    chosen = [options, faults] {
      if (!faults.empty() && options->output_dir.empty()) throw UserError(faults);
      return run_command(*options);
    };
  });
}

}  // namespace murmur

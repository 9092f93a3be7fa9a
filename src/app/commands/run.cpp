// murmur run: simulate without a window, once or as a sweep, and end with the hash.
#include <algorithm>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "app/batch/run_once.h"
#include "app/batch/run_options.h"
#include "app/batch/sweep.h"
#include "app/batch/sweep_plan.h"
#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

void print_result(const RunOptions& options, const RunResult& result) {
  std::string threads;
  if (result.backend == "cpu") {
    const unsigned all = std::max(1u, std::thread::hardware_concurrency());
    threads = fmt::format("threads={} ",
                          options.common.threads > 0 ? static_cast<unsigned>(options.common.threads) : all);
  }
  fmt::print("steps={} boids={} backend={} {}ms/step={:.3f} hash={:016x}\n", result.step, result.boids,
             result.backend, threads, result.ms_per_step, result.hash);
}

/// The command that goes on from the checkpoint.
std::string resume_command(const RunOptions& options) {
  std::string text =
      fmt::format("murmur run --resume {0} --checkpoint {0} --checkpoint-every {1} --steps {2}",
                  options.checkpoint, options.checkpoint_every, options.steps);
  const auto add = [&](const char* option, const std::string& file, int64_t every) {
    if (!file.empty()) text += fmt::format(" {0} {1} {0}-every {2}", option, file, every);
  };
  add("--metrics", options.metrics, options.metrics_every);
  add("--trajectory", options.trajectory, options.trajectory_every);
  if (!options.output.empty()) text += " --output " + options.output;
  if (options.precision != "float") text += " --precision " + options.precision;
  return text;
}

void print_stop(const RunOptions& options, const RunResult& result) {
  fmt::print(stderr, "murmur: stopped by {} after step {} of {}{}\n", result.signal_name, result.step,
             options.steps,
             options.output.empty() ? "" : fmt::format("; its state is in {}", options.output));
  if (!options.checkpoint.empty()) fmt::print(stderr, "murmur: go on with: {}\n", resume_command(options));
}

/// A note when the trajectory held the run up by more than a moment.
void print_wait(const RunOptions& options, const RunResult& result) {
  const double waited = result.waited_for_trajectory;
  if (waited < std::max(0.5, 0.02 * result.seconds)) return;
  fmt::print(
      stderr,
      "murmur: the run waited {:.1f} s of {:.1f} s for {}: it takes frames more slowly than the run makes "
      "them; a larger --trajectory-every helps\n",
      waited, result.seconds, options.trajectory);
}

int run_command(const RunOptions& options) {
  if (!options.output_dir.empty()) return run_sweep(options);
  if (!options.shard.empty())
    throw UserError("--shard: is a share of a sweep; name its folder with --output-dir");
  for (const std::string& assignment : options.common.set) {
    if (sweep_values(assignment).size() > 1) {
      throw UserError(fmt::format(
          "--set {}: several values are a sweep; name a folder for it with --output-dir", assignment));
    }
  }
  const RunResult result = run_once(options);
  print_wait(options, result);
  if (result.signal != 0) print_stop(options, result);
  print_result(options, result);
  return result.signal;
}

void add_output_options(CLI::App& run, RunOptions& options) {
  const char* const group = "Outputs";
  const auto file = [&](const char* name, std::string& path, const char* help, const char* type) {
    run.add_option(name, path, help)->type_name(type)->group(group);
  };
  const auto every = [&](const char* name, int64_t& steps, const char* help) {
    run.add_option(name, steps, help)->type_name("K")->group(group)->check(whole_number(1));
  };
  file("--output", options.output, "write the last state, or those of --output-steps", "FILE.csv");
  run.add_option("--output-steps", options.output_steps, "which steps to write: 1,2,10")
      ->type_name("N,N,...")
      ->group(group)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number(0));
  file("--metrics", options.metrics, "order, density and clusters (see docs/metrics.md)", "FILE.csv");
  every("--metrics-every", options.metrics_every, "steps between rows of --metrics (100)");
  file("--trajectory", options.trajectory, "all boids: .xyz for OVITO, .h5 for h5py", "FILE");
  every("--trajectory-every", options.trajectory_every, "steps between frames of --trajectory (10)");
  file("--checkpoint", options.checkpoint, "keep the whole run, to go on with --resume", "FILE");
  every("--checkpoint-every", options.checkpoint_every, "steps between checkpoints (1000)");
  file("--log-events", options.log_events, "event log that murmur replay checks", "FILE");
  file("--frame-log", options.frame_log, "milliseconds of each step by phase", "FILE.csv");
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
      ->check(whole_number(0));
  run->add_option("--initial", options->initial, "start from this state; sets N and step")
      ->type_name("FILE.csv")
      ->group(group);
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
  run->footer(
      "Examples:\n"
      "  murmur run --boids 100k --steps 1000\n"
      "  murmur run scenarios/mine.toml --steps 50 --output end.csv --output-steps 1,2,10,50\n"
      "  murmur run --preset book --initial end.csv --steps 100 --backend reference\n"
      "  murmur run --steps 100000 --metrics m.csv --trajectory t.h5 --checkpoint c\n"
      "  murmur run --steps 100000 --metrics m.csv --trajectory t.h5 --checkpoint c --resume c\n"
      "  murmur run --steps 5000 --set rules.radius=30,40,50 --set seed=1..10 --output-dir sweep");
  run->callback([run, options, &chosen] {
    for (const CLI::Option* option : run->get_options()) {
      if (option->get_group() == "Scenario" && option->count() > 0) options->names_scenario = true;
    }
    chosen = [options] { return run_command(*options); };
  });
}

}  // namespace murmur

// murmur verify: runs the same flock on several backends, step by step, and compares every bit.
#include <charconv>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/batch/verify_pictures.h"
#include "app/options/beginning.h"
#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "app/options/common_options.h"
#include "app/options/interrupt.h"
#include "app/options/progress.h"
#include "app/options/terminal.h"
#include "sim/machine/registry.h"
#include "sim/run/verify.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

struct VerifyOptions {
  CommonOptions common;
  std::vector<std::string> backends = {murmur::backends().front().name, default_backend().name};
  int64_t steps = 200;
  std::string inject, initial;
  bool pictures = false;
};

Injection parse_injection(const std::string& text) {
  Injection injection;
  const char* const last = text.data() + text.size();
  const auto step = std::from_chars(text.data(), last, injection.step);
  if (step.ec == std::errc() && step.ptr != last && *step.ptr == ',') {
    const auto id = std::from_chars(step.ptr + 1, last, injection.id);
    if (id.ec == std::errc() && id.ptr == last) return injection;
  }
  throw UserError(fmt::format("--inject {}: write STEP,ID, for example --inject 5,17", text));
}

using Runs = std::vector<std::unique_ptr<Simulation<float>>>;

/// Makes one run per backend, all from the same state.
Runs make_runs(const VerifyOptions& options, const Beginning<float>& beginning) {
  check_memory(beginning.boids() * static_cast<int64_t>(options.backends.size()), beginning.dimensions());
  Runs runs;
  for (const std::string& name : options.backends) {
    auto backend = backend_of_list(name, [&] { return make_backend(name, backend_options(options.common)); });
    runs.push_back(beginning.simulation(std::move(backend)));
  }
  return runs;
}

int compare(const VerifyOptions& options, Runs& runs, const std::optional<Injection>& injection) {
  const int64_t first = runs.front()->step_number();
  if (options.steps < first) {
    throw UserError(fmt::format("--steps {}: {} is at step {} already; --steps is the step to end at",
                                options.steps, options.initial, first));
  }
  Interrupt interrupt;
  for (const auto& run : runs) run->cancel_when(interrupt.flag());
  Progress progress(first, options.steps);
  ComparedPictures pictures;
  const auto difference = verify(runs, options.steps, injection, [&](int64_t step) {
    progress.update(step);
    if (options.pictures) pictures = compare_pictures(runs);
    return !interrupt.came() && pictures.difference.empty();
  });
  progress.finish();
  if (!pictures.difference.empty()) {
    print_out("verify: {}\n", pictures.difference);
    return 3;
  }
  if (difference) {
    print_out("verify: {}\n", to_text(*difference));
    return 3;
  }
  const Simulation<float>& compared =
      *runs.back();  // the runs before this one may have taken a step that was cancelled
  const int64_t step = compared.step_number();
  if (step < options.steps) note("stopped by {} after step {} of {}", interrupt.name(), step, options.steps);
  print_out("verify: {} for {} steps, {} boids, {}hash={:016x}\n", fmt::join(options.backends, " = "),
            step - first, compared.count(),
            options.pictures ? fmt::format("picture={:016x} ", pictures.hash) : "", compared.hash());
  return step < options.steps ? interrupt.exit_code() : 0;
}

int verify_command(VerifyOptions options) {
  if (options.backends.size() < 2)
    throw UserError(fmt::format("--backends: names one backend; allowed: two or more, such as {}",
                                fmt::join(VerifyOptions().backends, ",")));
  std::optional<Injection> injection;
  if (!options.inject.empty()) injection = parse_injection(options.inject);
  CommonOptions& common = options.common;
  // The reference tests every pair: with the N of the default preset a run would take minutes.
  if (common.scenario_file.empty() && common.preset.empty() && !common.names_boids() &&
      options.initial.empty())
    common.boids = "2000";
  const Beginning<float> beginning = read_beginning<float>(common, {options.initial});
  return within_memory(beginning.boids(), [&] {
    Runs runs = make_runs(options, beginning);
    return compare(options, runs, injection);
  });
}

}  // namespace

void add_verify_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* verify = app.add_subcommand("verify", "Check that backends agree in every bit");
  add_scenario_options(*verify, options->common);
  add_machine_options(*verify, options->common);
  const char* const group = "Verify";
  verify
      ->add_option("--backends", options->backends,
                   fmt::format("which to compare (default: {})", fmt::join(options->backends, ",")))
      ->type_name("A,B,...")
      ->group(group)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(with_auto(backend_names())));
  verify->add_option("--steps", options->steps, "the step to end at (default: 200)")
      ->type_name("N")
      ->group(group)
      ->transform(count_from(0));
  verify->add_option("--initial", options->initial, "start from this state; sets N and step")
      ->type_name("FILE.csv")
      ->group(group);
  verify
      ->add_option("--inject", options->inject,
                   "flip one bit of a boid in the second backend, to see it found")
      ->type_name("STEP,ID")
      ->group(group);
  verify
      ->add_flag("--pictures", options->pictures,
                 "compare a picture of each step, too: of each backend, with each instruction set")
      ->group(group);
  verify->footer(
      "Exit code 3 when a bit differs. Examples:\n"
      "  murmur verify\n"
      "  murmur verify --preset book --boids 5k --steps 500\n"
      "  murmur verify --backends cpu,cuda --boids 1M --steps 100");
  verify->callback([options, &chosen] { chosen = [options] { return verify_command(*options); }; });
}

}  // namespace murmur

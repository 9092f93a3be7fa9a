// murmur bench: times the backends side by side on the same states, and compares the hashes of their results.
#include <algorithm>
#include <filesystem>
#include <new>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/bench/cases.h"
#include "app/bench/render_timer.h"
#include "app/bench/report.h"
#include "app/bench/settled_state.h"
#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "app/options/common_options.h"
#include "app/options/file_uses.h"
#include "app/options/interrupt.h"
#include "app/options/progress.h"
#include "app/options/terminal.h"
#include "build_info.h"
#include "sim/machine/registry.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

// Largest number of boids for backends that test every pair: with more, a step takes seconds.
constexpr int64_t kAllPairsLimit = 20000;

struct BenchOptions {
  CommonOptions common;
  std::vector<std::string> boids = {"1k", "10k", "100k", "1M"};
  std::vector<std::string> backends, kernels;
  BenchPlan plan;
  std::string state = "uniform", json, csv;
  bool render = false, force = false, overwrite = false;
};

/// The index of the device that the case will step on, chosen as make() does; -1: none.
int device_of(const CaseSpec& bench_case) {
  if (bench_case.options.device >= 0) return bench_case.options.device;
  const std::vector<DeviceInfo> devices = bench_case.kind->devices(nullptr);
  return devices.empty() ? -1 : devices.front().index;
}

class BenchCommand {
 public:
  explicit BenchCommand(const BenchOptions& options) : options_(options), files_(options.overwrite) {}

  int run() {
    if (!kOptimised && !options_.force) {
      throw UserError(
          fmt::format("this is a {} build, whose timings mean nothing; use a Release build, or --force to "
                      "measure it all the same",
                      kBuildType.empty() ? "plain" : kBuildType));
    }
    choose_cases();
    const std::vector<ScenarioSource> sources = read_scenarios();
    check_files();
    report_.machine = this_machine();
    report_.preset = sources.front().scenario().preset;
    report_.seed = sources.front().scenario().seed;
    report_.plan = options_.plan;
    if (options_.render) {
      const auto cuda = std::find_if(specs_.begin(), specs_.end(),
                                     [](const CaseSpec& spec) { return spec.kind->on_device(); });
      renderer_ = make_render_timer(cuda == specs_.end() ? -1 : device_of(*cuda));
      report_.notes.push_back("render: " + renderer_->description());
    }
    print_text(header_text(report_));
    flush_results();
    const OtherLoad others;
    for (const ScenarioSource& source : sources) {
      try {
        time_one(source);
      } catch (const std::bad_alloc&) {
        throw RunError(out_of_memory(source.scenario().boids));
      }
      if (interrupt_.came()) break;
    }
    if (const std::string warning = others.warning(); !warning.empty()) note(warning);
    print_out("\n{}", table_text(report_.rows));
    write_files();
    if (interrupt_.came()) {
      murmur::note("stopped by {}; the table holds what was finished", interrupt_.name());
      return interrupt_.exit_code();
    }
    require_equal_hashes(report_.rows);
    return 0;
  }

 private:
  /// Checks the output files before the measurements, so that a fault is reported at once and not after minutes.
  void check_files() {
    files_.reads("the scenario", options_.common.scenario_file);
    files_.writes({.option = "--json", .path = options_.json});
    files_.writes({.option = "--csv", .path = options_.csv});
    files_.check_and_lock();
    for (const std::string* path : {&options_.json, &options_.csv}) {
      if (!path->empty()) OutputFile(*path, Begin::kAppended);
    }
  }

  void choose_cases() {
    std::vector<std::string> labels = options_.backends;
    if (labels.empty())
      labels = backend_names_where([](const BackendKind& kind) { return kind.why_not().empty(); });
    if (!options_.kernels.empty()) labels = with_kernels(labels, options_.kernels);
    specs_ = parse_cases(labels, backend_options(options_.common));
  }

  /// Reads one scenario for each N, before anything is timed.
  std::vector<ScenarioSource> read_scenarios() {
    std::vector<ScenarioSource> sources;
    CommonOptions common = options_.common;
    if (common.scenario_file.empty() && common.preset.empty()) common.preset = "benchmark";
    for (const std::string& boids : options_.boids) {
      common.boids = boids;
      sources.push_back(scenario_source(common));
      if (sources.back().scenario().boids < 1)
        throw UserError(fmt::format("--boids {}: there is nothing to time; allowed: 1 or more", boids));
    }
    return sources;
  }

  void time_one(const ScenarioSource& source) {
    const Scenario& scenario = source.scenario();
    std::vector<BenchCase> cases;
    for (const CaseSpec& spec : specs_) {
      if (spec.kind->all_pairs && scenario.boids > kAllPairsLimit) {
        note(fmt::format("{} left out at {} boids: it tests every pair, so it is timed up to {} only",
                         spec.kind->name, scenario.boids, kAllPairsLimit));
        continue;
      }
      cases.push_back({spec.label, spec.threads,
                       backend_of_list(spec.kind->name, [&] { return spec.kind->make(spec.options); })});
    }
    if (cases.empty()) return;
    check_memory(scenario.boids * static_cast<int64_t>(cases.size()), scenario.dimensions());
    const State<float> start = starting_state(source);
    if (interrupt_.came()) return;

    DrawFlock draw;
    if (renderer_) {
      draw = [this](Backend<float>& backend, const Scenario& shown) { renderer_->draw(backend, shown); };
    }
    const int64_t all_steps = options_.plan.steps_taken() * static_cast<int64_t>(cases.size());
    Progress progress(0, all_steps);
    const auto go_on = [&](int64_t taken) {
      progress.update(taken);
      return !interrupt_.came();
    };
    std::vector<BenchRow> rows = bench(source, start, state_name(scenario), std::move(cases), options_.plan,
                                       steady_milliseconds, go_on, draw);
    progress.finish();
    report_.rows.insert(report_.rows.end(), std::make_move_iterator(rows.begin()),
                        std::make_move_iterator(rows.end()));
  }

  State<float> starting_state(const ScenarioSource& source) {
    if (options_.state == "uniform") return make_start<float>(source.scenario());
    Progress progress(0, kSettledSteps);
    bool told = false;
    const std::string kept = settled_cache_path(source);
    State<float> state = settled_state(source, [&](int64_t step) {
      if (!told)
        show(fmt::format("settling {} boids for {} steps ({})\n", source.scenario().boids, kSettledSteps,
                         kept.empty() ? "not kept: set HOME or XDG_CACHE_HOME for that" : "kept in " + kept));
      told = true;
      progress.update(step);
      return !interrupt_.came();
    });
    progress.finish();
    if (told && !kept.empty() && !interrupt_.came() && !std::filesystem::exists(kept))
      show(fmt::format("not kept: {} cannot be written; XDG_CACHE_HOME names another folder\n", kept));
    return state;
  }
  /// Name of the starting state in reports. A preset that starts in flocks or in a patch must not be called uniform.
  std::string state_name(const Scenario& scenario) const {
    if (options_.state == "settled" || scenario.start.positions == StartPositions::kUniform)
      return options_.state;
    return "start";
  }

  void note(const std::string& text) {
    report_.notes.push_back(text);
    print_out("note    {}\n", text);
  }

  void write_files() const {
    const auto write = [](const std::string& path, const std::string& text) {
      if (path.empty()) return;
      OutputFile file(path);
      file.write(text);
      file.flush();
    };
    write(options_.json, json_text(report_));
    write(options_.csv, csv_text(report_.rows));
  }

  const BenchOptions& options_;
  FileUses files_;
  Interrupt interrupt_;
  std::unique_ptr<RenderTimer> renderer_;
  std::vector<CaseSpec> specs_;
  BenchReport report_;
};

}  // namespace

void add_bench_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* bench = app.add_subcommand("bench", "Time the backends side by side");
  add_scenario_options(*bench, options->common);
  bench->remove_option(bench->get_option("--boids"));
  bench->get_option("SCENARIO.toml")->description("what to time (default: the preset benchmark)");
  add_machine_options(*bench, options->common);
  const char* const group = "Bench";
  const auto option = [&](const char* name, auto& target, const char* help) {
    return bench->add_option(name, target, help)->group(group);
  };
  option("--boids,--num-boids", options->boids, "sizes to time (default: 1k,10k,100k,1M)")
      ->type_name("N,N,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  const std::string rows = "rows of the table: " + backends_help();
  option("--backends", options->backends, rows.c_str())
      ->type_name("A,B,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  const std::string kernels =
      "a row for each of these update kernels of a GPU: all, or " + listed(kernel_names());
  option("--kernels", options->kernels, kernels.c_str())
      ->type_name("A,B,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  option("--steps", options->plan.steps, "timed steps (default: 100)")
      ->type_name("N")
      ->transform(count_from(1));
  option("--warm-up,--warmup", options->plan.warmup, "steps before them (default: 10)")
      ->type_name("N")
      ->transform(count_from(0));
  option("--state", options->state,
         "uniform: the scenario's start; settled: after 2,000 steps, kept in ~/.cache/murmur")
      ->type_name("STATE")
      ->check(one_of({"uniform", "settled"}));
  option("--json", options->json, "write all of it (docs/bench-format.md)")->type_name("FILE");
  option("--csv", options->csv, "write the table")->type_name("FILE");
  bench->add_flag("--overwrite", options->overwrite, "replace files that are there already")->group(group);
  bench
      ->add_flag("--no-pair-counts{false}", options->plan.count_pairs,
                 "do not count tests and neighbours: it takes the host long")
      ->group(group);
  bench->add_flag("--render", options->render, "also draw a picture without a window after each turn")
      ->group(group);
  bench->add_flag("--force", options->force, "measure an unoptimised build")->group(group);
  bench->footer(
      "Backends take turns, so that a machine that drifts treats all alike. Exit code 3: their states "
      "differ.\n"
      "Examples:\n"
      "  murmur bench                                          CPU, and GPU where there is one\n"
      "  murmur bench --boids 100k,1M --backends cpu:1,cpu:2   what a second thread brings\n"
      "  murmur bench --state settled --json bench.json        then: tools/plot_bench.py bench.json");
  bench->callback([options, &chosen] { chosen = [options] { return BenchCommand(*options).run(); }; });
}

}  // namespace murmur

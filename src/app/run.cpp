// murmur run: simulate without a window, write states, an event log and phase times, and end with the hash.
#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "app/cli_text.h"
#include "app/commands.h"
#include "app/common_options.h"
#include "app/initial_state.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "build_info.h"
#include "sim/errors.h"
#include "sim/event_log.h"
#include "sim/files.h"
#include "sim/metrics_csv.h"
#include "sim/simulation.h"
#include "sim/state_csv.h"

namespace murmur {
namespace {

constexpr int64_t kHashEvery =
    60;  // steps between hashes in an event log: once a second of the window's time

struct RunOptions {
  CommonOptions common;
  int64_t steps = 0;
  int64_t metrics_every = 100;
  std::string initial, output, log_events, frame_log, metrics, precision = "float";
  std::vector<int64_t> output_steps;
};

/// Everything a run leaves behind. Opened before the work starts, so that a missing folder is told at once.
template <class T>
class Outputs {
 public:
  Outputs(const RunOptions& options, const ScenarioSource& source, int64_t first)
      : states_due_(options.output_steps.begin(), options.output_steps.end()),
        path_(options.output),
        frame_log_path_(options.frame_log) {
    if (states_due_.empty()) states_due_.insert(options.steps);
    check_steps(options, first);
    if (!path_.empty()) states_ = std::make_unique<StateCsvWriter<T>>(path_);
    if (!options.metrics.empty()) {
      metrics_ = std::make_unique<MetricsCsv>(options.metrics);
      metrics_every_ = options.metrics_every;
      metrics_pool_ = std::make_unique<ThreadPool>(options.common.threads);
    }
    if (!frame_log_path_.empty()) {
      frame_log_ = open_to_write(frame_log_path_);
      frame_line("step,sort_ms,gather_ms,rules_ms,total_ms\n");
    }
    if (options.log_events.empty()) return;
    LogHeader header;
    header.scenario = source.to_toml();
    header.seed = source.scenario().seed;
    header.build = fmt::format("murmur {} {} ({})", kVersion, kBuildType, kCompiler);
    if (!options.initial.empty()) header.initial = read_text_file(options.initial);
    log_ = std::make_unique<EventLogWriter>(options.log_events, header);
  }

  void listen(Simulation<T>& simulation) {
    if (log_) simulation.on_event = [this](const Event& event) { log_->write(event); };
  }
  /// To be called before every step: what a metric of change needs of the state before.
  void before_step(Simulation<T>& simulation) {
    velocity_before_.clear();
    if (metrics_due(simulation.step_number() + 1)) velocity_before_ = simulation.state().velocity;
  }
  /// To be called at the first step and after every step.
  void after_step(Simulation<T>& simulation, bool stepped) {
    const int64_t step = simulation.step_number();
    if (frame_log_ && stepped) {
      const PhaseTimes t = simulation.backend().last_step_times();
      frame_line(fmt::format("{},{:.4f},{:.4f},{:.4f},{:.4f}\n", step, t.sort, t.gather, t.rules, t.total));
    }
    if (log_ && (!stepped || step % kHashEvery == 0)) write_hash(simulation);
    if (states_ && states_due_.count(step)) write_state(simulation);
    if (metrics_due(step)) {
      metrics_->write(measure(simulation.state(), simulation.scenario(), *metrics_pool_,
                              stepped ? &velocity_before_ : nullptr));
    }
  }
  /// Writes what is still owed; a run cut short leaves its last state.
  void finish(Simulation<T>& simulation) {
    const int64_t step = simulation.step_number();
    if (log_ && hashed_ != step) write_hash(simulation);
    if (states_ && written_ != step && step < *states_due_.rbegin()) write_state(simulation);
    if (states_) states_->finish();
    if (frame_log_) flush(frame_log_.get(), frame_log_path_);
  }

 private:
  static void check_steps(const RunOptions& options, int64_t first) {
    if (options.steps < first) {
      throw UserError(fmt::format("--steps {}: {} is at step {} already; --steps is the step to end at",
                                  options.steps, options.initial, first));
    }
    if (!options.output_steps.empty() && options.output.empty()) {
      throw UserError("--output-steps: says when to write, but --output FILE does not say where to");
    }
    for (const int64_t step : options.output_steps) {
      if (step < first || step > options.steps) {
        throw UserError(fmt::format("--output-steps {}: is not part of this run; allowed: {} to {}", step,
                                    first, options.steps));
      }
    }
  }
  bool metrics_due(int64_t step) const { return metrics_ && step % metrics_every_ == 0; }
  void frame_line(const std::string& text) {
    write_all(frame_log_.get(), frame_log_path_, text.data(), text.size());
  }
  void write_hash(Simulation<T>& simulation) {
    hashed_ = simulation.step_number();
    log_->write(HashRecord{hashed_, simulation.hash()});
  }
  void write_state(Simulation<T>& simulation) {
    written_ = simulation.step_number();
    states_->write(simulation.state());
  }

  std::set<int64_t> states_due_;
  std::string path_, frame_log_path_;
  std::unique_ptr<StateCsvWriter<T>> states_;
  std::unique_ptr<EventLogWriter> log_;
  std::unique_ptr<MetricsCsv> metrics_;
  std::unique_ptr<ThreadPool> metrics_pool_;
  int64_t metrics_every_ = 0;
  std::vector<T> velocity_before_;
  File frame_log_;
  int64_t hashed_ = -1, written_ = -1;
};

template <class T>
void print_result(const RunOptions& options, Simulation<T>& simulation, double seconds, int64_t steps) {
  std::string threads;
  if (simulation.backend().name() == "cpu") {
    const unsigned all = std::max(1u, std::thread::hardware_concurrency());
    threads = fmt::format("threads={} ",
                          options.common.threads > 0 ? static_cast<unsigned>(options.common.threads) : all);
  }
  fmt::print("steps={} boids={} backend={} {}ms/step={:.3f} hash={:016x}\n", simulation.step_number(),
             simulation.count(), simulation.backend().name(), threads,
             steps > 0 ? seconds * 1e3 / static_cast<double>(steps) : 0.0, simulation.hash());
}

template <class T>
int simulate(const RunOptions& options, Simulation<T>& simulation, Outputs<T>& outputs) {
  using Clock = std::chrono::steady_clock;
  const int64_t first = simulation.step_number();
  Interrupt interrupt;
  Progress progress(first, options.steps);
  outputs.listen(simulation);
  outputs.after_step(simulation, false);
  Clock::duration stepping{};  // writing is not simulating
  while (simulation.step_number() < options.steps && !interrupt.came()) {
    outputs.before_step(simulation);
    const Clock::time_point before = Clock::now();
    simulation.advance();
    stepping += Clock::now() - before;
    outputs.after_step(simulation, true);
    progress.update(simulation.step_number());
  }
  progress.finish();
  outputs.finish(simulation);
  const bool stopped = interrupt.came() && simulation.step_number() < options.steps;
  if (stopped) {
    fmt::print(stderr, "murmur: stopped by {} after step {} of {}{}\n", interrupt.name(),
               simulation.step_number(), options.steps,
               options.output.empty() ? "" : fmt::format("; its state is in {}", options.output));
  }
  print_result(options, simulation, std::chrono::duration<double>(stepping).count(),
               simulation.step_number() - first);
  return stopped ? interrupt.exit_code() : 0;
}

template <class T, class MakeBackend>
int run_with(const RunOptions& options, MakeBackend make_chosen) {
  const Beginning<T> beginning = read_beginning<T>(options.common, options.initial);
  try {
    check_memory(beginning.boids(), beginning.dimensions());
    Outputs<T> outputs(options, beginning.source, beginning.step());
    std::unique_ptr<Backend<T>> backend = make_chosen();
    if (beginning.state) {
      Simulation<T> simulation(beginning.source, std::move(backend), *beginning.state);
      return simulate(options, simulation, outputs);
    }
    Simulation<T> simulation(beginning.source, std::move(backend));
    return simulate(options, simulation, outputs);
  } catch (const std::bad_alloc&) {
    throw RunError(out_of_memory(beginning.boids()));
  } catch (const std::length_error&) {
    throw RunError(out_of_memory(beginning.boids()));
  }
}

int run_command(const RunOptions& options) {
  if (options.precision == "float") {
    return run_with<float>(options, [&options] { return choose_backend(options.common); });
  }
  if (options.common.backend != "auto" && options.common.backend != "reference") {
    throw UserError(fmt::format("--precision double: backend {} computes in float; allowed: reference",
                                options.common.backend));
  }
  if (!options.log_events.empty()) {
    throw UserError("--log-events: logs hold hashes of float runs; leave out --precision double");
  }
  return run_with<double>(options, make_reference_double);
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
  run->add_option("--output", options->output, "write the last state, or those of --output-steps")
      ->type_name("FILE.csv")
      ->group(group);
  run->add_option("--output-steps", options->output_steps, "which steps to write: 1,2,10")
      ->type_name("N,N,...")
      ->group(group)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number(0));
  run->add_option("--precision", options->precision, "float, or double (reference backend)")
      ->type_name("KIND")
      ->group(group)
      ->check(one_of({"float", "double"}));
  run->add_option("--log-events", options->log_events, "event log that murmur replay checks")
      ->type_name("FILE")
      ->group(group);
  run->add_option("--frame-log", options->frame_log, "milliseconds of each step by phase")
      ->type_name("FILE.csv")
      ->group(group);
  run->add_option("--metrics", options->metrics, "order, density and clusters (see docs/metrics.md)")
      ->type_name("FILE.csv")
      ->group(group);
  run->add_option("--metrics-every", options->metrics_every, "steps between rows of --metrics (100)")
      ->type_name("K")
      ->group(group)
      ->check(whole_number(1));
  run->footer(
      "Examples:\n"
      "  murmur run --boids 100k --steps 1000\n"
      "  murmur run scenarios/mine.toml --steps 50 --output end.csv --output-steps 1,2,10,50\n"
      "  murmur run --preset book --initial end.csv --steps 100 --backend reference");
  run->callback([options, &chosen] { chosen = [options] { return run_command(*options); }; });
}

}  // namespace murmur

#include "app/batch/run_once.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "app/batch/run_outputs.h"
#include "app/options/beginning.h"
#include "app/options/interrupt.h"
#include "app/options/progress.h"
#include "app/options/terminal.h"
#include "sim/formats/run_id.h"
#include "sim/formats/scenario_files.h"
#include "sim/machine/registry.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

using Clock = std::chrono::steady_clock;
double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

template <class T>
RunResult simulate(const RunOptions& options, Simulation<T>& simulation, RunOutputs<T>& outputs) {
  const Clock::time_point start = Clock::now();
  const int64_t first = simulation.step_number();
  std::optional<Interrupt> own;
  const Interrupt& interrupt = options.interrupt ? *options.interrupt : own.emplace();
  std::optional<Progress> progress;
  if (!options.interrupt) progress.emplace(first, options.steps);
  simulation.cancel_when(interrupt.flag());
  outputs.begin(simulation);
  Clock::duration stepping{};  // duration of the steps without that of the outputs
  while (simulation.step_number() < options.steps && !interrupt.came()) {
    outputs.before_step();
    const Clock::time_point before = Clock::now();
    if (!simulation.advance()) break;
    stepping += Clock::now() - before;
    outputs.after_step();
    if (progress) progress->update(simulation.step_number());
  }
  const Clock::time_point before = Clock::now();
  (void)simulation.backend().last_step_times();  // waits until a device has finished its steps
  stepping += Clock::now() - before;
  progress.reset();
  outputs.finish();
  RunResult result;
  result.step = simulation.step_number();
  result.boids = simulation.count();
  result.backend = simulation.backend().name();
  result.kernel = simulation.backend().kernel();
  if (result.step > first)
    result.ms_per_step = seconds(stepping) * 1e3 / static_cast<double>(result.step - first);
  result.hash = simulation.hash();
  result.summary = simulation.backend().summary();
  result.seconds = seconds(Clock::now() - start);
  result.waited_for_outputs = outputs.waited();
  if (interrupt.came() && result.step < options.steps) {
    result.signal = interrupt.exit_code();
    result.signal_name = interrupt.name();
  }
  return result;
}

/// Whether the boids never come to the host: the device draws the start, and no output copies the flock. Then the device checks its memory.
template <class T>
bool stays_on_device(const RunOptions& options, const Beginning<T>& beginning) {
  const BackendKind* const kind = find_backend(options.common.backend);
  const bool copied = std::any_of(options.outputs.begin(), options.outputs.end(),
                                  [](const auto& output) { return !output.second.path.empty(); });
  return kind && kind->on_device() && !copied && !beginning.state &&
         beginning.scenario().start.positions != StartPositions::kFlocks;
}

void check_last_step(const RunOptions& options, int64_t first_step) {
  if (options.steps >= first_step) return;
  throw UserError(fmt::format("--steps {}: {} is at step {} already; --steps is the step to end at",
                              options.steps, options.resume.empty() ? options.initial.path : options.resume,
                              first_step));
}

/// The first line in which two texts differ.
std::string first_difference(const std::string& a, const std::string& b) {
  size_t begin = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) {
    if (a[i] == '\n') begin = i + 1;
  }
  const auto line = [&](const std::string& text) {
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  return fmt::format("'{}' there, '{}' here", line(a), line(b));
}

void check_resumable(const RunOptions& options, const std::string& scenario) {
  if (!options.initial.path.empty())
    throw UserError("--initial: a resumed run begins from its checkpoint; leave out --initial or --resume");
  if (!options.names_scenario) return;
  const std::string named = scenario_source(options.common).to_toml();
  if (named == scenario) return;
  throw UserError(
      fmt::format("--resume {}: is a run of another scenario ({}); leave the scenario out to resume it",
                  options.resume, first_difference(scenario, named)));
}

template <class T>
Beginning<T> read_resumed(const RunOptions& options) {
  Beginning<T> beginning = resumed_beginning<T>(options.resume);
  RunOrigin& origin = beginning.origin;
  check_resumable(options, origin.scenario);
  if (origin.run.empty()) {  // a checkpoint of an older version has no run id, and gets one here
    origin.run =
        run_id({origin.scenario, options.precision, beginning.step(), beginning.hash, origin.image_hash});
  }
  return beginning;
}

template <class T, class MakeBackend>
RunResult run_with(const RunOptions& options, const MakeBackend& make_chosen) {
  InputFile initial = options.initial;
  const bool resumes = !options.resume.empty();
  if (!resumes) initial.read();
  Beginning<T> beginning = resumes ? read_resumed<T>(options) : read_beginning<T>(options.common, initial);
  if (!beginning.state && options.output_dir.empty()) note_dense_start(beginning.scenario());
  return within_memory(beginning.boids(), [&] {
    if (!stays_on_device(options, beginning))
      check_memory(beginning.boids(), beginning.dimensions(), options.common.backend);
    check_last_step(options, beginning.step());
    RunStart<T> start{.origin = beginning.origin,
                      .seed = beginning.scenario().seed,
                      .initial = std::move(initial.text),
                      .resume = options.resume,
                      .files = scenario_files(beginning.scenario()),
                      .step = beginning.step(),
                      .last_step = options.steps,
                      .threads = options.common.threads,
                      .resumed = resumes,
                      .state = resumes ? &*beginning.state : nullptr,
                      .run_state = &beginning.run};
    RunOutputs<T> outputs(options, start);
    start.initial = nullptr;  // freed: the text may be large
    const auto simulation = beginning.simulation(make_chosen());
    simulation->on_notice = [](const std::string& text) { note("{}", text); };
    if (resumes && simulation->hash() != beginning.hash) {
      throw RunError(
          fmt::format("{}: its state has the hash {:016x}, not {:016x} as it says: it does not come "
                      "from this program",
                      options.resume, simulation->hash(), beginning.hash));
    }
    beginning.state.reset();
    return simulate(options, *simulation, outputs);
  });
}

}  // namespace

RunResult run_once(const RunOptions& options) {
  if (options.precision == "float")
    return run_with<float>(options, [&options] { return choose_backend(options.common); });
  const auto in_double = [](const BackendKind& kind) { return kind.make_double != nullptr; };
  const std::vector<std::string> allowed = backend_names_where(in_double);
  const std::string& wanted = options.common.backend;
  const BackendKind* const kind = find_backend(wanted == "auto" ? allowed.front() : wanted);
  if (!kind || !kind->make_double) {
    throw UserError(fmt::format("--precision double: backend {} computes in float; allowed: {}", wanted,
                                listed(allowed, "or")));
  }
  if (options.wants("log-events"))
    throw UserError("--log-events: logs hold hashes of float runs; leave out --precision double");
  return run_with<double>(options, kind->make_double);
}

}  // namespace murmur

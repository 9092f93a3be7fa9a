// Runs that go through files, for random flocks: see trial.h.
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>
#include <unistd.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/formats/checkpoint.h"
#include "sim/formats/event_log.h"
#include "sim/formats/log_player.h"
#include "sim/formats/state_csv.h"
#include "sim/run/event_effects.h"
#include "support/trial.h"

namespace murmur {
namespace {

std::unique_ptr<Backend<float>> one_thread() { return make_cpu({.threads = 1}); }

/// The name of a file that goes with this object.
struct TempFile {
  std::string path =
      fmt::format("{}/murmur_random_{}", std::filesystem::temp_directory_path().string(), getpid());
  ~TempFile() { std::filesystem::remove(path); }
};

/// The trial's run, at one of its steps replaced by the run that go_on_from(source, run) makes of it.
template <class From>
Outcome in_two_parts(const Trial& trial, const From& go_on_from) {
  const auto cut = static_cast<int64_t>(trial.seed % static_cast<uint64_t>(trial.steps + 1));
  return outcome_of(trial, one_thread, [&](Simulation<float>& run) {
    if (run.step_number() != cut) return;
    Simulation<float> next = go_on_from(trial.source, run);
    if (next.hash() != run.hash()) throw std::runtime_error("what was read is not what was written");
    run = std::move(next);
  });
}

Simulation<float> from_state_csv(const ScenarioSource& source, Simulation<float>& run) {
  if (run.count() == 0)
    return {run.run_state(), one_thread(), run.state()};  // a file without rows has no step
  const Scenario now = scenario_at(source, run.step_number()).scenario();
  return {source, one_thread(),
          parse_state_csv<float>(StateCsvWriter<float>::text(run.state()), "a state", now)};
}

Simulation<float> from_checkpoint(const ScenarioSource& source, Simulation<float>& run) {
  const TempFile file;
  write_checkpoint<float>(file.path, {{source.to_toml()}, run.run_state(), run.state(), run.hash()});
  Checkpoint<float> read = read_checkpoint<float>(file.path);
  return {std::move(read.run), one_thread(), read.state};
}

Outcome replay(const Trial& trial) {
  const TempFile file;
  {
    EventLogWriter writer(
        file.path, {.origin = {.scenario = trial.source.to_toml()}, .seed = trial.source.scenario().seed});
    // A fault ends the replay, too.
    outcome_of(trial, one_thread, [&](Simulation<float>& run) {
      run.on_event = [&](const Event& event) { writer.write(event); };
    });
  }
  EventLog log;
  LogPlayer player("a log", log);
  const auto make = [&] {
    log = read_event_log(file.path);
    int64_t boids = 0;
    return std::move(*simulation_of_log(
        "a log", log, [](int64_t, int) { return one_thread(); }, boids));
  };
  return outcome_of_run(trial.steps, make,
                        [&](Simulation<float>& run) { player.play_current_step_or_throw(run); });
}

}  // namespace

std::vector<Stepper> file_steppers() {
  return {
      {"a run from a state CSV", [](const Trial& trial) { return in_two_parts(trial, from_state_csv); }},
      {"a run from a checkpoint", [](const Trial& trial) { return in_two_parts(trial, from_checkpoint); }},
      {"a replay of the event log", replay}};
}

}  // namespace murmur

// Runs that go through files, for random flocks: see trial.h.
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/formats/checkpoint.h"
#include "sim/formats/event_log.h"
#include "sim/formats/state_csv.h"
#include "sim/run/event_effects.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"
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

/// Steps to `steps` and appends the hash after each.
void go_on(Simulation<float>& run, int64_t steps, Outcome& outcome) {
  while (run.step_number() < steps) {
    run.advance();
    outcome.hashes.push_back(run.hash());
  }
}

/// The trial's run to a step, and from there the run that go_on_from(source, run) makes of it.
template <class From>
Outcome in_two_parts(const Trial& trial, const From& go_on_from) {
  Outcome outcome;
  try {
    Simulation<float> run(trial.source, one_thread());
    outcome.hashes.push_back(run.hash());
    go_on(run, static_cast<int64_t>(trial.seed % static_cast<uint64_t>(trial.steps + 1)), outcome);
    Simulation<float> next = go_on_from(trial.source, run);
    if (next.hash() != run.hash()) outcome.hashes.back() = next.hash();
    go_on(next, trial.steps, outcome);
  } catch (const std::exception& error) {
    outcome.fault = error.what();
  }
  return outcome;
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
  write_checkpoint<float>(file.path, {source.to_toml(), run.run_state(), run.state(), run.hash()});
  Checkpoint<float> read = read_checkpoint<float>(file.path);
  return {std::move(read.run), one_thread(), read.state};
}

Outcome replay(const Trial& trial) {
  const TempFile file;
  try {
    EventLogWriter log(file.path, {.scenario = trial.source.to_toml(), .seed = trial.source.scenario().seed});
    Simulation<float> run(trial.source, one_thread());
    run.on_event = [&](const Event& event) { log.write(event); };
    while (run.step_number() < trial.steps) run.advance();
  } catch (const RunError&) {  // the replay comes to the same end
  }
  Outcome outcome;
  try {
    const EventLog log = read_event_log(file.path);
    Simulation<float> run(ScenarioSource::from_text(log.header.scenario, "a log"), one_thread());
    run.forget_schedule();
    outcome.hashes.push_back(run.hash());
    for (size_t next = 0; run.step_number() < trial.steps;) {
      for (; next < log.records.size(); ++next) {
        const Event& event = std::get<Event>(log.records[next]);
        if (event.step > run.step_number()) break;
        run.post(event);
      }
      run.advance();
      outcome.hashes.push_back(run.hash());
    }
  } catch (const std::exception& error) {
    outcome.fault = error.what();
  }
  return outcome;
}

}  // namespace

std::vector<Stepper> file_steppers() {
  return {
      {"a run from a state CSV", [](const Trial& trial) { return in_two_parts(trial, from_state_csv); }},
      {"a run from a checkpoint", [](const Trial& trial) { return in_two_parts(trial, from_checkpoint); }},
      {"a replay of the event log", replay}};
}

}  // namespace murmur

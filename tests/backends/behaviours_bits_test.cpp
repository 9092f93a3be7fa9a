// The same bits from the reference and from cpu for every behaviour alone and all together; and a run that
// was saved, as state CSV or event log, goes on as one that never stopped.
#include <gtest/gtest.h>

#include <filesystem>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/formats/event_log.h"
#include "sim/formats/state_csv.h"
#include "sim/machine/registry.h"
#include "sim/run/event_effects.h"
#include "support/behaviour_cases.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

constexpr int64_t kSteps = 300;

std::unique_ptr<Backend<float>> cpu(int threads, Simd simd = Simd::kAuto) {
  return make_cpu({threads, simd, 0});
}

class Behaviours : public testing::TestWithParam<int> {};

TEST_P(Behaviours, BackendsAgree) {
  for (const BehaviourCase& behaviour : behaviour_cases(GetParam())) {
    std::vector<std::unique_ptr<Backend<float>>> backends;
    for (const BackendKind& kind : murmur::backends()) {
      if (kind.why_not().empty()) backends.push_back(kind.make({}));
    }
    int threads = 0;
    for (const Simd simd : available_simds()) backends.push_back(cpu(++threads, simd));
    expect_lockstep(source_of(behaviour, GetParam(), 150), std::move(backends), kSteps);
    if (HasFatalFailure()) FAIL() << behaviour.name;
  }
}

// Enough boids for every phase to be shared among threads.
TEST_P(Behaviours, ThreadsDoNotShow) {
  const BehaviourCase all = behaviour_cases(GetParam()).back();
  std::vector<std::unique_ptr<Backend<float>>> backends;
  for (const int threads : {1, 2, 3, 8}) backends.push_back(cpu(threads));
  expect_lockstep(source_of(all, GetParam(), 5000), std::move(backends), 40, busy_user);
}

// Each behaviour does something: without it the flock ends elsewhere.
TEST_P(Behaviours, EveryOneShows) {
  const auto end = [&](const BehaviourCase& behaviour) {
    return state_hash(settled(source_of(behaviour, GetParam(), 150), kSteps));
  };
  const uint64_t bare = end({"none", "", "", ""});
  for (const BehaviourCase& behaviour : behaviour_cases(GetParam()))
    EXPECT_NE(end(behaviour), bare) << behaviour.name;
}

// Cut in the middle of a startle, a gust, rests and flights to a place.
TEST_P(Behaviours, ContinueFromAStateFile) {
  for (const BehaviourCase& behaviour : behaviour_cases(GetParam())) {
    const ScenarioSource source = source_of(behaviour, GetParam(), 150);
    Simulation<float> run(source, cpu(1));
    std::vector<State<float>> states;
    std::vector<uint64_t> whole{run.hash()};
    while (run.step_number() < kSteps) {
      if (run.step_number() == 80 || run.step_number() == 130) states.push_back(run.state());
      run.advance();
      whole.push_back(run.hash());
    }
    for (const State<float>& state : states) {
      const std::string path =
          fmt::format("{}murmur_{}_{}.csv", testing::TempDir(), getpid(), behaviour.name);
      StateCsvWriter<float> writer(path);
      writer.write(state);
      writer.finish();
      Simulation<float> on(source, cpu(1),
                           read_state_csv<float>(path, scenario_at(source, state.step).scenario()));
      std::filesystem::remove(path);
      for (;; on.advance()) {
        ASSERT_EQ(on.hash(), whole[static_cast<size_t>(on.step_number())])
            << behaviour.name << " cut at " << state.step << ", step " << on.step_number();
        if (on.step_number() == kSteps) break;
      }
    }
  }
}

TEST_P(Behaviours, ReplayFromAnEventLog) {
  const ScenarioSource source = source_of(behaviour_cases(GetParam()).back(), GetParam(), 150);
  const std::string path = fmt::format("{}murmur_{}_{}d.jsonl", testing::TempDir(), getpid(), GetParam());
  Simulation<float> run(source, cpu(1));
  {
    EventLogWriter log(
        path, {.origin = {.scenario = source.to_toml()}, .seed = source.scenario().seed, .build = "test"});
    run.on_event = [&](const Event& event) { log.write(event); };
    while (run.step_number() < kSteps) {
      log.write(HashRecord{run.step_number(), run.hash()});
      busy_user(run.step_number() + 1, run);
      run.advance();
    }
  }
  const EventLog log = read_event_log(path);
  std::filesystem::remove(path);
  Simulation<float> again(ScenarioSource::from_text(log.header.origin.scenario, "log"),
                          make_reference_float());
  again.forget_schedule();
  int64_t checked = 0;
  for (const auto& record : log.records) {
    if (const auto* event = std::get_if<Event>(&record)) {
      while (again.step_number() < event->step) again.advance();
      again.post(*event);
    } else {
      const auto& hash = std::get<HashRecord>(record);
      while (again.step_number() < hash.step) again.advance();
      ASSERT_EQ(hash.hash, again.hash()) << "after step " << hash.step;
      ++checked;
    }
  }
  EXPECT_EQ(checked, kSteps);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, Behaviours, testing::Values(2, 3),
                         [](const auto& test) { return fmt::format("{}D", test.param); });

}  // namespace
}  // namespace murmur

// Event logs that were recorded once on x86-64 (tests/formats/recorded) play again with the same hashes on this processor,
// with each of its instruction sets. They change only when the model does; recorded/README.md says how they are made.
#include <filesystem>

#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/formats/event_log.h"
#include "sim/run/simulation.h"

namespace murmur {
namespace {

void expect_replay(const EventLog& log, std::unique_ptr<Backend<float>> backend) {
  SCOPED_TRACE(backend->description());
  Simulation<float> run(ScenarioSource::from_text(log.header.scenario, "log"), std::move(backend));
  run.forget_schedule();
  int hashes = 0, events = 0;
  for (const auto& record : log.records) {
    if (const auto* event = std::get_if<Event>(&record)) {
      while (run.step_number() < event->step) run.advance();
      run.post(*event);
      ++events;
    } else {
      const auto& hash = std::get<HashRecord>(record);
      while (run.step_number() < hash.step) run.advance();
      run.apply_events();
      ASSERT_EQ(hash.hash, run.hash()) << "after step " << hash.step;
      ++hashes;
    }
  }
  EXPECT_GE(hashes, 3);
  EXPECT_GE(events, 8);
}

TEST(LogReplay, OfX86HasTheSameHashesHere) {
  int logs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(MURMUR_TEST_DATA "/formats/recorded")) {
    if (entry.path().extension() != ".jsonl") continue;
    SCOPED_TRACE(entry.path().string());
    const EventLog log = read_event_log(entry.path().string());
    EXPECT_FALSE(log.cut);
    expect_replay(log, make_reference_float());
    for (const Simd simd : available_simds()) expect_replay(log, make_cpu({.threads = 2, .simd = simd}));
    ++logs;
  }
  EXPECT_EQ(logs, 2);
}

}  // namespace
}  // namespace murmur

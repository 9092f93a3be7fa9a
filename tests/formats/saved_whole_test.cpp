// What comes back from a file is the whole scenario: each key and table of each preset, removed at the start or during
// the run, by every way to save. The same keys, and the same hash after more steps.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/formats/checkpoint.h"
#include "sim/formats/log_player.h"
#include "sim/formats/state_csv.h"
#include "sim/machine/registry.h"
#include "sim/run/simulation.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/presets.h"
#include "sim/util/errors.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

constexpr int kBefore = 4, kAfter = 40;  // steps: before it is saved, and then
constexpr int64_t kBoids = 8;

std::unique_ptr<Backend<float>> reference() { return find_backend("reference")->make({}); }

ScenarioSource preset(const std::string& name, std::vector<std::pair<std::string, std::string>> set = {}) {
  ScenarioOverrides overrides;
  overrides.boids = kBoids;
  overrides.set = std::move(set);
  return ScenarioSource::from_preset(name, overrides);
}

/// Every key of the preset and every table that holds some, "rules", "noise", "obstacle[0]" and "obstacle" among them.
std::set<std::string> keys_of(const Scenario& scenario) {
  std::set<std::string> keys;
  for (const auto& [key, value] : key_values(scenario)) {
    if (key == "preset" || key == "boids") continue;
    keys.insert(key);
    for (size_t end = key.find_first_of(".["); end != std::string::npos;
         end = key.find_first_of(".[", end + 1))
      keys.insert(key.substr(0, end));
  }
  return keys;
}

uint64_t hash_after(Simulation<float>& simulation, int steps) {
  for (int k = 0; k < steps; ++k) simulation.advance();
  return simulation.hash();
}

/// Every way to save a run that has taken its first steps, and what comes back.
std::vector<std::pair<std::string, std::unique_ptr<Simulation<float>>>> ways(
    const ScenarioSource& first, Simulation<float>& run, const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::unique_ptr<Simulation<float>>>> back;
  const std::string checkpoint = folder / "c", log = folder / "l";
  write_checkpoint<float>(checkpoint, {{first.to_toml()}, run.run_state(), run.state(), run.hash()});
  Checkpoint<float> read = read_checkpoint<float>(checkpoint);
  {
    LogHeader header{.origin = read.origin, .seed = 1, .build = "test"};
    header.initial = StateCsvWriter<float>::text(read.state);
    header.resume = log_resume(read.run, read.state.step);
    EventLogWriter writer(log, header);
  }
  int64_t boids = 0;
  back.emplace_back("log", simulation_of_log(
                               log, read_event_log(log), [](int64_t, int) { return reference(); }, boids));
  back.emplace_back("checkpoint",
                    std::make_unique<Simulation<float>>(std::move(read.run), reference(), read.state));
  return back;
}

class SavedWhole : public TempFolderTest, public testing::WithParamInterface<std::string> {};

TEST_P(SavedWhole, EachKeyThatIsRemoved) {
  int removed = 0;
  for (const std::string& key : keys_of(preset(GetParam()).scenario())) {
    SCOPED_TRACE("--set " + key + "=");
    std::unique_ptr<ScenarioSource> source;
    try {
      source = std::make_unique<ScenarioSource>(preset(GetParam(), {{key, ""}}));
    } catch (const UserError&) {
      continue;  // the scenario needs it
    }
    ++removed;
    const ScenarioSource again = ScenarioSource::from_text(source->to_toml(), "again.toml");
    ASSERT_EQ(key_values(again.scenario()), key_values(source->scenario()));
    Simulation<float> run(*source, reference()), other(again, reference());
    hash_after(run, kBefore);
    auto back = ways(*source, run, folder_);
    const uint64_t wanted = hash_after(run, kAfter);
    ASSERT_EQ(hash_after(other, kBefore + kAfter), wanted) << "text";
    for (auto& [way, simulation] : back) ASSERT_EQ(hash_after(*simulation, kAfter), wanted) << way;
  }
  EXPECT_GT(removed, 10);
}

TEST_P(SavedWhole, EachKeyThatIsRemovedDuringTheRun) {
  const ScenarioSource source = preset(GetParam());
  for (const std::string& key : keys_of(source.scenario())) {
    SCOPED_TRACE("set " + key + " = \"\"");
    Simulation<float> run(source, reference());
    try {
      run.post({.kind = EventKind::kSet, .key = key});
    } catch (const UserError&) {
      continue;
    }
    hash_after(run, kBefore);
    run.post({.kind = EventKind::kStartle, .steps = 20});
    run.post({.kind = EventKind::kGust, .strength = 0.1, .steps = 30});
    run.apply_events();
    auto back = ways(source, run, folder_);
    const auto keys = key_values(run.scenario());
    const uint64_t wanted = hash_after(run, kAfter);
    for (auto& [way, simulation] : back) {
      ASSERT_EQ(key_values(simulation->scenario()), keys) << way;
      ASSERT_EQ(hash_after(*simulation, kAfter), wanted) << way;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, SavedWhole, testing::ValuesIn(preset_names()), [](const auto& one) {
  std::string name = one.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

/// Behaviours that no preset has, laid over one and taken away again by a scenario on top of it.
TEST(AbsentTables, EachIsMarkedAbsentOverAPresetThatHasIt) {
  const ScenarioSource vicsek = preset("vicsek", {{"noise", ""}});
  EXPECT_NE(vicsek.to_toml().find("\nnoise = \"\"\n"), std::string::npos);
  EXPECT_FALSE(ScenarioSource::from_text(vicsek.to_toml(), "again").scenario().noise);
  // Without the preset below it, "" is no table either.
  EXPECT_FALSE(ScenarioSource::from_text("preset = \"book\"\nwind = \"\"", "text").scenario().wind);
  EXPECT_THROW(ScenarioSource::from_text("preset = \"book\"\nwind = \"none\"", "text"), UserError);
}

}  // namespace
}  // namespace murmur

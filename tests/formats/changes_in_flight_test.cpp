// A change in flight changes nothing that it does not name: species and predators keep their boids and numbers, time is a sum, and files
// keep the meaning of their names.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/formats/trajectory_formats.h"
#include "sim/run/simulation.h"
#include "sim/scenario/custom_rules.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/source.h"
#include "sim/scenario/species.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/random_scenario.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ScenarioSource source(const std::string& toml) { return ScenarioSource::from_text(toml, "f.toml"); }

Simulation<float> run_of(const std::string& toml) { return {source(toml), make_cpu({1, Simd::kAuto, 0})}; }

void advance_to(Simulation<float>& run, int64_t step) {
  while (run.step_number() < step) run.advance();
  run.apply_events();
}

/// How many boids each species has, by name.
std::map<std::string, int> counts(const Simulation<float>& run) {
  std::map<std::string, int> boids;
  const State<float> state = run.state();
  for (const uint32_t index : state.columns.species) ++boids[run.scenario().species.at(index).name];
  return boids;
}

const std::string kThree = R"toml(preset = "murmuration"
boids = 60
species = [{ name = "a", count = 10 }, { name = "b", count = 20, max_speed = 2.0 }, { name = "c", count = 30, max_speed = 6.0, min_speed = 5.0 }]
[pairs]
cohesion = [[0.0, 0.1, 0.2], [1.0, 1.1, 1.2], [2.0, 2.1, 2.2]]
[[rule]]
let.k = [0.5, 0.6, 0.7]
add = "v * (k[species] * 0)"
)toml";

std::string with_event(const std::string& toml, int64_t step, const std::string& key,
                       const std::string& value) {
  return fmt::format("{}[[event]]\nstep = {}\nkind = \"set\"\nkey = \"{}\"\nvalue = {}\n", toml, step, key,
                     value);
}

TEST(SpeciesInFlight, KeepTheirBoidsWhereOneIsRemoved) {
  Simulation<float> run = run_of(with_event(kThree, 3, "species[1]", "\"\""));
  advance_to(run, 3);
  EXPECT_EQ(counts(run),
            (std::map<std::string, int>{{"a", 30}, {"c", 30}}));  // b's boids become the first species
  EXPECT_EQ(run.scenario().pairs->cohesion, (Scenario::Pairs::Matrix{{0.0, 0.2}, {2.0, 2.2}}));
  EXPECT_EQ(run.scenario().custom_rules[0].lets[0].value, (Scenario::Pairs::Matrix{{0.5, 0.7}}));
  advance_to(run, 6);
  const State<float> state = run.state();
  for (size_t i = 30; i < 60; ++i)
    EXPECT_GE(std::hypot(state.velocity[2 * i], state.velocity[2 * i + 1]), 4.99f) << i;
}

TEST(SpeciesInFlight, KeepTheirBoidsInAnotherOrder) {
  const std::string other =
      "[{ name = \"c\", max_speed = 6.0, min_speed = 5.0 }, { name = \"a\" }, { name = \"b\", max_speed = "
      "2.0 }]";
  Simulation<float> run = run_of(with_event(kThree, 3, "species", other));
  const auto before = counts(run);
  advance_to(run, 3);
  EXPECT_EQ(counts(run), before);
  EXPECT_EQ(run.scenario().pairs->cohesion,
            (Scenario::Pairs::Matrix{{2.2, 2.0, 2.1}, {0.2, 0.0, 0.1}, {1.2, 1.0, 1.1}}));
  EXPECT_EQ(run.scenario().custom_rules[0].lets[0].value, (Scenario::Pairs::Matrix{{0.7, 0.5, 0.6}}));
}

TEST(SpeciesInFlight, KeepTheirBoidsWhereOneGetsAnotherName) {
  Simulation<float> run = run_of(with_event(kThree, 3, "species[1].name", "\"prey\""));
  advance_to(run, 3);
  EXPECT_EQ(counts(run), (std::map<std::string, int>{{"a", 10}, {"prey", 20}, {"c", 30}}));
  EXPECT_EQ(run.scenario().pairs->cohesion[1], (std::vector<double>{1.0, 1.1, 1.2}));
}

TEST(SpeciesInFlight, ChangeTheNameWhereOthersUseIt) {
  Scenario scenario =
      source(
          "preset = \"murmuration\"\nspecies = [{ name = \"hawk\" }, { name = \"dove\", catch_radius = 1.0, "
          "caught_by = \"hawk\", becomes = \"hawk\" }]\n")
          .scenario();
  set_key(scenario, "species[0].name", "kite");
  EXPECT_EQ(scenario.species[1].caught_by, "kite");
  EXPECT_EQ(scenario.species[1].becomes, "kite");
}

TEST(OneSpecies, IsOne) {
  const std::string book = "preset = \"book\"\nboids = 200\nseed = 3\n";
  Simulation<float> slow = run_of(book + "[[species]]\nname = \"a\"\nmax_speed = 0.5\n");
  Simulation<float> rules = run_of(book + "rules.max_speed = 0.5\n");
  advance_to(slow, 3), advance_to(rules, 3);
  EXPECT_EQ(slow.state().velocity, rules.state().velocity);
  EXPECT_EQ(slow.state().position, rules.state().position);
  EXPECT_EQ(slow.state().columns.species, std::vector<uint32_t>(200, 0));
  Simulation<float> from_three =
      run_of(with_event(with_event(kThree, 3, "species[0]", "\"\""), 4, "species[0]",
                        "\"\""));  // only c is left, which flies at 5 to 6
  advance_to(from_three, 7);
  const State<float> state = from_three.state();
  for (size_t i = 0; i < 60; ++i)
    EXPECT_GE(std::hypot(state.velocity[2 * i], state.velocity[2 * i + 1]), 4.99f) << i;
}

TEST(Predators, KeepTheirPlaceWhereOneIsRemoved) {
  Simulation<float> run = run_of(with_event(R"(preset = "book"
boids = 20
[[predator]]
at = [100.0, 100.0]
max_speed = 0.001
[[predator]]
at = [500.0, 400.0]
max_speed = 0.002
)",
                                            3, "predator[0]", "\"\""));
  advance_to(run, 4);
  const State<float> state = run.state();
  ASSERT_EQ(state.predator_count(), 1);
  EXPECT_NEAR(state.predator_position[0], 500.0f, 0.1f);
  EXPECT_NEAR(state.predator_position[1], 400.0f, 0.1f);
}

TEST(Time, IsASum) {
  const std::string toml = with_event(
      "preset = \"book\"\nboids = 5\n[[rule]]\nstate.t = { start = 0.0, next = \"time\" }\nadd = \"v * 0\"\n",
      8, "rules.time_step", "0.25");
  Simulation<float> run = run_of(toml);
  std::vector<double> times, kept;
  for (int64_t step = 0; step <= 16; step += 4) {
    advance_to(run, step);
    times.push_back(run.scenario().time_at(step));
    kept.push_back(run.state().columns.custom_states[0][0]);
  }
  EXPECT_THAT(times, ElementsAre(0.0, 4.0, 8.0, 9.0, 10.0));
  EXPECT_THAT(kept, ElementsAre(0.0, 3.0, 7.0, 8.75, 9.75));    // time before the last step
  const ScenarioSource again = source(run.source().to_toml());  // as a checkpoint keeps it
  EXPECT_EQ(again.scenario().time_at(20), 11.0);
  EXPECT_EQ(source("preset = \"book\"\n").scenario().time_at(7), 7.0);
}

TEST(Time, GoesOnWhereAPresetHasAnotherTimeStep) {
  Simulation<float> run = run_of("preset = \"cis565\"\nboids = 5\n");
  advance_to(run, 10);
  const double before = run.scenario().time_at(10);
  run.post({.kind = EventKind::kPreset, .preset = "book"});
  advance_to(run, 11);
  EXPECT_DOUBLE_EQ(run.scenario().time_at(10), before);
  EXPECT_DOUBLE_EQ(run.scenario().time_at(12), before + 2.0 * run.scenario().rules.time_step);
}

TEST(Time, IsSetByNoEvent) {
  Simulation<float> run = run_of("preset = \"book\"\nboids = 5\n");
  EXPECT_THROW(run.post({.kind = EventKind::kSet, .key = "clock.time", .value = 3.0}), UserError);
}

/// A dataset of one number for each boid and frame, with an attribute of texts.
struct H5Column {
  std::vector<float> first_boid;
  std::string names;
};
H5Column column_of(const std::string& path, const std::string& group, const char* attribute) {
  H5Column column;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, (group + "/value").c_str(), H5P_DEFAULT),
              space = H5Dget_space(dataset);
  hsize_t shape[2] = {0, 0};
  H5Sget_simple_extent_dims(space, shape, nullptr);
  std::vector<float> all(shape[0] * shape[1]);
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()), 0);
  for (hsize_t row = 0; row < shape[0]; ++row) column.first_boid.push_back(all[row * shape[1]]);
  const hid_t object = H5Gopen2(file, group.c_str(), H5P_DEFAULT),
              text = H5Aopen(object, attribute, H5P_DEFAULT);
  EXPECT_GE(text, 0) << group;
  const hid_t type = H5Aget_type(text), texts = H5Aget_space(text);
  std::string bytes(H5Tget_size(type) * static_cast<size_t>(H5Sget_simple_extent_npoints(texts)), '\0');
  H5Aread(text, type, bytes.data());
  for (size_t at = 0; at < bytes.size(); at += H5Tget_size(type))
    column.names += (at ? "," : "") + std::string(bytes.substr(at, H5Tget_size(type)).c_str());
  for (const hid_t id : {texts, space}) H5Sclose(id);
  H5Tclose(type), H5Aclose(text), H5Gclose(object), H5Dclose(dataset), H5Fclose(file);
  return column;
}

class FilesInFlight : public TempFolderTest {
 protected:
  std::string record(const std::string& toml, const std::string& name, int64_t every, int64_t last) {
    const std::string path = (folder_ / name).string();
    const auto file = open_trajectory<float>(path, toml);
    Simulation<float> run = run_of(toml);
    for (int64_t step = 0; step <= last; step += every) {
      advance_to(run, step);
      file->write(make_frame(std::make_shared<const State<float>>(run.state()), run.scenario()));
    }
    file->flush();
    return path;
  }
};

const std::string kKeepsB = R"(preset = "book"
boids = 5
[[rule]]
state.b = { start = 5.0, next = "b + 1" }
add = "v * 0"
)";

TEST_F(FilesInFlight, KeepNumbersOfRulesUnderTheirNames) {
  const std::string toml = with_event(kKeepsB, 4, "rule[0].state.a", "{ start = 100.0, next = \"a + 2\" }");
  const std::string path = record(toml, "t.h5", 2, 8);
  const H5Column b = column_of(path, "/particles/boids/state0", "name");
  const H5Column a = column_of(path, "/particles/boids/state1", "name");
  EXPECT_EQ(b.names, "b");
  EXPECT_THAT(b.first_boid, ElementsAre(5.0f, 7.0f, 9.0f, 11.0f, 13.0f));
  EXPECT_EQ(a.names, "a");
  ASSERT_EQ(a.first_boid.size(), 5u);
  EXPECT_TRUE(std::isnan(a.first_boid[0]) && std::isnan(a.first_boid[1]));
  EXPECT_THAT(std::vector<float>(a.first_boid.begin() + 2, a.first_boid.end()),
              ElementsAre(100.0f, 104.0f, 108.0f));
  const std::string xyz = read_text_file(record(toml, "t.xyz", 4, 8));
  EXPECT_THAT(xyz, HasSubstr(":state_b:R:1"));
  EXPECT_THAT(xyz, HasSubstr(":state_a:R:1:state_b:R:1"));
}

TEST_F(FilesInFlight, LeaveGapsWhereANumberOfRulesIsNotKept) {
  std::string toml = with_event(kKeepsB, 2, "rule[0]", "\"\"");
  toml = with_event(toml, 6, "rule", "[{ state = { c = 1.0, b = 3.0 }, add = \"v * 0\" }]");
  const std::string path = record(toml, "gap.h5", 2, 8);
  const H5Column b = column_of(path, "/particles/boids/state0", "name");
  EXPECT_EQ(b.names, "b");
  EXPECT_EQ(b.first_boid[0], 5.0f);
  EXPECT_TRUE(std::isnan(b.first_boid[1]) && std::isnan(b.first_boid[2]));
  EXPECT_EQ(b.first_boid[3], 3.0f);
  EXPECT_EQ(column_of(path, "/particles/boids/state1", "name").names, "c");
}

TEST_F(FilesInFlight, KeepTheIndicesOfSpecies) {
  std::string toml = with_event(kThree, 2, "species[0]", "\"\"");           // a goes: its boids become b
  toml = with_event(toml, 4, "species[0].name", "\"bee\"");                 // b gets another name
  toml = with_event(toml, 6, "species[2]", "{ name = \"a\", count = 0 }");  // another a
  const H5Column species = column_of(record(toml, "s.h5", 2, 8), "/particles/boids/species", "names");
  EXPECT_EQ(species.names, "a,b,c,bee");
  EXPECT_THAT(species.first_boid, ElementsAre(0.0f, 1.0f, 3.0f, 3.0f, 3.0f));
}

TEST_F(FilesInFlight, TakeColumnsThatBeginLater) {
  const std::string toml = with_event("preset = \"book\"\nboids = 5\n", 4, "species",
                                      "[{ name = \"a\" }, { name = \"b\", count = 2 }]");
  const H5Column species = column_of(record(toml, "later.h5", 2, 8), "/particles/boids/species", "names");
  EXPECT_EQ(species.names, "a,b");
  ASSERT_EQ(species.first_boid.size(), 5u);
  EXPECT_EQ(species.first_boid[1], 4294967295.0f) << "no species";
  EXPECT_LE(species.first_boid[2], 1.0f);
}

/// Tables whose keys a change of a key may change, too, because they are what it is about.
bool may_change(const std::string& set, const std::string& other) {
  const std::map<std::string, std::set<std::string>> together{
      {"species", {"species", "pairs", "rule", "view"}},
      {"goal", {"goal"}},
      {"terrain", {"terrain"}},
      {"wall", {"wall"}},
      {"world", {"world"}},
      {"start", {"start"}},
      {"rules", {"rules", "world"}}};
  const std::string table = set.substr(0, set.find_first_of(".[")),
                    its = other.substr(0, other.find_first_of(".["));
  const bool within = other.starts_with(set);
  if (within || its == "clock") return within || set == "rules.time_step" || set == "rules";
  // An array of tables is followed by index, and a whole table by its keys.
  if (table == its && (set == table || set.find('[') != std::string::npos)) return true;
  if (table == "species") return together.at(table).contains(its);
  if (set == "world.neighbours" || set == "world.size") return other == "world.size";
  if (set == "start.positions") return other == "start.at" || other == "start.size";
  if (table == "goal" || table == "terrain" || table == "wall") return table == its;
  return false;
}

TEST(AnyChange, LeavesEveryOtherKeyAsItIs) {
  int made = 0;
  unsigned long long first = 0, last = 99;
  const char* const given = std::getenv("MURMUR_CHANGE_SEEDS");  // "FIRST-LAST"
  if (given) {
    ASSERT_EQ(std::sscanf(given, "%llu-%llu", &first, &last), 2) << given;
  }
  for (uint64_t seed = first; seed <= last; ++seed) {
    RandomChoice draw(seed);
    Scenario scenario = random_scenario(draw, 50, 5).scenario();
    for (int k = 0; k < 20; ++k) {
      const Event event = random_event(draw, scenario, 5);
      if (event.kind != EventKind::kSet) continue;
      const KeyValues before = key_values(scenario);
      try {
        set_key(scenario, event.key, event.value);
      } catch (const UserError&) {
        EXPECT_EQ(key_values(scenario), before) << seed << " " << event.key;
        continue;
      }
      ++made;
      KeyValues after = key_values(scenario);
      for (const auto& [key, value] : before) {
        EXPECT_TRUE(after[key] == value || may_change(event.key, key))
            << "seed " << seed << ": " << event.key << " changed " << key;
        after.erase(key);
      }
      // A first key of a table that was not there makes the whole table.
      const std::string table = event.key.substr(0, event.key.rfind('.') + 1);
      for (const auto& [key, value] : after)
        EXPECT_TRUE(may_change(event.key, key) || (!table.empty() && key.starts_with(table)))
            << seed << ": " << event.key << " made " << key;
    }
  }
  EXPECT_GT(made, 100);
}

}  // namespace
}  // namespace murmur

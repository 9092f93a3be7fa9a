// A flock of the C interface has the bits, columns, events and texts of a run.
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/formats/event_log.h"
#include "sim/machine/registry.h"
#include "sim/measure/metrics.h"
#include "sim/run/simulation.h"
#include "support/library_flock.h"

namespace murmur {
namespace {

using testing::HasSubstr;

Simulation<float> simulation_of(const char* toml) {
  return {ScenarioSource::from_text(toml, "the scenario"), make_backend("reference", {})};
}

TEST_F(LibraryTest, HashesAreThoseOfARun) {
  for (const char* toml : kFlocks) {
    murmur_flock* const one = made(toml);
    Simulation<float> simulation = simulation_of(toml);
    for (int step = 0; step < 30; ++step) simulation.advance();
    double value = 0, world[3];
    EXPECT_EQ(murmur_metric(one, "polarisation", &value), MURMUR_DONE);  // of the start
    EXPECT_EQ(murmur_step(one, 30), MURMUR_DONE);
    EXPECT_EQ(hash_of(one), simulation.hash()) << toml;
    EXPECT_EQ(murmur_step_number(one), 30);
    EXPECT_EQ(murmur_count(one), simulation.count());
    EXPECT_EQ(murmur_dimensions(one), simulation.scenario().dimensions());
    const double polarisation = [&] {
      ThreadPool pool(1);
      return measure(simulation.state(), simulation.scenario(), pool).polarisation;
    }();
    EXPECT_EQ(murmur_metric(one, "polarisation", &value), MURMUR_DONE);
    EXPECT_TRUE(value == polarisation || (std::isnan(value) && std::isnan(polarisation))) << value;
    EXPECT_EQ(murmur_world(one, world), MURMUR_DONE);
    EXPECT_EQ(world[1], simulation.scenario().world.size[1]);
    EXPECT_EQ(world[2] > 0, murmur_dimensions(one) == 3);
    murmur_free(one);
  }
}

/// Column `name` of each boid by view, put in the order of ids, is that of the copy.
template <class Number>
void compare_columns(murmur_flock* flock, const char* name, int32_t type) {
  SCOPED_TRACE(name);
  murmur_column ids, column, again;
  ASSERT_EQ(murmur_view(flock, "id", &ids), MURMUR_DONE) << murmur_error();
  ASSERT_EQ(murmur_view(flock, name, &column), MURMUR_DONE) << murmur_error();
  ASSERT_EQ(murmur_view(flock, name, &again), MURMUR_DONE);
  EXPECT_EQ(column.data, again.data);  // where the flock has it
  EXPECT_EQ(column.type, type);
  EXPECT_EQ(column.device, -1);
  ASSERT_EQ(column.count, murmur_count(flock));
  const auto width = static_cast<size_t>(column.width);
  std::vector<Number> copy(static_cast<size_t>(column.count) * width);
  ASSERT_EQ(murmur_copy(flock, name, copy.data(), copy.size() * sizeof(Number)), MURMUR_DONE)
      << murmur_error();
  for (int64_t i = 0; i < column.count; ++i) {
    const uint32_t id = static_cast<const uint32_t*>(ids.data)[i];
    const auto* const row =
        reinterpret_cast<const Number*>(static_cast<const char*>(column.data) + i * column.stride);
    for (size_t k = 0; k < width; ++k) ASSERT_EQ(row[k], copy[id * width + k]) << "id " << id;
  }
}

TEST_F(LibraryTest, ColumnsAreThoseOfTheState) {
  for (const char* toml : kFlocks) {
    murmur_flock* const one = made(toml);
    for (const int64_t steps : {0, 1, 5}) {
      ASSERT_EQ(murmur_step(one, steps), MURMUR_DONE);
      for (const char* name : {"position", "velocity"}) compare_columns<float>(one, name, MURMUR_FLOAT32);
    }
    murmur_free(one);
  }
  murmur_flock* const inert = made(kFlocks[2]);
  murmur_step(inert, 3);
  compare_columns<float>(inert, "alignment", MURMUR_FLOAT32);
  murmur_free(inert);
  murmur_flock* const mixed = made(kFlocks[3]);
  murmur_step(mixed, 3);
  for (const char* name : {"species", "target"}) compare_columns<uint32_t>(mixed, name, MURMUR_UINT32);
  murmur_free(mixed);
}

TEST_F(LibraryTest, PredatorsAreCopied) {
  murmur_flock* const hunted = made("preset = \"book\"\n[[predator]]\nmax_speed = 4.0");
  float at[2] = {-1, -1};
  EXPECT_EQ(murmur_copy(hunted, "predator_position", at, sizeof at), MURMUR_DONE) << murmur_error();
  EXPECT_GE(at[0], 0);
  EXPECT_EQ(murmur_copy(hunted, "predator_velocity", at, sizeof at), MURMUR_DONE);
  murmur_free(hunted);
}

TEST_F(LibraryTest, EventsAreThoseOfTheLog) {
  const std::string log = path("run.jsonl");
  murmur_options options = kTwoThreads;
  options.log = log.c_str();
  murmur_flock* const one = made(kFlocks[0], &options);
  for (const char* event :
       {R"({"kind":"scatter","at":[300,200],"strength":0.3,"radius":50})",
        R"({"kind":"set","key":"rules.radius","value":"60"})", R"({"kind":"add","at":[10,20],"count":5})",
        R"({"kind":"remove","count":3})", R"({"step":40,"kind":"startle","steps":7})"}) {
    ASSERT_EQ(murmur_event(one, event), MURMUR_DONE) << murmur_error();
    ASSERT_EQ(murmur_step(one, 10), MURMUR_DONE);
  }
  EXPECT_EQ(murmur_count(one), 102);
  const uint64_t hash = hash_of(one);
  murmur_free(one);
  // The same events in a simulation, and once more from the lines of the log, with their checksums.
  Simulation<float> simulation = simulation_of(kFlocks[0]);
  const EventLog read = read_event_log(log);
  EXPECT_THAT(read.header.build, HasSubstr(", C"));
  for (const auto& record : read.records) {
    if (const auto* const event = std::get_if<Event>(&record)) {
      while (simulation.step_number() < event->step) simulation.advance();
      simulation.post(*event);
    }
  }
  while (simulation.step_number() < 50) simulation.advance();
  EXPECT_EQ(simulation.hash(), hash);
  murmur_flock* const replayed = made(kFlocks[0]);
  std::ifstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("\"kind\"") == std::string::npos) continue;
    ASSERT_EQ(murmur_event(replayed, line.c_str()), MURMUR_DONE) << murmur_error();
    murmur_step(replayed, 10);
  }
  EXPECT_EQ(hash_of(replayed), hash);
  murmur_free(replayed);
}

TEST_F(LibraryTest, CheckpointsGoOn) {
  const std::string saved = path("saved");
  murmur_step(flock, 20);
  ASSERT_EQ(murmur_save(flock, saved.c_str()), MURMUR_DONE) << murmur_error();
  murmur_flock* loaded = nullptr;
  ASSERT_EQ(murmur_load(saved.c_str(), nullptr, &loaded), MURMUR_DONE) << murmur_error();
  murmur_step(flock, 20);
  murmur_step(loaded, 20);
  EXPECT_EQ(hash_of(loaded), hash_of(flock));
  murmur_free(loaded);
}

TEST_F(LibraryTest, TextsTellTheirSize) {
  for (const auto text_of : {murmur_scenario, murmur_backend}) {
    size_t needed = 0;
    ASSERT_EQ(text_of(flock, nullptr, 0, &needed), MURMUR_DONE);
    std::string text(needed, 'x');
    EXPECT_EQ(text_of(flock, text.data(), needed - 1, nullptr), MURMUR_WRONG);
    EXPECT_EQ(text, std::string(needed, 'x'));
    ASSERT_EQ(text_of(flock, text.data(), needed, nullptr), MURMUR_DONE);
    EXPECT_EQ(text.find('\0'), needed - 1);
  }
}

}  // namespace
}  // namespace murmur

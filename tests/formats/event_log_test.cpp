// Event logs: every event and hash comes back as it was; a cut log keeps what was whole; a changed one is
// refused.
#include "sim/formats/event_log.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/checksums.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

using ::testing::HasSubstr;

/// Each test is a process of its own, and several run at a time.
std::string temporary(const std::string& name) {
  return ::testing::TempDir() + "/murmur_event_log_" + std::to_string(getpid()) + "_" + name;
}

std::vector<Event> one_of_each_kind() {
  Event scatter{.step = 1, .kind = EventKind::kScatter, .at = {0.1, 1e-17}, .strength = -0.3};
  Event near = scatter;
  near.radius = 12.5;
  Event add{.step = 2, .kind = EventKind::kAdd, .at = {1.0, 2.0, 3.0}, .count = 1000000};
  Event thrown = add;
  thrown.velocity = {0.6, 0.8, 0.0};
  Event sheep = add;
  sheep.species = "sheep";
  Event convert{.step = 5, .kind = EventKind::kConvert, .at = {1.0, 2.0}, .to = "dog"};
  Event some = convert;
  some.radius = 12.5;
  some.from = "sheep";
  Event named{.step = 6, .kind = EventKind::kRestart, .by = "an\"na"};
  return {scatter,
          near,
          add,
          thrown,
          sheep,
          {.step = 3, .kind = EventKind::kStartle, .steps = 20},
          {.step = 3, .kind = EventKind::kRemove, .count = 5},
          {.step = 4, .kind = EventKind::kGust, .strength = 2.0, .steps = 30},
          {.step = 4, .kind = EventKind::kSet, .key = "rules.radius", .value = "\"quo\\ted\"\n"},
          {.step = 5, .kind = EventKind::kPreset, .preset = "book"},
          {.step = 5, .kind = EventKind::kRestart},
          convert,
          some,
          named};
}

std::string written(const std::string& name) {
  const std::string path = temporary(name);
  EventLogWriter writer(path, {.origin = {.scenario = "preset = \"book\"\n# \xC3\xA9"},
                               .seed = 18446744073709551615ull,
                               .build = "test",
                               .initial = "a\nb"});
  writer.write(HashRecord{0, 0x0123456789abcdefull});
  for (const Event& event : one_of_each_kind()) writer.write(event);
  writer.write(HashRecord{60, 0xffffffffffffffffull});
  return path;
}

std::string fault_of(const std::string& path) {
  try {
    read_event_log(path);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(EventLog, EverythingComesBack) {
  const EventLog log = read_event_log(written("whole.jsonl"));
  EXPECT_FALSE(log.cut);
  EXPECT_EQ(log.header.origin.scenario, "preset = \"book\"\n# \xC3\xA9");
  EXPECT_EQ(log.header.seed, 18446744073709551615ull);
  EXPECT_EQ(log.header.build, "test");
  EXPECT_EQ(log.header.initial, "a\nb");
  const std::vector<Event> events = one_of_each_kind();
  ASSERT_EQ(log.records.size(), events.size() + 2);
  EXPECT_EQ(std::get<HashRecord>(log.records.front()).hash, 0x0123456789abcdefull);
  EXPECT_EQ(std::get<HashRecord>(log.records.back()).step, 60);
  EXPECT_EQ(std::get<HashRecord>(log.records.back()).hash, 0xffffffffffffffffull);
  for (size_t k = 0; k < events.size(); ++k)
    EXPECT_EQ(std::get<Event>(log.records[k + 1]), events[k]) << event_to_json(events[k]);
}

TEST(EventLog, LinesAreOnDiskAsSoonAsTheyAreWritten) {
  const std::string path = temporary("flushed.jsonl");
  EventLogWriter writer(path, {.origin = {.scenario = "x"}});
  writer.write(HashRecord{5, 1});
  EXPECT_EQ(read_event_log(path).records.size(), 1u);
}

// A writer may be killed at any byte: what is whole before the cut must be read, and nothing else.
TEST(EventLog, ACutAnywhereKeepsTheWholeLines) {
  const std::string text = read_text_file(written("cut.jsonl"));
  const size_t header = text.find('\n');
  const std::string path = temporary("cut_here.jsonl");
  for (size_t size = 0; size < text.size(); ++size) {
    std::ofstream(path, std::ios::trunc) << text.substr(0, size);
    if (size < header) {
      EXPECT_THAT(fault_of(path), HasSubstr("holds no whole header")) << size;
      continue;
    }
    const EventLog log = read_event_log(path);
    const bool at_end = text[size] == '\n';  // the line is whole, only its end is missing
    const auto ends = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), '\n');
    EXPECT_EQ(static_cast<std::ptrdiff_t>(log.records.size()), ends + (at_end ? 1 : 0) - 1) << size;
    EXPECT_EQ(log.cut, !at_end && text[size - 1] != '\n') << size;
  }
}

TEST(EventLog, AChangedByteIsFound) {
  const std::string text = read_text_file(written("changed.jsonl"));
  const std::string path = temporary("changed_here.jsonl");
  const size_t last_line = text.rfind('\n', text.size() - 2);
  for (size_t k = 0; k < last_line; k += 7) {
    if (text[k] == '\n') continue;
    std::string other = text;
    other[k] = static_cast<char>(other[k] ^ 1);
    std::ofstream(path, std::ios::trunc) << other;
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(k), '\n');
    EXPECT_THAT(fault_of(path), HasSubstr(":" + std::to_string(line) + ": ")) << k;
  }
}

TEST(EventLog, StepsDoNotGoBack) {
  const std::string path = temporary("back.jsonl");
  {
    EventLogWriter writer(path, {.origin = {.scenario = "x"}});
    writer.write(HashRecord{60, 1});
    writer.write(Event{.step = 59, .kind = EventKind::kRestart});
  }
  EXPECT_THAT(fault_of(path), HasSubstr("back.jsonl:3: step 59 comes after step 60"));
}

TEST(EventLog, TheHeaderKeepsTheRunAndItsImage) {
  const std::string path = temporary("header.jsonl");
  EventLogWriter(path, {.origin = {"x", "r0123456789abcdef", "fedcba9876543210"}});
  const LogHeader header = read_event_log(path).header;
  EXPECT_EQ(header.origin.run, "r0123456789abcdef");
  EXPECT_EQ(header.origin.image_hash, "fedcba9876543210");
}

TEST(EventLog, WrongContentsWithARightChecksumAreRefused) {
  const std::string header = R"({"build":"","scenario":"x","seed":1,"version":1})";
  const std::pair<std::string, std::string> faults[] = {
      {R"({"build":"","scenario":"x","seed":1,"version":3})",
       "log version 3 is not known; this program reads 1 and 2"},
      {R"({"hash":"0123","step":1})", "hash '0123' is not 16 hex digits"},
      {R"({"hash":"00000000000000zz","step":1})", "is not 16 hex digits"},
      {R"({"hash":"zz00000000000000","step":1})", "is not 16 hex digits"},
      {R"({"kind":"dance","step":1})", "kind 'dance' is not known; allowed: scatter"},
      {R"({"kind":"restart","step":1,"more":2})", "more"},
      {R"({"kind":"startle","step":1})", "steps"}};
  const std::string path = temporary("sealed.jsonl");
  for (const auto& [line, said] : faults) {
    const bool is_header = line.find("version") != std::string::npos;
    std::ofstream(path, std::ios::trunc)
        << (is_header ? "" : line_with_checksum(header) + "\n") << line_with_checksum(line) << "\n";
    EXPECT_THAT(fault_of(path), HasSubstr(is_header ? ":1: " : ":2: ")) << line;
    EXPECT_THAT(fault_of(path), HasSubstr(said)) << line;
  }
}

// The window's log: in a file without a name until it is kept, and cut where time goes back.
TEST(EventLog, ALogWithoutANameIsReadAndCut) {
  EventLogWriter writer({.origin = {.scenario = "x"}});
  writer.write(HashRecord{5, 1});
  const int64_t size = writer.size();
  const std::string text = writer.text();
  EXPECT_EQ(static_cast<int64_t>(text.size()), size);
  writer.write(Event{.step = 6, .kind = EventKind::kRestart});
  EXPECT_GT(writer.size(), size);
  EXPECT_TRUE(writer.text().starts_with(text));
  writer.cut(size);
  EXPECT_EQ(writer.text(), text);
  EXPECT_THROW(writer.cut(-1), RunError);
}

TEST(EventLog, OtherFilesAreRefused) {
  const std::string path = temporary("other.jsonl");
  std::ofstream(path) << "step,id,x,y,vx,vy\n0,0,1,1,0,0\n";
  EXPECT_THAT(fault_of(path), HasSubstr("no event log"));
}

TEST(EventLog, FilesThatCannotBeOpenedAreRunErrors) {
  EXPECT_THROW(read_event_log(nowhere("log.jsonl")), RunError);
  EXPECT_THROW(EventLogWriter(nowhere("log.jsonl"), {}), RunError);
}

TEST(EventLog, ANamedLogIsReadAndCutToo) {
  const std::string path = temporary("named.jsonl");
  EventLogWriter writer(path, {.origin = {.scenario = "x"}});
  const int64_t size = writer.size();
  writer.write(HashRecord{5, 1});
  EXPECT_EQ(writer.text(), read_text_file(path));
  writer.cut(size);
  writer.write(HashRecord{4, 2});
  const EventLog log = read_event_log(path);
  ASSERT_EQ(log.records.size(), 1u);
  EXPECT_EQ(std::get<HashRecord>(log.records[0]).step, 4);
}

TEST(EventLog, ADeviceCannotBeCut) {
  EventLogWriter writer("/dev/null", {.origin = {.scenario = "x"}});
  try {
    writer.cut(0);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "/dev/null cannot be cut");
  }
}

TEST(EventLog, ALogWithoutANameNeedsAFile) {
#ifdef MURMUR_UNDEFINED_SANITIZER
  GTEST_SKIP() << "the sanitizer itself opens files";
#endif
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  std::string fault;
  try {
    EventLogWriter writer({.origin = {.scenario = "x"}});
  } catch (const RunError& error) {
    fault = error.what();
  }
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(fault, "cannot write a temporary file for the event log: Too many open files");
}

TEST(EventLog, ALogThatWasCutByOthersIsReported) {
  const int next = dup(0);  // the lowest free descriptor, which the log gets
  close(next);
  EventLogWriter writer({.origin = {.scenario = "x"}});
  ASSERT_EQ(ftruncate(next, 3), 0);
  try {
    writer.text();
    FAIL();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "the event log cannot be read");
  }
}

}  // namespace
}  // namespace murmur

// A changed event log is refused: a change of any byte is reported with its line,
// and a log cut off anywhere plays up to its last whole line.
#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "sim/backends/cpu/cpu.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "support/replay.h"

namespace murmur {
namespace {

class LogBytes : public testing::Test {
 protected:
  LogBytes() {
    ScenarioOverrides overrides;
    overrides.boids = 30;
    const ScenarioSource source = ScenarioSource::from_preset("book", overrides);
    {
      EventLogWriter writer(path, {.origin = {.scenario = source.to_toml()}, .seed = 1, .build = "test"});
      Simulation<float> simulation(source, make_cpu({}));
      simulation.on_event = [&](const Event& event) { writer.write(event); };
      for (int step = 0; step < 40; ++step) {
        if (step == 7) simulation.post({.kind = EventKind::kAdd, .at = {100, 200}, .count = 3});
        if (step == 21) simulation.post({.kind = EventKind::kSet, .key = "rules.radius", .value = "55.0"});
        simulation.advance();
        if (step % 10 == 9) writer.write(HashRecord{simulation.step_number(), simulation.hash()});
      }
    }
    text = read_text_file(path);
  }
  void write(const std::string& bytes) const { std::ofstream(changed, std::ios::binary) << bytes; }

  /// Plays the changed log. @returns how many hashes agree; throws what a replay throws.
  int64_t play(bool* cut = nullptr) const {
    Replay replay(changed);
    auto& [log, player, simulation] = replay;
    player.play_current_step_or_throw(*simulation);
    while (!player.finished()) {
      simulation->advance();
      player.play_current_step_or_throw(*simulation);
    }
    if (cut) *cut = log.cut;
    return player.hashes();
  }

  const std::string path = testing::TempDir() + std::to_string(getpid()) + "-log-bytes.jsonl";
  const std::string changed = testing::TempDir() + std::to_string(getpid()) + "-log-bytes-changed.jsonl";
  std::string text;
};

TEST_F(LogBytes, EveryChangedByteIsRefusedWithItsLine) {
  write(text);
  ASSERT_EQ(play(), 4);
  std::mt19937 random(20);
  for (size_t at = 0; at < text.size(); ++at) {
    // Every other byte at the places that have a meaning of their own, one elsewhere.
    std::vector<int> masks{static_cast<int>(1 + random() % 255)};
    if (text[at] == '\n') masks = {1, 2, 7, '\n' ^ ' ', '\n' ^ '\r', '\n' ^ '}', 128};
    masks.push_back(static_cast<unsigned char>(text[at]) ^ '\n');
    for (const int mask : masks) {
      if (mask == 0) continue;
      std::string bytes = text;
      bytes[at] = static_cast<char>(bytes[at] ^ mask);
      write(bytes);
      const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
      try {
        play();
        FAIL() << "byte " << at << " of line " << line << " changed by " << mask << " unseen";
      } catch (const UserError& error) {
        EXPECT_NE(std::string(error.what()).find(":" + std::to_string(line) + ": "), std::string::npos)
            << error.what() << " for line " << line;
      }
    }
  }
}

TEST_F(LogBytes, ACutLogPlaysUpToTheCut) {
  const size_t header = text.find('\n');
  for (size_t end = header + 1; end < text.size(); end += 3) {
    write(text.substr(0, end));
    bool cut = false;
    const int64_t hashes = play(&cut);
    const auto whole = static_cast<int64_t>(text.rfind('\n', end - 1));
    EXPECT_EQ(cut, static_cast<int64_t>(end) > whole + 1 && text[end] != '\n') << end;
    EXPECT_LE(hashes, 4);
  }
  write(text.substr(0, header / 2));
  EXPECT_THROW(play(), UserError);
}

}  // namespace
}  // namespace murmur

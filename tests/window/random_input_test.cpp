// A user who clicks, drags, types, takes values back, undoes and goes back in time at random for thousands of steps: whatever they did, the
// log of it replays to the same hashes on other threads, and in small on the reference. No window, so any machine can.
//   MURMUR_RANDOM_BOIDS=100k MURMUR_RANDOM_STEPS=2000 random_input_test   the same, in full size
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <utility>

#include "app/batch/open_run.h"
#include "app/controls/boid_inspector.h"
#include "app/controls/input_mapper.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/source.h"
#include "sim/scenario/words.h"
#include "sim/util/counts.h"
#include "support/live_flock.h"

namespace murmur {
namespace {

int64_t from_environment(const char* name, int64_t usual) {
  const char* const text = std::getenv(name);
  return text ? parse_count(text) : usual;
}

/// Does what a frame of the window does with input, at random but reproducibly.
class RandomUser {
 public:
  RandomUser(LiveRun& run, uint32_t seed)
      : run_(run), camera_(run.expected().scenario.world.size), random_(seed) {
    camera_.resize(kWidth, kHeight);
    camera_.fit();
  }

  void frame(int64_t frame) {
    const double now = static_cast<double>(run_.step_number()) / 60.0;
    controls_.changes().begin_frame({.frame = frame, .time = now}, {});
    if (std::exchange(undone_, false) && one_in(2)) {  // redo is only for whoever does nothing in between
      undo(-1);
      return;
    }
    for (int k = below(4); k > 0; --k) act();
    controls_.end_input();
    for (const WindowCommand& command : std::exchange(commands_, {})) carry_out(command);
    if (camera_.world() != run_.shown().scenario.world.size)
      camera_.set_world(run_.shown().scenario.world.size);
    watch_.update(run_.borrow(), run_.shown(), camera_, settings_, notices_, now, 1.0);
    settings_.paused = false;
    settings_.menu = ViewMenu::kNone;
    if (one_in(150)) run_.seek(std::max<int64_t>(0, run_.step_number() - below(120)));
    keep_size();
  }
  int undos() { return std::exchange(undos_, 0); }

 private:
  static constexpr int kWidth = 900, kHeight = 600;

  int below(int count) { return static_cast<int>(random_() % static_cast<uint32_t>(count)); }
  bool one_in(int count) { return below(count) == 0; }
  void undo(int acts) {
    run_.undo(acts);
    undos_ += acts;
    undone_ = acts > 0;
  }
  void carry_out(const WindowCommand& command) {
    if (const auto* const confirmed = std::get_if<command::Post>(&command))
      controls_.changes().send(confirmed->posted);
    if (const auto* const place = std::get_if<command::FollowBoidAt>(&command))
      choose_boid(*run_.borrow(), camera_, *place, settings_, notices_);
    if (const auto* const at = std::get_if<command::ScatterAt>(&command))
      controls_.tools().scatter(*at, *run_.borrow());
  }

  void act() {
    InputEvent event{.x = static_cast<double>(below(kWidth)), .y = static_cast<double>(below(kHeight))};
    event.shift = one_in(6);
    event.control = one_in(6);
    const MouseButton buttons[] = {MouseButton::kLeft, MouseButton::kLeft, MouseButton::kRight,
                                   MouseButton::kMiddle};
    event.button = buttons[below(4)];
    switch (below(12)) {
      case 0:
        event.kind = InputEvent::Kind::kPress;
        break;
      case 1:
      case 2:
        event.kind = InputEvent::Kind::kRelease;
        break;
      case 3:
        event.kind = InputEvent::Kind::kScroll;
        event.scroll = below(5) - 2;
        break;
      case 4:
        event.kind = InputEvent::Kind::kKey;
        switch (below(11)) {
          case 0:
          case 1:
            return undo(1);
          case 2:
            return undo(-1);
          case 3:
            event.control = true;
            event.character = std::array{'s', 'z', 'y'}[static_cast<size_t>(below(3))];
            break;
          default:
            event.key = std::array{Key::kEscape, Key::kF1,   Key::kF2,   Key::kF11,
                                   Key::kF12,    Key::kLeft, Key::kRight}[static_cast<size_t>(below(7))];
        }
        break;
      case 5: {
        // The keys that change the flock often, the others and such as mean nothing now and then.
        const std::string keys = one_in(12) ? "rp" : one_in(3) ? "bswm" : "bsdhflcvot? n+-xyz#~123456789";
        event.kind = InputEvent::Kind::kCharacter;
        event.control = false;
        event.character =
            static_cast<uint32_t>(keys[static_cast<size_t>(below(static_cast<int>(keys.size())))]);
        break;
      }
      default:
        event.kind = InputEvent::Kind::kMove;
        break;
    }
    controls_.handle(event, one_in(20));
    if (one_in(60)) post_as_panel();
    if (one_in(30)) use_tool();
  }

  /// Presses, drags and releases with any tool.
  void use_tool() {
    controls_.tools().choose(static_cast<Tool>(below(static_cast<int>(kToolNames.size()))));
    for (const auto kind : {InputEvent::Kind::kPress, InputEvent::Kind::kMove, InputEvent::Kind::kMove,
                            InputEvent::Kind::kRelease}) {
      controls_.handle({.kind = kind,
                        .x = static_cast<double>(below(kWidth)),
                        .y = static_cast<double>(below(kHeight)),
                        .button = MouseButton::kLeft},
                       false);
      controls_.end_input();  // once per frame in the window
    }
  }

  /// What sliders and buttons of the panel send.
  void post_as_panel() {
    const std::pair<const char*, const char*> keys[] = {
        {"rules.cohesion.weight", "1.5"}, {"rules.cohesion.weight", "0.75"}, {"rules.field_of_view", "200.0"},
        {"rules.field_of_view", "360.0"}, {"predator", "[{}, {}]"},          {"predator", "[]"},
        {"wind.velocity", "[0.5, 0.25]"}, {"wind.velocity", "[0.0, 0.0]"},   {"perching.mean_rest", "30.0"},
        {"world.boundary", "\"bounce\""}, {"world.boundary", "\"wrap\""},    {"rules.max_speed", "2.5"}};
    const auto& [key, value] = keys[below(12)];
    controls_.changes().post({.kind = EventKind::kSet, .key = key, .value = value});
    if (one_in(4)) controls_.changes().post({.kind = EventKind::kStartle, .steps = 1 + below(20)});
  }

  /// Painting and presets change N; a flock that grew or shrank too far is brought back, by events.
  void keep_size() {
    const int64_t there = run_.expected().boids;
    if (there > start_ + start_ / 4)
      controls_.changes().post({.kind = EventKind::kRemove, .count = there - start_});
    if (there >= start_ / 2 || !one_in(10)) return;
    controls_.changes().post({.kind = EventKind::kPreset, .preset = "murmuration"});
    if (run_.expected().scenario.dimensions() == 2)
      controls_.changes().post({.kind = EventKind::kAdd, .at = {5.0, 5.0}, .count = start_ - there});
    controls_.changes().post(
        {.kind = EventKind::kPreset, .preset = "murmuration"});  // spread, in a world of its size
  }

  LiveRun& run_;
  Camera camera_;
  ViewSettings settings_;
  Notices notices_;
  CommandQueue commands_;
  InputMapper controls_{{run_, camera_, settings_, notices_, commands_}};
  BoidInspector watch_;
  std::mt19937 random_;
  bool undone_ = false;
  int undos_ = 0;  // since the last look; redone ones count against them
  const int64_t start_ = run_.expected().boids;
};

struct Flown {
  int64_t events = 0, hashes = 0;              // in the log
  int64_t undone = 0, redone = 0, sought = 0;  // journeys
  int64_t acts = 0;                            // also those that were undone
  std::map<std::string, int64_t> used;         // what the tools of the left button send, by kind or key
  uint64_t hash = 0;
};

/// "add", "obstacle placed", "cursor.mode = \"flee\"": what tells one tool from another.
std::string tool_word(const Event& event) {
  if (event.kind != EventKind::kSet) return std::string(event_kind_name(event.kind));
  if (event.key == "cursor.mode") return event.key + " = " + event.value.text();
  const std::string thing = event.key.substr(0, event.key.find('['));
  if (thing == event.key) return event.key;
  return thing + (event.key.ends_with(']') ? " placed" : " moved");
}

/// Flies with the user and logs, as the window does.
Flown fly(const std::string& path, const std::string& preset, int64_t boids, int64_t steps, uint32_t seed) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  const ScenarioSource source = ScenarioSource::from_preset(preset, overrides);
  EventLogWriter writer(
      path, {.origin = {.scenario = source.to_toml()}, .seed = source.scenario().seed, .build = "test"});
  Flown flown;
  LiveFlock flock(std::make_unique<Simulation<float>>(source, make_cpu({.threads = 2})), &writer);
  RandomUser user(flock.run, seed);
  std::mt19937 frames(seed + 1);
  for (int64_t frame = 1; flock.run.step_number() < steps; ++frame) {
    user.frame(frame);
    const int64_t arrivals = flock.arrivals;
    const int undos = user.undos();
    flock.settle();
    const int64_t arrived = flock.arrivals - arrivals;
    (undos > 0 ? flown.undone : undos < 0 ? flown.redone : flown.sought) += arrived;
    if (undos > 0 && arrived > 0) continue;  // the window pauses
    for (uint32_t k = frames() % 4; k > 0 && flock.run.step_number() < steps; --k) flock.steps(1);
  }
  flock.run.ask(job::NoteHash{});
  flown.hash = flock.simulation().hash();
  for (const Event& event : flock.applied) {
    ++flown.acts;
    ++flown.used[tool_word(event)];
  }
  for (const auto& record : read_event_log(path).records)
    ++(std::holds_alternative<Event>(record) ? flown.events : flown.hashes);
  return flown;
}

void expect_replay(const std::string& path, const Flown& flight, const std::string& backend, int threads) {
  const EventLog log = read_event_log(path);
  CommonOptions options;
  options.backend = backend;
  options.threads = threads;
  int64_t boids = 0;
  const auto simulation = simulation_of_log(options, path, log, boids);
  LogPlayer player(path, log);
  while (player.play_current_step(*simulation) && !player.finished()) simulation->advance();
  EXPECT_EQ(player.difference_text(), "");
  EXPECT_TRUE(player.finished());
  EXPECT_EQ(player.hashes(), flight.hashes);
  EXPECT_EQ(player.events(), flight.events);
  EXPECT_EQ(simulation->hash(), flight.hash);
}

TEST(RandomInput, ALongFlightReplaysOnOtherThreads) {
  const int64_t boids = from_environment("MURMUR_RANDOM_BOIDS", 1500);
  const int64_t steps = from_environment("MURMUR_RANDOM_STEPS", 2000);
  const std::string path = testing::TempDir() + std::to_string(getpid()) + "-random-long.jsonl";
  const Flown flight = fly(path, "murmuration", boids, steps, 2);
  EXPECT_GT(flight.events, steps / 10);
  EXPECT_GT(flight.undone, 0);
  EXPECT_GT(flight.redone, 0);
  EXPECT_GT(flight.sought, 0);
  for (const char* const tool :
       {"add", "scatter", "cursor.mode = \"attract\"", "cursor.mode = \"flee\"", "obstacle placed",
        "obstacle moved", "predator placed", "goal.path", "wall placed"})
    EXPECT_TRUE(flight.used.contains(tool)) << tool;
  EXPECT_LT(flight.events, flight.acts) << "nothing was undone";
  std::map<std::string, int64_t> kinds;
  for (const auto& record : read_event_log(path).records) {
    if (const Event* const event = std::get_if<Event>(&record))
      ++kinds[std::string(event_kind_name(event->kind))];
  }
  for (const auto& [kind, count] : kinds)
    std::printf("%s %lld  ", kind.c_str(), static_cast<long long>(count));
  std::printf("undone %lld  redone %lld  sought %lld\n", static_cast<long long>(flight.undone),
              static_cast<long long>(flight.redone), static_cast<long long>(flight.sought));
  EXPECT_EQ(kinds.size(), 8u) << "every kind of event";
  expect_replay(path, flight, "cpu", 1);
  expect_replay(path, flight, "cpu", 3);
}

TEST(RandomInput, SmallFlightsReplayOnTheReference) {
  for (const char* preset : {"murmuration", "book", "cis565", "ruby"}) {
    const std::string path = testing::TempDir() + "murmur-random-small.jsonl";
    const Flown flight = fly(path, preset, 80, 300, 7);
    EXPECT_GT(flight.acts, 30) << preset;
    EXPECT_GT(flight.events, 0) << preset;
    expect_replay(path, flight, "reference", 1);
  }
}

}  // namespace
}  // namespace murmur

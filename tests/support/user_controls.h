// A user in front of a window that is not there: mouse and keys go to InputMapper, and events of the flock are noted.
// Base of the tests of controls, tools and watching.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/controls/boid_inspector.h"
#include "app/controls/input_mapper.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/source.h"
#include "support/live_flock.h"

namespace murmur {

class UserControls : public testing::Test {
 protected:
  void open(const std::string& preset, int64_t boids,
            std::vector<std::pair<std::string, std::string>> set = {},
            std::unique_ptr<Backend<float>> backend = make_cpu({})) {
    ScenarioOverrides overrides;
    overrides.boids = boids;
    overrides.set = std::move(set);
    open(ScenarioSource::from_preset(preset, overrides), std::move(backend));
  }
  void open(const ScenarioSource& source, std::unique_ptr<Backend<float>> backend) {
    flock.emplace(std::make_unique<Simulation<float>>(source, std::move(backend)));
    camera.emplace(flock->run.shown().scenario.world.size);
    camera->resize(1000, 800);
    camera->fit();
    settings = {};
    seen_ = 0;
    controls.emplace(InputTargets{flock->run, *camera, settings, notices, commands});
  }
  void type(char32_t character) {
    controls->handle({.kind = InputEvent::Kind::kCharacter, .character = character});
    settle();
  }
  void key(Key key) {
    controls->handle({.kind = InputEvent::Kind::kKey, .key = key});
    settle();
  }
  void mouse(InputEvent::Kind kind, double x, double y, MouseButton button = MouseButton::kLeft,
             bool shift = false, bool control = false) {
    controls->handle({.kind = kind, .x = x, .y = y, .button = button, .shift = shift, .control = control});
    settle();
  }
  void click(double x, double y, MouseButton button) {
    mouse(InputEvent::Kind::kPress, x, y, button);
    mouse(InputEvent::Kind::kRelease, x, y, button);
  }
  /// What a frame of the window does with events and with answers to questions.
  void settle() {
    for (const WindowCommand& command : std::exchange(commands, {})) {
      if (const auto* const confirmed = std::get_if<command::Post>(&command))
        controls->changes().send(confirmed->posted);
      else if (const auto* const place = std::get_if<command::FollowBoidAt>(&command))
        choose_boid(*flock->run.borrow(), *camera, *place, settings, notices);
      else if (const auto* const at = std::get_if<command::ScatterAt>(&command))
        controls->tools().scatter(*at, *flock->run.borrow());
      else
        commands.push_back(command);
    }
    flock->settle();
    for (; seen_ < flock->applied.size(); ++seen_) applied(flock->applied[seen_]);
    // A notice of the run is the newest.
    for (const std::string& notice : std::exchange(flock->notices, {})) notices.say(notice);
    controls->changes().begin_frame({.frame = ++frame_, .time = time}, cost);
  }
  virtual void applied(const Event&) {}
  /// How often this was asked of the window since the last look.
  template <class C>
  int asked() {
    return static_cast<int>(
        std::erase_if(commands, [](const WindowCommand& one) { return std::holds_alternative<C>(one); }));
  }
  Simulation<float>& simulation() {
    settle();
    return flock->simulation();
  }
  const Scenario& scenario() { return simulation().scenario(); }
  const std::vector<Event>& events() {
    settle();
    return flock->applied;
  }

  std::optional<LiveFlock> flock;
  std::optional<Camera> camera;
  ViewSettings settings;
  Notices notices;
  CommandQueue commands;
  PresentCost cost;
  std::optional<InputMapper> controls;

  double time = 0.0;  // of the next frames [s]

  size_t seen_ = 0;  // of the events

 private:
  int64_t frame_ = 0;
};

}  // namespace murmur

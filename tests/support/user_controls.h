// A user in front of a window that is not there: mouse and keys go to ViewControls, and events of the flock are noted.
// Base of the tests of controls, tools and watching.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/view_controls.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/source.h"

namespace murmur {

class UserControls : public testing::Test {
 protected:
  void open(const std::string& preset, int64_t boids,
            std::vector<std::pair<std::string, std::string>> set = {}) {
    ScenarioOverrides overrides;
    overrides.boids = boids;
    overrides.set = std::move(set);
    simulation.emplace(ScenarioSource::from_preset(preset, overrides), make_cpu({}));
    simulation->on_event = [this](const Event& event) { events.push_back(event); };
    camera.emplace(simulation->scenario().world.size);
    camera->resize(1000, 800);
    camera->fit();
    view = {};
    flight.emplace(*simulation);
    controls.emplace(*flight, *camera, view);
  }
  void type(char32_t character) {
    controls->handle({.kind = InputEvent::Kind::kCharacter, .character = character});
  }
  void key(Key key) { controls->handle({.kind = InputEvent::Kind::kKey, .key = key}); }
  void mouse(InputEvent::Kind kind, double x, double y, MouseButton button = MouseButton::kLeft,
             bool shift = false, bool control = false) {
    controls->handle({.kind = kind, .x = x, .y = y, .button = button, .shift = shift, .control = control});
  }
  void click(double x, double y, MouseButton button) {
    mouse(InputEvent::Kind::kPress, x, y, button);
    mouse(InputEvent::Kind::kRelease, x, y, button);
  }

  std::optional<Simulation<float>> simulation;
  std::optional<Flight> flight;
  std::optional<Camera> camera;
  ViewState view;
  std::optional<ViewControls> controls;
  std::vector<Event> events;
};

}  // namespace murmur

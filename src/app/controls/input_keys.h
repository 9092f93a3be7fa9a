// What keys do, and the buttons of the panel that do the same. The table of the keyboard is in input_keys.cpp, the actions in
// input_actions.cpp. Owned by InputMapper.
#pragma once

#include <random>
#include <span>
#include <string>
#include <string_view>

#include "app/controls/input_tools.h"
#include "render/gl/input_event.h"
#include "render/panel/overlay_status.h"

namespace murmur {

class KeyActions;

/// A key that is pressed: one without a character, or one of some characters, alone or with Ctrl.
struct KeyStroke {
  KeyStroke() = default;
  KeyStroke(Key pressed) : key(pressed) {}               // NOLINT(google-explicit-constructor)
  KeyStroke(const char* any_of) : characters(any_of) {}  // NOLINT(google-explicit-constructor)
  template <class Pressed>
  static KeyStroke ctrl(Pressed pressed) {
    KeyStroke stroke(pressed);
    stroke.control = true;
    return stroke;
  }
  bool is(const InputEvent& input) const;

  Key key = Key::kNone;
  std::string_view characters;  ///< lower case; with Ctrl, upper case is with Shift
  bool control = false;
};

/// A row of the table of the keyboard.
struct KeyUse {
  std::string_view shown;  ///< "Ctrl + Z", for lists and tooltips; empty: not listed
  std::string_view help;   ///< empty: that of the row before, whose line in lists has this key too
  KeyStroke stroke = {};
  /// `typed`: the character. Null: a use of the mouse.
  void (*act)(KeyActions& actions, char typed) = nullptr;
  std::string_view button = {};  ///< button of the panel that does the same; empty: none
};

class KeyActions : InputTargets {
 public:
  static std::span<const KeyUse> all();
  static const KeyUse& of_button(std::string_view button);
  /// What a stroke does while `open` is over the picture; null: nothing.
  static const KeyUse* use_of(const InputEvent& input, OnTop open);
  static std::span<const HelpRow> help();  ///< the lines of F1's list

  KeyActions(const InputTargets& targets, UserChanges& changes, MouseTools& tools)
      : InputTargets(targets), changes_(changes), tools_(tools) {}

  void type(const InputEvent& input, OnTop open);
  void press_button(std::string_view button) { of_button(button).act(*this, 0); }
  /// The preset begins with its own number of boids. `sure`: the user was asked.
  void choose_preset(const std::string& name, bool sure = false);
  void begin_drawing();  ///< flocks that meet the wall which the user draws

 private:
  void step_forward();
  void toggle_orbit();
  void change_radius(int steps);
  void change_pace(double factor);
  void escape();
  void confirm();
  void toggle(ViewMenu menu);
  void save();
  void gust();
  void startle();
  void restart();
  void next_preset();
  void surprise();
  void become(const Scenario& scenario, const std::string& title);
  void hide();
  void change_count(int64_t boids);

  UserChanges& changes_;
  MouseTools& tools_;
  std::mt19937 random_{std::random_device{}()};  // draws flocks, which events then have
};

}  // namespace murmur

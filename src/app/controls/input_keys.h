// The keyboard and the buttons of the panel with the same actions: input_keys.cpp has the table of keys,
// input_actions.cpp the actions. Owned by InputMapper.
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

/// A pattern for a key press: a key without a character, or any of some characters, alone or with Ctrl.
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
  std::string_view characters;  ///< lower case; upper case with Ctrl means Shift
  bool control = false;
};

/// A row of the table of the keyboard: a key, its help and its action.
struct KeyUse {
  std::string_view shown;  ///< name for lists and tooltips, "Ctrl + Z"; empty: not listed
  std::string_view help;   ///< help of the key; empty: it shares the line of the row before
  KeyStroke stroke = {};
  /// Performs the action. `typed`: the character. Null: the row describes a use of the mouse.
  void (*act)(KeyActions& actions, char typed) = nullptr;
  std::string_view button = {};  ///< button of the panel with the same action; empty: none
};

class KeyActions : InputTargets {
 public:
  static std::span<const KeyUse> all();
  static const KeyUse& use_of_button(std::string_view button);
  /// The action of a key press while `open` is over the picture; null: none.
  static const KeyUse* use_of(const InputEvent& input, OnTop open);
  static std::span<const HelpRow> help();  ///< the lines of F1's list

  KeyActions(const InputTargets& targets, UserChanges& changes, MouseTools& tools)
      : InputTargets(targets), changes_(changes), tools_(tools) {}

  void type(const InputEvent& input, OnTop open);
  void press_button(std::string_view button) { use_of_button(button).act(*this, 0); }
  /// Chooses a preset, with its own number of boids. `sure`: the user has confirmed it. `place`: its place in a list, for the notice.
  void choose_preset(const std::string& name, bool sure = false, const std::string& place = {});
  void begin_drawing();  ///< begins flocks that meet the wall which the user draws

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
  void take_back();
  void next_preset();
  void surprise();
  void replace_flock(const Scenario& scenario, const std::string& title);
  void hide();
  void change_count(int64_t boids);

  UserChanges& changes_;
  MouseTools& tools_;
  std::mt19937 random_{std::random_device{}()};  // draws random flocks; their events hold the result
};

}  // namespace murmur

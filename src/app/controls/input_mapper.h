// Converts mouse and keys to events for the run, commands to the window, moves of the camera and changes of the settings. All
// input of the user to the flock passes through here. Uses no OpenGL, so that tests need no window. The tools are in
// input_tools.cpp, the table of the keyboard in input_keys.cpp, what keys do in input_actions.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/controls/notices.h"
#include "app/controls/value_history.h"
#include "app/controls/view_settings.h"
#include "app/live/live_run.h"
#include "render/gl/input_event.h"
#include "render/panel/overlay_status.h"
#include "render/scene/camera.h"
#include "sim/editing/step_cost.h"

namespace murmur {

class InputMapper;

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
  void (*act)(InputMapper& controls, char typed) = nullptr;
  std::string_view button = {};  ///< of the panel, which does the same; empty: none
};

class InputMapper {
 public:
  static std::span<const KeyUse> keys();
  static const KeyUse& key_of(std::string_view button);
  static std::span<const HelpRow> help();  ///< the lines of F1's list
  void press_button(std::string_view button) { key_of(button).act(*this, 0); }

  InputMapper(LiveRun& run, Camera& camera, ViewSettings& settings, Notices& notices, CommandQueue& commands)
      : run_(run), camera_(camera), settings_(settings), notices_(notices), commands_(commands) {}

  /// `tag`: of the events of this frame. `cost`: of the steps, to warn before a change that makes them slow.
  void begin_frame(const UndoTag& tag, const PresentCost& cost) {
    const int64_t press = tag_.press;  // until the release
    tag_ = tag;
    tag_.press = press;
    cost_ = cost;
  }

  /// `blocked`: the pointer (or text input) is used by a control of the overlay.
  void handle(const InputEvent& input, bool blocked = false);
  /// Once per frame, after its input: moves the flock's cursor to the pointer.
  void end_input();
  void choose_preset(const std::string& name);
  /// false: refused, and the message says why; or the step becomes so slow that the user is asked first.
  bool post(Event event);
  bool set(std::string key, SetValue value) {  ///< the same for a key
    return post({.kind = EventKind::kSet, .key = std::move(key), .value = std::move(value)});
  }
  /// Asks first, and later does `act`, if the event makes a step far slower. @returns whether it asks.
  bool asks_first(const Event& event, WindowCommand act);
  /// As post(), without asking.
  bool send_now(Event event);
  /// An element of "obstacle" or "predator".
  bool remove(const std::string& array, size_t index);
  /// The predator there goes; without one, the flock scatters.
  void remove_or_scatter(std::optional<size_t> predator, double x, double y);
  /// Without asking. @returns false: refused, and the notice says why.
  bool send(PostedEvent posted);
  void answer(bool yes);  ///< to the question that there is
  /// Takes the last change of values back (1), or makes it again (-1): those of the flock by events, and it flies on; those of the look
  /// without.
  void take_back(int changes);
  /// The user has changed the look, which was this.
  void note_look(const Look& before);
  void choose_tool(Tool tool);
  /// How far the tool acts around the pointer [world units]; 0: at one place, or everywhere.
  double reach() const { return reach_of(settings_.tool); }
  /// Radius of a cloud of new boids as dense as the flock [world units].
  double cloud_radius(int64_t boids) const;

 private:
  enum class Drag : uint8_t { kNone, kPaint, kPan, kOrbit, kCursor, kObstacle, kGoal };

  bool in_world(const std::vector<double>& place);
  void use_tool(double x, double y);
  double cursor_reach() const;
  double cursor_push() const;
  std::optional<size_t> obstacle_at(double x, double y) const;
  bool over_goal(double x, double y) const;
  void remove_at(double x, double y);
  void hold_cursor(CursorMode mode);
  void grab_obstacle(double x, double y);
  void drag_thing();
  void release();
  void press(const InputEvent& input);
  void type(const InputEvent& input);
  void step_forward();
  void toggle_orbit();
  void scroll(const InputEvent& input);
  void move(const InputEvent& input);
  void choose_at(double x, double y);
  int64_t added_at_once() const;
  void add_at(double x, double y);
  void scatter_at(double x, double y);
  void change_radius(int steps);
  void change_pace(double factor);
  void escape();
  void confirm();
  void toggle(ViewMenu menu);
  void gust();
  void next_cursor_mode();
  bool cursor_on() const;
  void set_look(const Event& event);
  void startle();
  void restart();
  void next_preset();
  void hide();
  void change_count(int64_t boids);
  bool large_flocks() const;
  double reach_of(Tool tool) const;

  LiveRun& run_;
  Camera& camera_;
  ViewSettings& settings_;
  Notices& notices_;
  CommandQueue& commands_;
  ValueHistory values_;
  bool takes_back_ = false;
  UndoTag tag_;
  PresentCost cost_;
  int64_t presses_ = 0;  // of mouse buttons in the picture so far: a drag is one act
  Drag drag_ = Drag::kNone;
  size_t dragged_ = 0;                          // the obstacle
  double x_ = 0.0, y_ = 0.0;                    // where a drag was handled last [pixels]
  double pointer_x_ = -1.0, pointer_y_ = -1.0;  // where the pointer was last over the picture [pixels]
  bool pointer_moved_ = false;                  // in this frame
  /// A value of the cursor: as the tools set it last, and as it was before them.
  struct Scaled {
    double set = 0.0, first = 0.0;
    double base(double now) const { return now == set ? first : now; }
  };
  Scaled reach_, push_;
  std::optional<int64_t> boids_wanted_;  // before a smaller preset reduced their number
};

}  // namespace murmur

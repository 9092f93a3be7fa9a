// The pointer and the keyboard of the user: moves the camera, and gives everything else to the tools of the mouse (MouseTools) and to the
// actions of keys (KeyActions). What these change passes through UserChanges. Uses no OpenGL, so that tests need no window. Used by App.
#pragma once

#include "app/controls/input_keys.h"
#include "app/controls/input_tools.h"
#include "app/controls/user_changes.h"

namespace murmur {

class InputMapper : InputTargets {
 public:
  explicit InputMapper(const InputTargets& targets)
      : InputTargets(targets),
        changes_(targets),
        tools_(targets, changes_),
        keys_(targets, changes_, tools_) {}

  UserChanges& changes() { return changes_; }
  MouseTools& tools() { return tools_; }
  const MouseTools& tools() const { return tools_; }
  KeyActions& keys() { return keys_; }

  /// `blocked`: the pointer (or text input) is used by a control of the overlay.
  void handle(const InputEvent& input, bool blocked = false);
  /// Is called once per frame, after its input.
  void end_input() { tools_.end_input(drag_); }

 private:
  void press(const InputEvent& input);
  void move(double right, double down);
  void scroll(const InputEvent& input);
  OnTop on_top() const;

  UserChanges changes_;
  MouseTools tools_;
  KeyActions keys_;
  Drag drag_ = Drag::kNone;
};

}  // namespace murmur

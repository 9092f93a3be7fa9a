// Maps input of pointer and keyboard to actions: moves the camera, and passes everything else to the tools of the
// mouse (MouseTools) and to the actions of keys (KeyActions). Their changes pass through UserChanges. Uses no
// OpenGL, so that tests need no window. Used by App.
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

  /// Handles an event of input. `blocked`: a control of the overlay uses the pointer, or the text.
  void handle(const InputEvent& input, bool blocked = false);
  /// Ends the input of a frame. To be called once per frame.
  void end_input() { tools_.end_input(drag_); }
  /// Whether the pointer attracts or chases the flock now.
  bool leads() const { return drag_ == Drag::kCursor; }

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

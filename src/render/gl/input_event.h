// Events of mouse and keyboard in order. Window makes them from GLFW's callbacks; the view command reads them.
// Positions are framebuffer pixels from the top left corner.
#pragma once

#include <cstdint>

namespace murmur {

enum class MouseButton : uint8_t { kLeft, kRight, kMiddle };
/// Keys that type no character; all others arrive as characters, so that they follow the keyboard's layout.
enum class Key : uint8_t {
  kNone,
  kEscape,
  kEnter,
  kLeft,
  kRight,
  kF1,
  kF2,
  kF3,
  kF4,
  kF5,
  kF6,
  kF7,
  kF8,
  kF9,
  kF10,
  kF11,
  kF12
};

struct InputEvent {
  enum class Kind : uint8_t { kPress, kRelease, kMove, kScroll, kKey, kCharacter } kind = Kind::kMove;
  double x = 0.0, y = 0.0;  ///< pointer [pixels]
  MouseButton button = MouseButton::kLeft;
  bool shift = false, control = false;
  double scroll = 0.0;           ///< wheel notches, positive away from the user
  double scroll_sideways = 0.0;  ///< wheel notches, positive to the left
  Key key = Key::kNone;          ///< the key that was pressed or repeats
  uint32_t character = 0;        ///< Unicode; of a kKey: the letter pressed with Ctrl
};

}  // namespace murmur

// Keys by their place on the keyboard, for layouts that have no Latin letter there (Russian, Greek, Arabic), or digits with Shift
// alone (French, Czech). Text fields do not use it: they get what the layout types.
#pragma once

#include <cstdint>

namespace murmur {

struct KeyboardLayout {
  bool latin = true;               ///< its letters are
  bool digits_with_shift = false;  ///< its digits need Shift
};

/// The character that a command is looked for by. `typed`: of the layout; 0: it does not say. `key`: the place, as GLFW numbers keys
/// after the layout of the US, or 0.
uint32_t command_character(uint32_t typed, int key, bool shift, const KeyboardLayout& layout);

}  // namespace murmur

// Finds the command of a key by its position on the keyboard, for layouts without Latin letters (Russian, Greek,
// Arabic), or with digits on Shift (French, Czech). Text fields get the characters of the layout instead.
#pragma once

#include <cstdint>

namespace murmur {

struct KeyboardLayout {
  bool latin = true;               ///< the layout has Latin letters
  bool digits_with_shift = false;  ///< digits of the layout need Shift
};

/// The character by which a key's command is found. `typed`: character of the layout; 0: unknown. `key`: GLFW's
/// number of the key, named after the US layout; 0: unknown.
uint32_t command_character(uint32_t typed, int key, bool shift, const KeyboardLayout& layout);

}  // namespace murmur

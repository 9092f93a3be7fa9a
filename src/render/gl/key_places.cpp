#include "render/gl/key_places.h"

#include <GLFW/glfw3.h>

namespace murmur {

uint32_t command_character(uint32_t typed, int key, bool shift, const KeyboardLayout& layout) {
  const bool foreign = !layout.latin || typed == 0 || typed >= 128;
  if (foreign && key >= GLFW_KEY_A && key <= GLFW_KEY_Z)
    return static_cast<uint32_t>(key - GLFW_KEY_A + (shift ? 'A' : 'a'));
  const bool digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;
  if (layout.digits_with_shift && !shift && (digit || key == GLFW_KEY_MINUS || key == GLFW_KEY_EQUAL))
    return static_cast<uint32_t>(key);  // GLFW numbers these keys by their ASCII code
  return typed;
}

}  // namespace murmur

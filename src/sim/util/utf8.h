// Distinguishes characters of UTF-8 from stray bytes. Used where foreign text is sent to a terminal or written to
// files that must be UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace murmur {

/// Number of bytes of the character that `text`, not empty, begins with; 0 if it does not begin with a valid one.
inline size_t utf8_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool beyond = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
  return overlong || beyond ? 0 : size;
}

inline bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t size = utf8_character(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

/// Shortens `text` for a message to 80 bytes and "...", without cutting a character.
inline std::string shortened(std::string_view text) {
  constexpr size_t kMost = 80;
  if (text.size() <= kMost) return std::string(text);
  size_t end = kMost;
  while (end > kMost - 3 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace murmur

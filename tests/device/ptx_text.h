// Words of PTX: parts, trimmed, numbers. Views into the text they are given.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace murmur::simulated {

inline std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r;");
  return begin == std::string_view::npos || end == std::string_view::npos || end < begin
             ? std::string_view()
             : text.substr(begin, end - begin + 1);
}

template <class Use>
void for_each_part(std::string_view text, char by, const Use& use) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(by), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

inline std::vector<std::string> parts_of(std::string_view text, char by) {
  std::vector<std::string> parts;
  for_each_part(text, by, [&](std::string_view part) { parts.emplace_back(trimmed(part)); });
  return parts;
}

inline bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}
inline bool is_number(std::string_view text) {
  return !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
}

/// What follows `key` up to white space or a comma, as a number.
inline uint32_t number_after(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  return at == std::string_view::npos ? 0
                                      : static_cast<uint32_t>(std::strtoul(
                                            std::string(text.substr(at + key.size())).c_str(), nullptr, 10));
}

}  // namespace murmur::simulated

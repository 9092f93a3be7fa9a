// Replaces names of command-line options in error messages by the names that callers of a library know.
#pragma once

#include <cstring>
#include <span>
#include <string>

namespace murmur::embedded {

struct Word {
  const char *option, *argument;
};

/// Returns the sentence with each option's name replaced.
inline std::string reworded(std::string text, std::span<const Word> words) {
  for (const auto& [option, argument] : words)
    for (size_t at = 0; (at = text.find(option, at)) != std::string::npos; at += std::strlen(argument))
      text.replace(at, std::strlen(option), argument);
  return text;
}

}  // namespace murmur::embedded

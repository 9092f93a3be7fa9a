// The checksums of checkpoints and of lines in event logs, written anew from their descriptions: tests and fuzz targets
// give a checksum to what no program wrote.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace murmur {

/// A checkpoint without its last line, with it: mixed words of eight bytes, chained.
inline std::string with_checksum(const std::string& text) {
  const auto mix = [](uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
  };
  uint64_t sum = 0x243f6a8885a308d3ull;
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, &text[at], 8);
    sum = mix(sum ^ word) + 0x9e3779b97f4a7c15ull;
  }
  if (at < text.size()) {
    uint64_t word = (text.size() - at) << 56;
    std::memcpy(&word, &text[at], text.size() - at);
    sum = mix(sum ^ word) + 0x9e3779b97f4a7c15ull;
  }
  return text + fmt::format("{:016x}\n", sum);
}

/// A line of an event log, {...}, to {...,"check":"01234567"}: FNV-1a of the line without its check.
inline std::string line_with_checksum(std::string_view json) {
  uint32_t sum = 2166136261u;
  for (const char c : json) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619u;
  return fmt::format("{},\"check\":\"{:08x}\"}}", json.substr(0, json.size() - 1), sum);
}

}  // namespace murmur

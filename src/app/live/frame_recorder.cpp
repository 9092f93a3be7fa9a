#include "app/live/frame_recorder.h"

#include <filesystem>

#include <fmt/format.h>

namespace murmur {

void FrameRecorder::write(const FrameRow& row, const FrameSource& source) {
  log_.write(row, source);
  summary_.add(row.total_ms);
}

std::string FrameRecorder::text() const {
  const std::string frames = summary_.text();
  return fmt::format("{}: {}", path_, frames.empty() ? "no frames" : frames);
}

std::string free_name(const std::string& before, const std::string& after) {
  for (int k = 1;; ++k) {
    std::string name = fmt::format("{}{:03}{}", before, k, after);
    std::error_code ignored;
    if (!std::filesystem::exists(name, ignored)) return name;
  }
}

}  // namespace murmur

// A frame log with summary statistics at its end: median, percentiles, late frames.
// Used by the view command, for --frame-log and for the key L.
#pragma once

#include <string>

#include "app/live/frame_log.h"
#include "app/live/frame_summary.h"

namespace murmur {

class FrameRecorder {
 public:
  /// @throws RunError when the file cannot be written.
  FrameRecorder(const std::string& path, const std::string& run) : path_(path), log_(path, run) {}

  void write(const FrameRow& row, const FrameSource& source);
  const std::string& path() const { return path_; }
  /// "frames.csv: 312 frames: median 3.21 ms, ..."
  std::string text() const;

 private:
  std::string path_;
  FrameLog log_;
  FrameSummary summary_;
};

/// "murmur-001.png" of ("murmur-", ".png"): the first name without an existing file.
std::string free_name(const std::string& before, const std::string& after);

}  // namespace murmur

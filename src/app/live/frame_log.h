// Writes the CSV of `--frame-log` and of the key L: one row per frame with the time of each part, preset and
// backend, which may change during a run, and the id of the run. Used by FrameStats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/util/files.h"

namespace murmur {

struct FrameRow {
  int64_t frame = 0, step = 0, boids = 0,
          events = 0;  ///< step and boids as shown; events applied in this frame
  double step_ms = 0, sort_ms = 0, gather_ms = 0, rules_ms = 0;  ///< all steps of the frame, and their phases
  double upload_ms = 0, map_ms = 0, draw_ms = 0, swap_ms = 0, total_ms = 0;
  std::optional<uint64_t> picture = {};  ///< hash of the picture; none: OpenGL has drawn it
};

/// Preset, backend and device that the times of a frame belong to.
struct FrameSource {
  std::string preset;           ///< name of the preset; empty: a scenario without one
  std::string backend, device;  ///< device: the backend's description of it
};

/// A summary of frame times, "312 frames: median 3.21 ms, p95 4.02, p99 6.90, worst 21.3; 2 over 16.7 ms (0.6 %)".
std::string summary_text(const std::vector<double>& total_ms);

class FrameLog {
 public:
  /// Creates the file. `run`: id of the run (sim/formats/run_id.h). @throws RunError when the file cannot be written.
  FrameLog(const std::string& path, std::string run);
  void write(const FrameRow& row, const FrameSource& source);
  const std::string& path() const { return file_.path(); }
  std::string text() const { return path() + ": " + summary_text(total_ms_); }

 private:
  std::string run_;
  OutputFile file_;
  std::vector<double> total_ms_;  // total time of each frame
};

}  // namespace murmur

// The CSV of `--frame-log`: one row per frame, with the time of each part, what it was measured on, which may change
// during a run, and the id of the run.
#pragma once

#include <cstdint>
#include <string>

#include "sim/util/files.h"

namespace murmur {

struct FrameRow {
  int64_t frame = 0, step = 0, boids = 0,
          events = 0;  ///< step, boids: as shown; events: applied in this frame
  double step_ms = 0, sort_ms = 0, gather_ms = 0, rules_ms = 0;  ///< all steps of the frame, and their phases
  double upload_ms = 0, draw_ms = 0, swap_ms = 0, total_ms = 0;
};

/// What the times of a frame belong to.
struct FrameSource {
  std::string preset;           ///< empty: a scenario without one
  std::string backend, device;  ///< device: the backend's description of it
};

class FrameLog {
 public:
  /// `run`: its id (sim/formats/run_id.h). @throws RunError when the file cannot be written.
  FrameLog(const std::string& path, std::string run);
  void write(const FrameRow& row, const FrameSource& source);

 private:
  void line(const std::string& text);

  std::string path_, run_;
  File file_;
};

}  // namespace murmur

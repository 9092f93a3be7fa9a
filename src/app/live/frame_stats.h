// What the frames of a window or of a film take: the row of the present one, means over half a second, and the frame logs of the
// option and of the key. The caller measures. A row waits until what a GPU took for it is known.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "app/live/frame_log.h"
#include "sim/backends/backend.h"
#include "sim/util/frame_time.h"

namespace murmur {

/// Means over the last half second, which the panel and the status line show.
struct FrameMeans {
  FrameRow frame;  ///< means per frame [ms]: upload, draw, swap, total and all its steps
  FrameRow step;   ///< means per step [ms]: step, sort, gather, rules; stays while there are no steps
  double frames_per_second = 0.0;
};

class FrameStats {
 public:
  /// `path`: of the option's log; empty: none. `run`: its id, for the logs. @throws RunError when the log cannot be written.
  FrameStats(const std::string& path, std::string run);

  /// @returns `start` [s], which frame_start() keeps.
  double begin_frame(double start) { return frame_start_ = start; }
  double frame_start() const { return frame_start_; }
  FrameRow& row() { return present_.row; }              ///< times since the last picture
  int64_t frame() const { return present_.row.frame; }  ///< number of the present one
  const FrameMeans& means() const { return means_; }
  double drawing() const { return drawing_; }  ///< what drawing took of the processor in the last frame [s]

  /// The frame has a picture. `start` [s]; `last`: of the frame before. The time since then is no frame time if nothing was to be
  /// drawn.
  void begin(double start, double last);
  void add_steps(int64_t steps, double ms, const PhaseTimes& phases);
  /// `ms` of the processor went into `part`. `late`: the row gets what a GPU takes instead, by add_time().
  void add_drawing(double FrameRow::*part, double ms, bool late);
  /// What the GPU took for a part of a frame, or for a piece of it.
  void add_time(double FrameRow::*part, const FrameTime& time);
  /// What was added since the last end() belongs to no frame.
  void forget();
  /// @returns why a log could not be written; empty: it was, or nothing was due. A log that cannot be written ends.
  std::string end(const FrameSource& source, double now);
  /// All times are known that will be: writes the rows that wait. @returns as end().
  std::string flush() { return write(0); }

  bool logs() const { return option_log_ || key_log_; }
  bool key_log() const { return key_log_.has_value(); }
  /// Begins or ends the log of the key, in this folder. @returns what to say.
  std::string toggle_key_log(const std::string& folder);
  void report(std::string line) { reports_.push_back(std::move(line)); }
  /// One line each, of the logs that are still open too.
  std::vector<std::string> reports() const;

 private:
  struct Frame {
    FrameRow row;
    int64_t steps = 0;
    int late = 0;          // pieces whose times are not known
    double drawing = 0.0;  // [s]
    FrameSource source;
    double end = 0.0;  // [s]
  };
  std::string write(size_t most_waiting);
  void add_to_means(const Frame& frame);
  void begin_means(double now);

  std::string run_;
  Frame present_;
  std::deque<Frame> waiting_;
  FrameMeans means_;
  FrameRow sums_;  // sums of the frames since means_
  int64_t summed_frames_ = 0, summed_steps_ = 0;
  double since_ = -1.0;                       // [s]
  double drawing_ = 0.0, frame_start_ = 0.0;  // [s]
  std::optional<FrameLog> option_log_, key_log_;
  std::vector<std::string> reports_;
};

}  // namespace murmur

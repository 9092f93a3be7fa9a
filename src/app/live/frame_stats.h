// Times of the frames of a window or a film: the row of the present frame, means over half a second, and the frame
// logs of the option and of the key L. The caller measures the times. A row waits until the times that a GPU took
// are known.
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
  FrameRow frame;  ///< means per frame [ms]: upload, draw, swap, total, and all steps
  FrameRow step;   ///< means per step [ms]: step, sort, gather, rules; unchanged without steps
  double frames_per_second = 0.0;
};

class FrameStats {
 public:
  /// `path`: path of the frame log of the option; empty: none. `run`: id of the run, for the logs. @throws RunError
  /// when the log cannot be written.
  FrameStats(const std::string& path, std::string run);

  /// Notes the beginning of a frame [s] for frame_start(). @returns `start`.
  double begin_frame(double start) { return frame_start_ = start; }
  double frame_start() const { return frame_start_; }
  FrameRow& row() { return present_.row; }              ///< times of the present frame
  int64_t frame() const { return present_.row.frame; }  ///< number of the present frame
  const FrameMeans& means() const { return means_; }
  double drawing() const { return drawing_; }  ///< processor time of drawing in the last frame [s]

  /// Notes that the frame draws a picture. `start`: begin of the frame [s]; `last`: begin of the last frame with a
  /// picture. After a pause of more than half a second, in which nothing was drawn, the means begin anew.
  void begin(double start, double last);
  void add_steps(int64_t steps, double ms, const PhaseTimes& phases);
  /// Adds `ms` of the processor to a part of the frame. `late`: a GPU does the work, and add_time() adds its time later.
  void add_drawing(double FrameRow::*part, double ms, bool late);
  /// Adds the time that a GPU took for a part of an earlier frame.
  void add_time(double FrameRow::*part, const FrameTime& time);
  /// Drops what was added since the last end(): it belongs to no frame.
  void forget();
  /// Ends the frame. @returns why a log could not be written; empty: no failure. A log that cannot be written is closed.
  std::string end(const FrameSource& source, double now);
  /// Writes the rows that still wait, because no further times will come. @returns as end().
  std::string flush() { return write(0); }

  bool logs() const { return option_log_ || key_log_; }
  bool key_log() const { return key_log_.has_value(); }
  /// Begins or ends the log of the key L, in this folder. @returns a sentence for the user.
  std::string toggle_key_log(const std::string& folder);
  void report(std::string line) { reports_.push_back(std::move(line)); }
  /// A summary of each log in one line, including logs that are still open.
  std::vector<std::string> reports() const;

 private:
  struct Frame {
    FrameRow row;
    int64_t steps = 0;
    int late = 0;          // number of pieces whose times are not known yet
    double drawing = 0.0;  // time of the processor for drawing [s]
    FrameSource source;
    double end = 0.0;  // end of the frame [s]
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
  double since_ = -1.0;                       // begin of the sums [s]; -1: not begun
  double drawing_ = 0.0, frame_start_ = 0.0;  // [s]
  std::optional<FrameLog> option_log_, key_log_;
  std::vector<std::string> reports_;
};

}  // namespace murmur

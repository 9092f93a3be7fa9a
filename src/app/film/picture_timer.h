// Measures the time of drawing for the FrameStats of a window or a film. The times of OpenGL and CUDA on a GPU are
// read some frames later, without a wait; a processor that draws is timed at once. Needs an OpenGL context.
#pragma once

#include "app/live/frame_stats.h"
#include "render/gl/draw_timer.h"
#include "sim/backends/instance_writer.h"

namespace murmur {

class PictureTimer {
 public:
  explicit PictureTimer(FrameStats& stats);

  bool by_processor() const { return by_processor_; }  ///< a software renderer draws, not a GPU
  /// Times what is drawn during the lifetime of the object, as a part of the frame. Spans do not overlap.
  class Span {
   public:
    explicit Span(PictureTimer& timer);
    ~Span();
    Span(const Span&) = delete;
    Span& operator=(const Span&) = delete;

   private:
    PictureTimer& timer_;
    const double start_;  // time at construction [s]
  };
  /// Adds the time of an upload: `writer` has written the boids, for which the processor took `ms`.
  void uploaded(double ms, const InstanceWriter& writer) {
    stats_.add_drawing(&FrameRow::upload_ms, ms, writer.queues());
    stats_.row().map_ms += writer.map_ms();
  }
  /// Passes to the stats the times that a GPU took for earlier frames. `wait`: waits until all of these are known.
  void collect(InstanceWriter& writer, bool wait = false);

 private:
  FrameStats& stats_;
  const bool by_processor_;
  DrawTimer on_gpu_;
};

}  // namespace murmur

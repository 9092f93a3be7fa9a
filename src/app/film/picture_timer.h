// What pictures take, for the FrameStats of a window or a film: what OpenGL and CUDA take on a GPU, some frames later and without a
// wait; what the processor takes where it draws. Needs an OpenGL context.
#pragma once

#include "app/live/frame_stats.h"
#include "render/gl/draw_timer.h"
#include "sim/backends/instance_writer.h"

namespace murmur {

class PictureTimer {
 public:
  explicit PictureTimer(FrameStats& stats);

  bool by_processor() const { return by_processor_; }  ///< no GPU draws
  /// While it lives, what is drawn counts in the frame. Spans do not overlap.
  class Span {
   public:
    explicit Span(PictureTimer& timer);
    ~Span();
    Span(const Span&) = delete;
    Span& operator=(const Span&) = delete;

   private:
    PictureTimer& timer_;
    const double start_;  // [s]
  };
  /// `writer` has written the boids; the processor took `ms` for it.
  void uploaded(double ms, const InstanceWriter& writer) {
    stats_.add_drawing(&FrameRow::upload_ms, ms, writer.queues());
    stats_.row().map_ms += writer.map_ms();
  }
  /// Gives the stats what a GPU took for earlier frames. `wait`: for all of them.
  void collect(InstanceWriter& writer, bool wait = false);

 private:
  FrameStats& stats_;
  const bool by_processor_;
  DrawTimer on_gpu_;
};

}  // namespace murmur

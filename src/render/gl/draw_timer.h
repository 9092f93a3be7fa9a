// OpenGL's own time for what a frame draws, read some frames later: queries used in turns, so that nothing waits for the GPU.
// Needs an OpenGL context.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <glad/gl.h>

#include "sim/util/frame_time.h"

namespace murmur {

class DrawTimer {
 public:
  DrawTimer();
  ~DrawTimer();
  DrawTimer(const DrawTimer&) = delete;
  DrawTimer& operator=(const DrawTimer&) = delete;

  /// Are called around calls of OpenGL; several times in a frame, but never nested. The times of a frame are summed by who takes them.
  void begin(int64_t frame);
  void end();
  /// The oldest one, once OpenGL has passed its end. `wait`: until then.
  std::optional<FrameTime> take(bool wait = false);

 private:
  static constexpr uint64_t kMost = 32;
  std::array<GLuint, kMost> queries_{};
  std::array<int64_t, kMost> frames_{};
  uint64_t begun_ = 0, read_ = 0;
  bool under_way_ = false;
};

}  // namespace murmur

// Measures the time that OpenGL needs to draw a frame. Times are read some frames later, from several queries in
// turn, so that nothing waits for the GPU. Needs an OpenGL context.
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

  /// Begins a measurement of OpenGL calls, which end() ends. A frame may have several, but not nested; the caller of take() adds their times.
  void begin(int64_t frame);
  void end();
  /// The time of the oldest measurement; none if OpenGL has not finished it yet. `wait`: waits until it has.
  std::optional<FrameTime> take(bool wait = false);

 private:
  static constexpr uint64_t kMost = 32;
  std::array<GLuint, kMost> queries_{};
  std::array<int64_t, kMost> frames_{};
  uint64_t begun_ = 0, read_ = 0;
  bool under_way_ = false;
};

}  // namespace murmur

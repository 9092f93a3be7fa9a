#include "render/gl/draw_timer.h"

namespace murmur {

DrawTimer::DrawTimer() { glGenQueries(kMost, queries_.data()); }

DrawTimer::~DrawTimer() { glDeleteQueries(kMost, queries_.data()); }

void DrawTimer::begin(int64_t frame) {
  under_way_ = begun_ - read_ < kMost;  // false if nobody has taken earlier times
  if (!under_way_) return;
  frames_[begun_ % kMost] = frame;
  glBeginQuery(GL_TIME_ELAPSED, queries_[begun_ % kMost]);
}

void DrawTimer::end() {
  if (!under_way_) return;
  glEndQuery(GL_TIME_ELAPSED);
  under_way_ = false;
  ++begun_;
}

std::optional<FrameTime> DrawTimer::take(bool wait) {
  if (read_ == begun_) return {};
  const GLuint query = queries_[read_ % kMost];
  GLint there = 0;
  glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &there);
  if (!there && !wait) return {};
  GLuint64 nanoseconds = 0;
  glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
  return FrameTime{frames_[read_++ % kMost], static_cast<double>(nanoseconds) * 1e-6};
}

}  // namespace murmur

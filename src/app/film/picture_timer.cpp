#include "app/film/picture_timer.h"

#include <glad/gl.h>

#include "app/live/seconds.h"
#include "render/gl/drawn_by.h"

namespace murmur {

PictureTimer::PictureTimer(FrameStats& stats) : stats_(stats), by_processor_(drawn_by_processor()) {}

PictureTimer::Span::Span(PictureTimer& timer) : timer_(timer), start_(seconds()) {
  if (!timer.by_processor_) timer.on_gpu_.begin(timer.stats_.frame());
}

PictureTimer::Span::~Span() {
  if (!timer_.by_processor_)
    timer_.on_gpu_.end();
  else if (timer_.stats_.logs())
    glFinish();  // waits, so that the row has the time of drawing, not of queueing
  timer_.stats_.add_drawing(&FrameRow::draw_ms, ms_since(start_), !timer_.by_processor_);
}

void PictureTimer::collect(InstanceWriter& writer, bool wait) {
  while (const auto time = writer.take_time(wait)) stats_.add_time(&FrameRow::upload_ms, *time);
  while (const auto time = on_gpu_.take(wait)) stats_.add_time(&FrameRow::draw_ms, *time);
}

}  // namespace murmur

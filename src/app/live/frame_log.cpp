#include "app/live/frame_log.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {

FrameLog::FrameLog(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "w")) {
  if (!file_) refuse();
  std::fputs(
      "frame,step,boids,events,step_ms,sort_ms,gather_ms,rules_ms,upload_ms,draw_ms,swap_ms,total_ms\n",
      file_);
}

FrameLog::~FrameLog() {
  if (file_) std::fclose(file_);
}

void FrameLog::refuse() const {
  throw RunError(fmt::format("cannot write the frame log {}: {}.", path_, std::strerror(errno)));
}

void FrameLog::write(const FrameRow& row) {
  const std::string line =
      fmt::format("{},{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f}\n", row.frame,
                  row.step, row.boids, row.events, row.step_ms, row.sort_ms, row.gather_ms, row.rules_ms,
                  row.upload_ms, row.draw_ms, row.swap_ms, row.total_ms);
  if (std::fputs(line.c_str(), file_) < 0 || std::fflush(file_) != 0) refuse();
}

}  // namespace murmur

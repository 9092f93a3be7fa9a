#include "app/live/frame_log.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// A CSV field with any text.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace

FrameLog::FrameLog(const std::string& path, std::string run)
    : path_(path), run_(std::move(run)), file_(std::fopen(path.c_str(), "w")) {
  if (!file_) refuse();
  std::fputs(
      "frame,step,boids,events,step_ms,sort_ms,gather_ms,rules_ms,upload_ms,draw_ms,swap_ms,total_ms,"
      "preset,backend,device,build,run\n",
      file_);
}

FrameLog::~FrameLog() {
  if (file_) std::fclose(file_);
}

void FrameLog::refuse() const {
  throw RunError(fmt::format("cannot write the frame log {}: {}.", path_, std::strerror(errno)));
}

void FrameLog::write(const FrameRow& row, const FrameSource& source) {
  const std::string line = fmt::format(
      "{},{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{},{},{},{},{}\n", row.frame,
      row.step, row.boids, row.events, row.step_ms, row.sort_ms, row.gather_ms, row.rules_ms, row.upload_ms,
      row.draw_ms, row.swap_ms, row.total_ms, quoted(source.preset), source.backend, quoted(source.device),
      quoted(fmt::format("{} {}", kVersion, kCompiler)), run_);
  if (std::fputs(line.c_str(), file_) < 0 || std::fflush(file_) != 0) refuse();
}

}  // namespace murmur

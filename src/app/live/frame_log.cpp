#include "app/live/frame_log.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "build_info.h"

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
    : path_(path), run_(std::move(run)), file_(open_to_write(path)) {
  // Not flushed: a disk that is full is told with the first frame, and the window goes on.
  constexpr std::string_view kHeader =
      "frame,step,boids,events,step_ms,sort_ms,gather_ms,rules_ms,upload_ms,draw_ms,swap_ms,total_ms,"
      "preset,backend,device,build,run\n";
  write_all(file_.get(), path_, kHeader.data(), kHeader.size());
}

void FrameLog::line(const std::string& text) {
  write_all(file_.get(), path_, text.data(), text.size());
  flush(file_.get(), path_);
}

void FrameLog::write(const FrameRow& row, const FrameSource& source) {
  line(fmt::format("{},{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{},{},{},{},{}\n",
                   row.frame, row.step, row.boids, row.events, row.step_ms, row.sort_ms, row.gather_ms,
                   row.rules_ms, row.upload_ms, row.draw_ms, row.swap_ms, row.total_ms, quoted(source.preset),
                   source.backend, quoted(source.device), quoted(fmt::format("{} {}", kVersion, kCompiler)),
                   run_));
}

}  // namespace murmur

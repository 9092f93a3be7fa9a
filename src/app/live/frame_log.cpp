#include "app/live/frame_log.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/util/statistics.h"

namespace murmur {
namespace {

constexpr double kFrameBudget = 1000.0 / 60.0;  // time of a frame at 60 per second [ms]

/// A text as a quoted CSV field.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::string summary_text(const std::vector<double>& total_ms) {
  if (total_ms.empty()) return "no frames";
  const Summary summary = summarise(total_ms);
  const auto late = std::ranges::count_if(total_ms, [](double ms) { return ms > kFrameBudget; });
  return fmt::format(
      "{} frame{}: median {:.2f} ms, p95 {:.2f}, p99 {:.2f}, worst {:.2f}; {} over {:.1f} ms ({:.1f} %)",
      summary.count, summary.count == 1 ? "" : "s", summary.median, summary.p95, summary.p99, summary.worst,
      late, kFrameBudget, 100.0 * static_cast<double>(late) / static_cast<double>(summary.count));
}

FrameLog::FrameLog(const std::string& path, std::string run) : run_(std::move(run)), file_(path) {
  // Not flushed: the first frame reports a full disk, and the window goes on.
  file_.write(
      "frame,step,boids,events,step_ms,sort_ms,gather_ms,rules_ms,upload_ms,map_ms,draw_ms,swap_ms,total_ms,"
      "preset,backend,device,build,run,picture\n");
}

void FrameLog::write(const FrameRow& row, const FrameSource& source) {
  file_.write(fmt::format(
      "{},{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{},{},{},{},{},{}\n",
      row.frame, row.step, row.boids, row.events, row.step_ms, row.sort_ms, row.gather_ms, row.rules_ms,
      row.upload_ms, row.map_ms, row.draw_ms, row.swap_ms, row.total_ms, quoted(source.preset),
      source.backend, quoted(source.device), quoted(fmt::format("{} {}", kVersion, kCompiler)), run_,
      row.picture ? fmt::format("{:016x}", *row.picture) : ""));
  file_.flush();
  total_ms_.push_back(row.total_ms);
}

}  // namespace murmur

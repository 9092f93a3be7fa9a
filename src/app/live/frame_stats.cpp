#include "app/live/frame_stats.h"

#include <filesystem>
#include <utility>

#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr size_t kMostWaiting = 8;  // rows; a time that has not come by then is lost

}  // namespace

FrameStats::FrameStats(const std::string& path, std::string run) : run_(std::move(run)) {
  if (!path.empty()) option_log_.emplace(path, run_);
}

void FrameStats::begin(double start, double last) {
  if (start - last > 0.5) means_.begin(start);
  row_.frame = frame_;
}

void FrameStats::add_drawing(double FrameRow::*part, double ms, bool late) {
  drawing_so_far_ += ms * 1e-3;
  if (late)
    ++late_;
  else
    row_.*part += ms;
}

void FrameStats::add_time(double FrameRow::*part, const FrameTime& time) {
  if (time.frame == frame_) {  // a fast GPU is done before the frame's row is
    row_.*part += time.ms;
    --late_;
    return;
  }
  for (Waiting& waiting : waiting_) {
    if (waiting.row.frame != time.frame) continue;
    waiting.row.*part += time.ms;
    --waiting.late;
  }
}

std::string FrameStats::end(const FrameSource& source, double now) {
  waiting_.push_back({row_, source, steps_, now, late_});
  ++frame_;
  drawing_ = drawing_so_far_;
  forget();
  return write(kMostWaiting);
}

void FrameStats::forget() {
  row_ = {};
  steps_ = 0;
  late_ = 0;
  drawing_so_far_ = 0.0;
}

std::string FrameStats::write(size_t most_waiting) {
  std::string failure;
  while (!waiting_.empty() && (waiting_.front().late <= 0 || waiting_.size() > most_waiting)) {
    const Waiting done = std::move(waiting_.front());
    waiting_.pop_front();
    for (auto* log : {&option_log_, &key_log_}) {
      if (!*log) continue;
      try {
        (*log)->write(done.row, done.source);
      } catch (const RunError& error) {
        failure = error.what();
        log->reset();
      }
    }
    means_.add(done.row, done.steps, done.now);
  }
  return failure;
}

std::string FrameStats::toggle_key_log(const std::string& folder) {
  if (key_log_) {
    reports_.push_back(key_log_->text());
    key_log_.reset();
    return reports_.back();
  }
  try {
    key_log_.emplace(free_name((std::filesystem::path(folder) / "murmur-frames-").string(), ".csv"), run_);
    return key_log_->path() + ": writing what each frame takes; L ends it";
  } catch (const RunError& error) {
    return error.what();
  }
}

std::vector<std::string> FrameStats::reports() const {
  std::vector<std::string> lines = reports_;
  if (key_log_) lines.push_back(key_log_->text());
  if (option_log_) lines.push_back(option_log_->text());
  return lines;
}

}  // namespace murmur

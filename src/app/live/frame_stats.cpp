#include "app/live/frame_stats.h"

#include <filesystem>
#include <utility>

#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr size_t kMostWaiting = 8;  // number of rows that wait for GPU times; later times are lost
constexpr double kMeansOver = 0.5;  // duration of the means [s]
constexpr double FrameRow::*kTimes[] = {&FrameRow::step_ms,  &FrameRow::sort_ms,   &FrameRow::gather_ms,
                                        &FrameRow::rules_ms, &FrameRow::upload_ms, &FrameRow::draw_ms,
                                        &FrameRow::swap_ms,  &FrameRow::total_ms};

}  // namespace

FrameStats::FrameStats(const std::string& path, std::string run) : run_(std::move(run)) {
  if (!path.empty()) option_log_.emplace(path, run_);
}

void FrameStats::begin(double start, double last) {
  if (start - last > 0.5) begin_means(start);
}

void FrameStats::add_steps(int64_t steps, double ms, const PhaseTimes& phases) {
  present_.steps += steps;
  present_.row.step_ms += ms;
  present_.row.sort_ms += phases.sort;
  present_.row.gather_ms += phases.gather;
  present_.row.rules_ms += phases.rules;
}

void FrameStats::add_drawing(double FrameRow::*part, double ms, bool late) {
  present_.drawing += ms * 1e-3;
  if (late)
    ++present_.late;
  else
    present_.row.*part += ms;
}

void FrameStats::add_time(double FrameRow::*part, const FrameTime& time) {
  const auto add = [&](Frame& frame) {
    if (frame.row.frame != time.frame) return;
    frame.row.*part += time.ms;
    --frame.late;
  };
  add(present_);  // a fast GPU may be done before the frame ends
  for (Frame& waiting : waiting_) add(waiting);
}

std::string FrameStats::end(const FrameSource& source, double now) {
  drawing_ = present_.drawing;
  present_.source = source;
  present_.end = now;
  waiting_.push_back(present_);
  ++present_.row.frame;
  forget();
  return write(kMostWaiting);
}

void FrameStats::forget() { present_ = {.row = {.frame = present_.row.frame}}; }

std::string FrameStats::write(size_t most_waiting) {
  std::string failure;
  while (!waiting_.empty() && (waiting_.front().late <= 0 || waiting_.size() > most_waiting)) {
    const Frame done = std::move(waiting_.front());
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
    add_to_means(done);
  }
  return failure;
}

void FrameStats::begin_means(double now) {
  sums_ = {};
  summed_frames_ = summed_steps_ = 0;
  since_ = now;
}

void FrameStats::add_to_means(const Frame& frame) {
  if (since_ < 0.0) since_ = frame.end;
  for (const auto time : kTimes) sums_.*time += frame.row.*time;
  ++summed_frames_;
  summed_steps_ += frame.steps;
  const double elapsed = frame.end - since_;
  if (elapsed < kMeansOver) return;
  means_.frames_per_second = static_cast<double>(summed_frames_) / elapsed;
  for (const auto time : kTimes) {
    means_.frame.*time = sums_.*time / static_cast<double>(summed_frames_);
    if (summed_steps_ > 0) means_.step.*time = sums_.*time / static_cast<double>(summed_steps_);
  }
  begin_means(frame.end);
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

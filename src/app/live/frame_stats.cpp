#include "app/live/frame_stats.h"

#include <filesystem>
#include <utility>

#include "sim/util/errors.h"

namespace murmur {

FrameStats::FrameStats(const std::string& path, std::string run) : run_(std::move(run)) {
  if (!path.empty()) option_log_.emplace(path, run_);
}

void FrameStats::begin(double start, double last) {
  if (start - last > 0.5) means_.begin(start);
  row_.frame = frame_;
}

std::string FrameStats::end(const FrameSource& source, double now) {
  std::string failure;
  for (auto* log : {&option_log_, &key_log_}) {
    if (!*log) continue;
    try {
      (*log)->write(row_, source);
    } catch (const RunError& error) {
      failure = error.what();
      log->reset();
    }
  }
  ++frame_;
  means_.add(row_, steps_, now);
  row_ = {};
  steps_ = 0;
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

// The frame loop's answers to what the user asked of the window itself: another backend, frame logs,
// comparisons, the log that is replayed. What these came to is told in the window and again when it closes.
#include <fmt/format.h>

#include "app/window/view_loop.h"
#include "sim/util/errors.h"

namespace murmur {

/// What was asked for and is the window's own affair.
void ViewLoop::act() {
  const Backend<float>* const flew_on = &simulation_.backend();
  if (std::exchange(view_.next_backend, false)) view_.message = backends_.next();
  if (!view_.backend.empty()) view_.message = backends_.to(std::exchange(view_.backend, {}));
  if (const auto threads = std::exchange(view_.threads, {})) view_.message = backends_.set_threads(*threads);
  if (flew_on != &simulation_.backend())
    reports_.push_back(fmt::format("backend {} from step {}: {}", simulation_.backend().name(),
                                   simulation_.step_number(), simulation_.backend().description()));
  if (std::exchange(view_.frame_log, false)) toggle_frame_log();
  if (std::exchange(view_.compare, false)) {
    if (compare_.running()) {
      compare_.stop();
    } else {
      compare_.start(simulation_, backends_, view_.compare_steps);
      compared_ = false;
    }
  }
  follow_compare();
  if (view_.vsync != vsync_) window_.set_vsync(vsync_ = view_.vsync);
}

void ViewLoop::follow_compare() {
  if (compared_ || compare_.running()) return;
  compared_ = true;
  const std::vector<CompareRow> rows = compare_.rows();
  std::string times;
  for (const CompareRow& row : rows) {
    if (row.skipped.empty())
      times += fmt::format("{}{} {:.3f} ms", times.empty() ? "" : "; ", row.label, row.step_ms);
  }
  view_.message = verdict(rows, compare_.first_step(), compare_.steps()).text;
  reports_.push_back(fmt::format("compare: {} ({} a step)", view_.message, times));
}

void ViewLoop::toggle_frame_log() {
  if (key_log_) {
    reports_.push_back(key_log_->text());
    view_.message = reports_.back();
    key_log_.reset();
    return;
  }
  try {
    key_log_.emplace(free_name("murmur-frames-", ".csv"));
    view_.message = key_log_->path() + ": writing what each frame takes; L ends it";
  } catch (const RunError& error) {
    view_.message = error.what();
  }
}

std::vector<std::string> ViewLoop::reports() const {
  std::vector<std::string> lines = reports_;
  if (key_log_) lines.push_back(key_log_->text());
  if (frame_log_) lines.push_back(frame_log_->text());
  return lines;
}

/// What the log has for the present step. @returns false when it is at its end, or differs.
bool ViewLoop::play_log() {
  LogPlayer* const player = options_.replay;
  if (!player) return true;
  if (player->finished() || player->difference()) return false;
  if (!player->play_present(simulation_)) {
    view_.message = player->difference_text();
  } else if (player->finished()) {
    view_.message = fmt::format("the log ends here: all {} hashes agree{}", player->hashes(),
                                player->cut() ? "; it was cut off" : "");
  } else {
    return true;
  }
  view_.paused = true;
  return false;
}

std::string ViewLoop::replay_text() const {
  const LogPlayer* const player = options_.replay;
  if (!player) return "";
  const std::string place =
      fmt::format("replay: step {} of {}", simulation_.step_number(), player->last_step(simulation_));
  if (player->difference()) return place + ", the hash DIFFERS";
  return fmt::format("{}, {}{} hashes agree", place, player->finished() ? "all " : "", player->hashes());
}

}  // namespace murmur

// Requests of the user to the window: another backend, frame logs, comparisons, the replayed log. Results are
// shown in the window and printed when it closes.
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "app/window/view_loop.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// Where else a picture may go: the user's pictures, home, or the machine's folder for a while. Empty:
/// nowhere.
std::filesystem::path other_folder(const std::filesystem::path& than) {
  std::vector<std::filesystem::path> folders;
  if (const char* const home = std::getenv("HOME")) {
    folders.push_back(std::filesystem::path(home) / "Pictures");
    folders.emplace_back(home);
  }
  std::error_code ignored;
  folders.push_back(std::filesystem::temp_directory_path(ignored));
  for (const auto& folder : folders) {
    if (folder.empty() || access(folder.c_str(), W_OK | X_OK) != 0) continue;
    if (!std::filesystem::equivalent(folder, than.empty() ? "." : than, ignored)) return folder;
  }
  return {};
}

}  // namespace

/// Applies requests to the window.
void ViewLoop::apply_requests() {
  if (flight_.whole()) act_when_whole();
  if (std::exchange(view_.frame_log, false)) toggle_frame_log();
  follow_compare();
  if (view_.vsync != vsync_) window_.set_vsync(vsync_ = view_.vsync);
}

void ViewLoop::act_when_whole() {
  const Backend<float>* const flew_on = &simulation_.backend();
  if (std::exchange(view_.next_backend, false)) view_.message = backends_.next();
  if (!view_.backend.empty()) view_.message = backends_.to(std::exchange(view_.backend, {}));
  if (const auto threads = std::exchange(view_.threads, {})) view_.message = backends_.set_threads(*threads);
  if (flew_on != &simulation_.backend()) {
    reports_.push_back(fmt::format("backend {} from step {}: {}", simulation_.backend().name(),
                                   simulation_.step_number(), simulation_.backend().description()));
    keeper_.forget();
    keep_flock();
  }
  if (std::exchange(view_.compare, false)) {
    if (compare_.running()) {
      compare_.stop();
    } else {
      compare_.start(simulation_, backends_, view_.compare_steps);
      compared_ = false;
    }
  }
}

void ViewLoop::answer_question() {
  if (const auto answer = overlay_.answer()) controls_.answer(*answer);
  if (overlay_.tool() >= 0) controls_.choose_tool(static_cast<Tool>(overlay_.tool()));
}

/// A failed write does not stop the flock; the exit code reports it.
void ViewLoop::fail(const std::string& why) {
  if (failure_.empty()) failure_ = why;
  view_.message = why;
}

void ViewLoop::write(const LogRecord& record) {
  if (!event_log_) return;
  try {
    std::visit([this](const auto& one) { event_log_->write(one); }, record);
  } catch (const RunError& error) {
    event_log_ = nullptr;
    fail(fmt::format("the event log ends at step {}: {}", step_of(record), error.what()));
  }
}

void ViewLoop::save_picture(const std::filesystem::path& folder, std::shared_ptr<const Image> picture) {
  const std::string name = free_name((folder / "murmur-").string(), ".png");
  try {
    write_png(name, *picture);
    view_.message = "screenshot " + name;
    folder_ = folder.string();
  } catch (const RunError& error) {
    view_.message = error.what();
    const std::filesystem::path other = other_folder(folder);
    if (other.empty()) return;
    view_.question = Question{.text = fmt::format("{} Write it to {}?", error.what(), other.string()),
                              .yes = "Write it there",
                              .no = "Leave it",
                              .act = [this, other, picture] { save_picture(other, picture); }};
  }
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
    key_log_.emplace(free_name((std::filesystem::path(folder_) / "murmur-frames-").string(), ".csv"));
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

/// Applies the log's entries for the current step. @returns false at its end, or if a hash differs.
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
  const std::string place = fmt::format("replay: step {} of {}", flight_.step_number(), replay_end_);
  if (player->difference()) return place + ", the hash DIFFERS";
  return fmt::format("{}, {}{} hashes agree", place, player->finished() ? "all " : "", player->hashes());
}

}  // namespace murmur

// Requests of the user to the window: another backend, pictures, frame logs, comparisons. Results are shown in
// the window and printed when it closes.
#include <vector>

#include <fmt/format.h>

#include "app/window/save_menu.h"
#include "app/window/view_loop.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kSlowStep = 100.0;  // [ms]: a backend whose steps take longer needs confirmation

}  // namespace
/// Applies requests to the window.
void ViewLoop::apply_requests() {
  if (flight_.whole()) act_when_whole();
  if (std::exchange(view_.frame_log, false)) toggle_frame_log();
  follow_compare();
  choose_from_menu();
  show_saved();
  open_requested();
  if (std::exchange(view_.fullscreen, false)) window_.toggle_fullscreen();
  if (view_.vsync != vsync_) window_.set_vsync(vsync_ = view_.vsync);
}

void ViewLoop::act_when_whole() {
  const Backend<float>* const before = &simulation_.backend();
  if (std::exchange(view_.next_backend, false) && !ask_for_slow_backend()) view_.message = backends_.next();
  if (!view_.backend.empty()) view_.message = backends_.to(std::exchange(view_.backend, {}));
  if (const auto threads = std::exchange(view_.threads, {})) view_.message = backends_.set_threads(*threads);
  if (before != &simulation_.backend()) {
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

/// The key C is pressed by accident, and a step that tests all pairs takes long.
bool ViewLoop::ask_for_slow_backend() {
  const BackendKind* const kind = backends_.after_this();
  if (!kind) return false;
  const double ms = backends_.step_ms_on(*kind);
  if (ms <= kSlowStep) return false;
  view_.question =
      Question{.text = fmt::format("A step of {} boids on the {} takes about {}: it tests all pairs.",
                                   grouped(simulation_.count()), kind->name, duration_text(ms)),
               .yes = "Use it",
               .no = "Cancel",
               .act = [this, name = kind->name] { view_.backend = name; }};
  return true;
}

void ViewLoop::answer_question() {
  if (const auto answer = overlay_.answer()) controls_.answer(*answer);
  if (overlay_.time().step) view_.seek = overlay_.time().step;
  if (overlay_.time().undo != 0) view_.undo = overlay_.time().undo;
  if (overlay_.tool() >= 0) controls_.choose_tool(static_cast<Tool>(overlay_.tool()));
}

/// A failed write does not stop the flock; the exit code reports it.
void ViewLoop::fail(const std::string& why) {
  if (failure_.empty()) failure_ = why;
  view_.message = why;
}

/// A menu is open until something is chosen; the film goes on.
void ViewLoop::choose_from_menu() {
  const int choice = overlay_.menu_choice();
  if (choice == kNoChoice || view_.menu == ViewMenu::kNone) return;
  if (choice >= 0 && view_.menu == ViewMenu::kSave)
    flight_.when_whole([this, choice] { choose_save(choice); });
  if (choice >= 0 && view_.menu == ViewMenu::kGallery) {
    const GalleryEntry& entry = gallery_->entries()[static_cast<size_t>(choice)];
    if (entry.preset && !view_.replay) {
      controls_.choose_preset(entry.name);
    } else {
      view_.open = entry.name;
    }
  }
  view_.menu = ViewMenu::kNone;
}

/// Another file ends this loop; a faulty one does not.
void ViewLoop::open_requested() {
  if (const auto dropped = window_.take_dropped(); !dropped.empty()) view_.open = dropped.back();
  if (view_.open.empty() || !flight_.whole()) return;
  const std::string path = std::exchange(view_.open, {});
  if (!options_.opener) {
    view_.message = "murmur view opens files; this is a replay";
    return;
  }
  try {
    options_.opener(path);
    view_.quit = true;
  } catch (const UserError& error) {
    view_.message = error.what();
  } catch (const RunError& error) {
    view_.message = error.what();
  }
}

Menu ViewLoop::menu() {
  if (view_.menu == ViewMenu::kGallery) {
    if (!gallery_) gallery_ = std::make_unique<Gallery>();
    return gallery_->menu();
  }
  if (view_.menu == ViewMenu::kSave) return save_menu(film_ != nullptr, time_.log() != nullptr);
  return {};
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
    key_log_.emplace(free_name((std::filesystem::path(folder_) / "murmur-frames-").string(), ".csv"),
                     options_.run);
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

}  // namespace murmur

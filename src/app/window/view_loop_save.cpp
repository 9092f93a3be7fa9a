// What the user saves from the window: scenario, state, log, pictures and films. A file that cannot be written ends
// nothing: another folder is offered.
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "app/window/save_menu.h"
#include "app/window/view_loop.h"
#include "render/film/film_output.h"
#include "sim/formats/checkpoint.h"
#include "sim/formats/state_csv.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

constexpr int kMp4Rate = 30, kGifRate = 20;  // pictures per second
constexpr double kFilmShare = 0.03;          // [s] of a frame for pictures of a film, but one at least

/// Another folder for a picture: the user's pictures, home, or the folder for temporary files. Empty: none.
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

void open_folder(const std::string& folder) {
  std::string program = "xdg-open", path = folder;
  char* arguments[] = {program.data(), path.data(), nullptr};
  pid_t child = 0;
  (void)posix_spawnp(&child, "xdg-open", nullptr, nullptr, arguments, environ);
}

}  // namespace

void ViewLoop::save(const std::string& what, const std::string& ending, const Write& write,
                    const std::filesystem::path& folder) {
  const std::string name = free_name((folder / "murmur-").string(), ending);
  try {
    write(name);
    view_.message = what + " " + name;
    folder_ = folder.string();
    std::error_code ignored;
    saved_folder_ = std::filesystem::absolute(folder.empty() ? "." : folder, ignored).string();
    saved_message_ = view_.message;
  } catch (const RunError& error) {
    view_.message = error.what();
    const std::filesystem::path other = other_folder(folder);
    if (other.empty()) return;
    view_.question = Question{.text = fmt::format("{} Write it to {}?", error.what(), other.string()),
                              .yes = "Write it there",
                              .no = "Cancel",
                              .act = [=, this] { save(what, ending, write, other); }};
  }
}

/// With the look and the pace of the window. What the scenario leaves open stays open if the look is unchanged.
std::string ViewLoop::scenario_text() const {
  Scenario scenario = simulation_.scenario();
  if (view_.look != look_of(scenario.view, {})) scenario.view = view_of(view_.look, view_.steps_per_second);
  scenario.view.steps_per_second = view_.steps_per_second;
  return scenario_to_toml(scenario);
}

void ViewLoop::choose_save(int choice) {
  switch (static_cast<SaveChoice>(choice)) {
    case SaveChoice::kScenario:
      save(
          "scenario", ".toml", [this](const std::string& path) { replace_file(path, scenario_text()); },
          folder_);
      break;
    case SaveChoice::kCopy:
      window_.set_clipboard(scenario_text());
      view_.message = "the scenario is in the clipboard";
      break;
    case SaveChoice::kState:
      save(
          "state", ".csv",
          [this](const std::string& path) {
            StateCsvWriter<float> writer(path);
            writer.write(simulation_.state());
            writer.finish();
          },
          folder_);
      break;
    case SaveChoice::kCheckpoint:
      save(
          "checkpoint", ".checkpoint",
          [this](const std::string& path) {
            write_checkpoint<float>(path, {options_.scenario, simulation_.run_state(), simulation_.state(),
                                           simulation_.hash(), options_.run, options_.image_hash});
          },
          folder_);
      break;
    case SaveChoice::kLog:
      if (!time_.log()) {
        view_.message = "there is no event log: this is a replay, or it could not be written";
        break;
      }
      if (!time_.in_past()) time_.note(HashRecord{simulation_.step_number(), simulation_.hash()}, frame_);
      save(
          "event log", ".jsonl", [this](const std::string& path) { replace_file(path, time_.log()->text()); },
          folder_);
      break;
    case SaveChoice::kPicture:
      view_.screenshot = true;
      break;
    case SaveChoice::kMp4:
      toggle_film(".mp4");
      break;
    case SaveChoice::kGif:
      toggle_film(".gif");
      break;
  }
}

/// Begins a film, or ends the one that is being recorded.
void ViewLoop::toggle_film(const std::string& ending) {
  if (film_) {
    end_film();
    return;
  }
  if (!target_) return;
  film_width_ = target_->width() / 2 * 2;  // an MP4 has even sizes
  film_height_ = target_->height() / 2 * 2;
  film_rate_ = ending == ".gif" ? kGifRate : kMp4Rate;
  save(
      "recording", ending,
      [this](const std::string& path) {
        try {
          film_ = make_film(
              path, {.width = film_width_, .height = film_height_, .frames_per_second = double(film_rate_)});
        } catch (const UserError& error) {
          throw RunError(error.what());
        }
        film_path_ = path;
      },
      folder_);
  film_begun_ = seconds();
  film_frames_ = 0;
  saved_message_.clear();
}

/// The picture is repeated while the window draws nothing, so that the film has the time of the window. What the encoder has
/// no time for is left out: the window answers while it records.
void ViewLoop::film() {
  if (!film_) return;
  const auto due = static_cast<int64_t>((seconds() - film_begun_) * film_rate_) + 1 - film_frames_;
  if (due <= 0) return;
  try {
    const Image whole = target_->read();
    Image picture{.width = film_width_, .height = film_height_, .rgb = {}};
    picture.rgb.assign(static_cast<size_t>(film_width_) * static_cast<size_t>(film_height_) * 3, 0);
    const int wide = std::min(whole.width, film_width_), high = std::min(whole.height, film_height_);
    for (int y = 0; y < high; ++y)
      std::copy_n(whole.at(0, y), 3 * wide,
                  &picture.rgb[static_cast<size_t>(y) * static_cast<size_t>(film_width_) * 3]);
    const double start = seconds();
    for (int64_t k = 0; k < due && (k == 0 || seconds() - start < kFilmShare); ++k) film_->add(picture);
    film_frames_ += due;
  } catch (const RunError& error) {
    film_.reset();
    view_.message = error.what();
  }
}

void ViewLoop::end_film() {
  if (!film_) return;
  try {
    film_->finish();
    saved_message_ = view_.message = fmt::format("film {}: {:.1f} s", film_path_, seconds() - film_begun_);
  } catch (const RunError& error) {
    view_.message = error.what();
  }
  film_.reset();
}

void ViewLoop::show_saved() {
  if (overlay_.message_pressed()) open_folder(saved_folder_);
}

}  // namespace murmur

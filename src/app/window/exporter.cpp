#include "app/window/exporter.h"

#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/window/file_list.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

/// A writable folder beside `than`: the user's pictures, home, or the folder for temporary files; empty: none.
std::string other_folder(const std::string& than) {
  std::vector<std::filesystem::path> folders;
  if (const char* const home = std::getenv("HOME")) {
    folders.push_back(std::filesystem::path(home) / "Pictures");
    folders.emplace_back(home);
  }
  std::error_code ignored;
  folders.push_back(std::filesystem::temp_directory_path(ignored));
  for (const auto& folder : folders) {
    if (folder.empty() || access(folder.c_str(), W_OK | X_OK) != 0) continue;
    if (!std::filesystem::equivalent(folder, than.empty() ? "." : than, ignored)) return folder.string();
  }
  return {};
}

std::string start_of_name(const std::string& folder) {
  return (std::filesystem::path(folder) / "murmur-").string();
}

/// The absolute path of a folder for notices, because a user may not know the present folder.
std::string whole_folder(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(folder.empty() ? "." : folder, ignored).string();
}

std::string folder_of(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

struct RunFile {
  ExportKind kind;
  SaveChoice choice;
  const char *what, *ending;
};
constexpr RunFile kRunFiles[] = {
    {ExportKind::kScenario, SaveChoice::kScenario, "scenario", ".toml"},
    {ExportKind::kState, SaveChoice::kState, "state", ".csv"},
    {ExportKind::kCheckpoint, SaveChoice::kCheckpoint, "flock", ".checkpoint"},
    {ExportKind::kLog, SaveChoice::kLog, "event log", ".jsonl"},
    {ExportKind::kMeasures, SaveChoice::kMeasures, "measures", "-measures.csv"},
};

const RunFile& run_file(ExportKind kind) { return kRunFiles[static_cast<size_t>(kind)]; }

}  // namespace

void open_folder(const std::string& folder) {
  std::string program = "xdg-open", path = folder;
  char* arguments[] = {program.data(), path.data(), nullptr};
  pid_t child = 0;
  (void)posix_spawnp(&child, "xdg-open", nullptr, nullptr, arguments, environ);
}

Menu Exporter::menu(bool more) const {
  const bool filming = film_ != nullptr;
  if (!more)
    return {.title = "Save",
            .entries = {
                {"checkpoint", "Flock",
                 "all there is: every boid, value and step, and the look; Ctrl + O opens it"},
                {"picture", "Picture", "PNG of the flock, without panel and tools; F12 has them"},
                {"mp4", filming ? "End film" : "Film",
                 filming ? "ends the film and writes it" : "MP4: records the picture until it is ended here"},
                {"share", share_ ? "Cancel sharing" : "Share",
                 share_ ? "ends the film of the share; nothing of it is kept"
                        : "a folder for others: film of the next ten seconds, scenario, event log"},
                {"more", "More ...", "scenario, state, event log, measures, GIF"}}};
  return {.title = "Save",
          .entries = {{"scenario", "Scenario", "TOML: the values alone, to edit and to begin anew"},
                      {"copy", "Copy scenario", "the same text, to the clipboard"},
                      {"state", "State",
                       "CSV of all boids, for tables; murmur run --initial FILE.csv goes on from it"},
                      {"log", "Event log",
                       run_.has_log() ? "what was done since the start; murmur replay FILE.jsonl plays it"
                                      : "not in a replay, or without room for temporary files"},
                      {"measures", "Measures", "CSV of what the curves of the section Live show"},
                      {"gif", filming ? "End film" : "Film (GIF)",
                       filming ? "ends the film and writes it" : "as Film, for short ones"}}};
}

void Exporter::save_run(ExportKind kind, const std::string& folder, const std::string& text) {
  if (kind == ExportKind::kLog && !run_.has_log()) {
    notices_.say("there is no event log: this is a replay, or it could not be written");
    return;
  }
  run_.ask(job::Export{.kind = kind,
                       .before = start_of_name(folder),
                       .ending = run_file(kind).ending,
                       .text = text,
                       .origin = origin_});
}

void Exporter::exported(const Exported& file) {
  if (file.kind == ExportKind::kShare) return shared(file);
  const RunFile& kind = run_file(file.kind);
  if (file.error.empty() && file.kind != ExportKind::kMeasures) {
    saved_ = changes_;
    note_recent_file(file.path);
  }
  if (file.error.empty())
    saved(kind.what, file.path);
  else
    failed(file.error, kind.choice, folder_of(file.path));
}

void Exporter::saved(const std::string& what, const std::string& path) {
  folder_ = folder_of(path);
  const std::string folder = whole_folder(folder_);
  notices_.say(fmt::format("{} {} in {}", what, std::filesystem::path(path).filename().string(), folder),
               folder);
}

void Exporter::share(const std::string& folder, const std::string& text, std::vector<std::string> arguments) {
  share_ = std::make_unique<Share>(std::move(arguments));
  run_.ask(job::Export{.kind = ExportKind::kShare,
                       .before = start_of_name(folder),
                       .ending = {},
                       .path = {},
                       .text = text,
                       .origin = origin_});
}

void Exporter::shared(const Exported& files) {
  if (!files.error.empty()) {
    share_.reset();
    return failed(files.error, SaveChoice::kShare, folder_of(files.path));
  }
  shared_ = changes_;
  try {
    share_->begin(files.path);
  } catch (const RunError& error) {
    share_.reset();
    notices_.say(error.what());
  }
}

void Exporter::say_share(const Share::Result& end) {
  const std::string path = share_->folder();
  share_.reset();
  if (!end.kept) {
    notices_.say(fmt::format("nothing is shared: {}", end.why));
    return;
  }
  folder_ = folder_of(path);
  saved_ = std::max(saved_, shared_);
  const char* const files = run_.has_log() ? "the scenario and the event log" : "the scenario, no event log";
  const std::string folder = whole_folder(path);
  notices_.say(end.why.empty() ? fmt::format("{}: the film, {}", folder, files)
                               : fmt::format("{}: {}; {}", folder, files, end.why),
               folder);
}

/// Reports a file that could not be written, and offers another folder.
void Exporter::failed(const std::string& why, SaveChoice choice, const std::string& folder) {
  notices_.say(why);
  const std::string other = other_folder(folder);
  if (other.empty()) return;
  notices_.ask({.text = fmt::format("{}{} Write it to {}?", why, why.ends_with('.') ? "" : ".", other),
                .yes = "Write it there",
                .no = "Cancel",
                .act = command::Save{choice, other}});
}

void Exporter::write_window(const Image& picture) {
  write_picture(picture, SaveChoice::kWindow, *std::exchange(window_folder_, {}));
}

void Exporter::write_picture(const Image& picture, SaveChoice choice, const std::string& folder) {
  const std::string path = free_name(start_of_name(folder), ".png");
  try {
    write_png(path, picture);
    saved("picture", path);
  } catch (const RunError& error) {
    failed(error.what(), choice, folder);
  }
}

void Exporter::toggle_film(SaveChoice choice, const std::string& folder, int width, int height, double now) {
  if (film_) {
    film_->finish(now);
    return;
  }
  const std::string path = free_name(start_of_name(folder), choice == SaveChoice::kGif ? ".gif" : ".mp4");
  try {
    film_ = std::make_unique<FilmRecorder>(path, width, height, now);
    folder_ = folder;
    notices_.say("recording " + path);
  } catch (const RunError& error) {
    failed(error.what(), choice, folder);
  }
}

void Exporter::say_film(const FilmRecorder::End& end) {
  const std::string folder = whole_folder(folder_);
  if (end.whole)
    notices_.say(fmt::format("{}; in {}", end.text, folder), folder);
  else
    notices_.fail(end.text);
  film_.reset();
}

std::string Exporter::loss(const std::string& doing, bool changed, bool differs) const {
  std::vector<std::string> losses;
  if (film()) losses.push_back(fmt::format("A film is being recorded: {} ends it.", doing));
  if (share_) losses.push_back(fmt::format("A film to share is being drawn: {} gives it up.", doing));
  if (changed && differs && changes_ != saved_ && !logged_)
    losses.emplace_back("The flock has unsaved changes.");
  return fmt::format("{}", fmt::join(losses, " "));
}

void Exporter::follow_film() {
  if (share_) {
    if (const auto end = share_->result()) say_share(*end);
  }
  if (!film_) return;
  if (const auto result = film_->result()) say_film(*result);
}

void Exporter::end_film(double now) {
  share_.reset();
  if (!film_) return;
  film_->finish(now);
  say_film(film_->wait());
}

}  // namespace murmur

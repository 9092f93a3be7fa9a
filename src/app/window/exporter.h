// Saves files from the window: scenario, state, checkpoint, log, pictures and films. Names the files; when one
// cannot be written, offers another folder. The thread of the run writes files of the run, other threads write
// films. Used by App.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/controls/notices.h"
#include "app/live/live_run.h"
#include "app/window/film_recorder.h"
#include "app/window/share.h"
#include "render/gl/png.h"
#include "render/panel/overlay_status.h"

namespace murmur {

class Exporter {
 public:
  /// `logged`: the user has named a file for the event log, so that the events of the run cannot be lost.
  Exporter(LiveRun& run, Notices& notices, RunOrigin origin, bool logged)
      : run_(run), notices_(notices), origin_(std::move(origin)), logged_(logged) {}

  /// The menu Save. `more`: the entries under More.
  Menu menu(bool more) const;
  /// Notes that the user has changed the flock.
  void changed() { ++changes_; }
  /// A sentence about data that would be lost by `doing`, such as "quitting"; empty: none. `changed`: there is an act
  /// that was not undone. `differs`: the flock has other values than at its start.
  std::string loss(const std::string& doing, bool changed, bool differs) const;
  /// Asks the thread of the run to write a file. `text`: the scenario with the look of the window, the look alone
  /// for a checkpoint, or measures. exported() gets the name of the file.
  void save_run(ExportKind kind, const std::string& folder, const std::string& text);
  void exported(const Exported& file);
  /// Asks for a picture of the whole window; write_window() gets it when it is drawn.
  void ask_window(const std::string& folder) { window_folder_ = folder; }
  bool wants_window() const { return window_folder_.has_value(); }
  void write_window(const Image& picture);
  /// Writes a picture into a folder. `choice`: saves it again in another folder if this one cannot be written.
  void write_picture(const Image& picture, SaveChoice choice, const std::string& folder);

  /// Begins a film with pictures of this size [pixels], or ends the present recording. `now` [s].
  void toggle_film(SaveChoice choice, const std::string& folder, int width, int height, double now);
  const FilmRecorder* film() const { return film_ && !film_->finishing() ? film_.get() : nullptr; }
  FilmRecorder* film() { return film_ && !film_->finishing() ? film_.get() : nullptr; }
  /// Shows a notice when a film or a share has ended.
  void follow_film();
  void end_film(double now);  ///< waits for the end of the film; cancels a share

  /// Begins to share ten seconds of the flock. `text`: the scenario with the look of the window; `arguments`: see Share.
  void share(const std::string& folder, const std::string& text, std::vector<std::string> arguments);
  const Share* sharing() const { return share_.get(); }
  void cancel_share() {
    if (share_) share_->cancel();
  }

  const std::string& folder() const { return folder_; }  ///< folder of the last file; empty: present folder

 private:
  void saved(const std::string& what, const std::string& path);
  void failed(const std::string& why, SaveChoice choice, const std::string& folder);
  void say_film(const FilmRecorder::End& end);
  void shared(const Exported& files);
  void say_share(const Share::Result& end);

  LiveRun& run_;
  Notices& notices_;
  RunOrigin origin_;
  bool logged_;
  int64_t changes_ = 0, saved_ = 0, shared_ = 0;  // changes_ at the last saved file, and at the share
  std::string folder_;
  std::optional<std::string> window_folder_;
  std::unique_ptr<FilmRecorder> film_;
  std::unique_ptr<Share> share_;
};

void open_folder(const std::string& folder);

}  // namespace murmur

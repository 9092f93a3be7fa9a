// What the user saves from the window: scenario, state, checkpoint, log, pictures and films. Names the files; when one cannot be
// written, it offers another folder. Files of the run are written by the run's own thread, films by theirs. Used by App.
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
  /// `logged`: the events of the run go to a file of the user's, so that nothing of them is lost.
  Exporter(LiveRun& run, Notices& notices, RunOrigin origin, bool logged)
      : run_(run), notices_(notices), origin_(std::move(origin)), logged_(logged) {}

  /// `more`: the kinds that few need.
  Menu menu(bool more) const;
  /// The user has changed the flock.
  void changed() { ++changes_; }
  /// A sentence about what `doing` something now would lose, "quitting"; empty: nothing. `changed`: there is an act that is not taken back.
  std::string loss(const std::string& doing, bool changed) const;
  /// A file of the run; `text`: of a scenario with the look of the window, of the look alone for a checkpoint, of measures. Its name comes
  /// with exported().
  void save_run(ExportKind kind, const std::string& folder, const std::string& text);
  void exported(const Exported& file);
  /// A picture of the whole window is asked for; write_picture() gets it when it is drawn.
  void ask_picture(const std::string& folder) { picture_folder_ = folder; }
  bool wants_picture() const { return picture_folder_.has_value(); }
  void write_picture(const Image& picture);

  /// Begins a film of pictures of this size [pixels], or ends the one that is being recorded. `now` [s].
  void toggle_film(SaveChoice choice, const std::string& folder, int width, int height, double now);
  const FilmRecorder* film() const { return film_ && !film_->finishing() ? film_.get() : nullptr; }
  FilmRecorder* film() { return film_ && !film_->finishing() ? film_.get() : nullptr; }
  /// Says what has become of a film or a share that has ended.
  void follow_film();
  void end_film(double now);  ///< waits for the file of the film; a share is given up

  /// Begins to write ten seconds of the flock for others. `text`: as for save_run(); `arguments`: see Share.
  void share(const std::string& folder, const std::string& text, std::vector<std::string> arguments);
  const Share* sharing() const { return share_.get(); }
  void cancel_share() {
    if (share_) share_->cancel();
  }

  const std::string& folder() const { return folder_; }  ///< folder of the last file; empty: the present one

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
  int64_t changes_ = 0, saved_ = 0, shared_ = 0;  // saved_, shared_: those in the last saved file, and share
  std::string folder_;
  std::optional<std::string> picture_folder_;
  std::unique_ptr<FilmRecorder> film_;
  std::unique_ptr<Share> share_;
};

void open_folder(const std::string& folder);

}  // namespace murmur

// Records the picture of the window as a film, in the time of the window: a picture is repeated while nothing new is drawn. A
// thread of its own encodes; pictures that it has no time for are left out, so that the window answers while it records.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "render/film/film.h"
#include "sim/util/condition.h"

namespace murmur {

class FilmRecorder {
 public:
  /// `width`, `height`: of the picture [pixels]. `now` [s]. @throws RunError when the file or ffmpeg cannot be had.
  FilmRecorder(const std::string& path, int width, int height, double now);
  ~FilmRecorder();  ///< waits for the encoder; without finish() there is no film
  FilmRecorder(const FilmRecorder&) = delete;
  FilmRecorder& operator=(const FilmRecorder&) = delete;

  double interval() const { return 1.0 / rate_; }  ///< [s] between pictures
  bool due(double now) const { return !finishing_ && frames_due(now) > 0; }
  double seconds(double now) const { return now - begun_; }  ///< length of the film so far
  /// The picture since the last one that was offered; of another size, its middle is scaled to that of the film.
  void offer(const Image& picture, double now);
  /// The film ends; the encoder has perhaps still to do.
  void finish(double now);
  bool finishing() const { return finishing_; }
  struct End {
    std::string text;
    bool whole = true;  ///< the encoder has not failed
  };
  /// What became of the film: when the encoder has ended, or has failed.
  std::optional<End> result();
  /// Waits for the end of a film that finish() has ended.
  End wait();

 private:
  struct Shot {
    Image picture;
    int64_t times = 0;
  };
  int64_t frames_due(double now) const;
  void work();

  std::string path_;
  int width_, height_;  // size of the film [pixels]
  int rate_;            // pictures per second
  double begun_, seconds_ = 0.0;
  int64_t frames_ = 0, left_out_ = 0;  // pictures of the film so far, and those that were left out
  bool refused_ = false;               // a picture since the last one that was taken
  bool finishing_ = false;
  std::unique_ptr<Film> film_;

  std::mutex mutex_;  // guards the members below
  Condition wake_;
  std::deque<Shot> shots_;
  bool last_ = false, ended_ = false;
  End result_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace murmur

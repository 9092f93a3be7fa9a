// Records the picture of the window as a film in real time: a picture is repeated while nothing new is drawn. A
// separate thread encodes; pictures for which the encoder has no time are left out, so that the window stays
// responsive.
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
  /// Begins a film with pictures of this size [pixels] at `now` [s]. @throws RunError when the file cannot be written or ffmpeg is missing.
  FilmRecorder(const std::string& path, int width, int height, double now);
  ~FilmRecorder();  ///< waits for the encoder; without finish() there is no film
  FilmRecorder(const FilmRecorder&) = delete;
  FilmRecorder& operator=(const FilmRecorder&) = delete;

  double interval() const { return 1.0 / rate_; }  ///< time between pictures [s]
  bool due(double now) const { return !finishing_ && frames_due(now) > 0; }
  double seconds(double now) const { return now - begun_; }  ///< length of the film so far
  /// Offers a picture to the film. The middle of a picture of another size is scaled to the size of the film.
  void offer(const Image& picture, double now);
  /// Ends the film; the encoder may still be busy.
  void finish(double now);
  bool finishing() const { return finishing_; }
  struct End {
    std::string text;
    bool whole = true;  ///< the encoder has not failed
  };
  /// The result of the film; none while the encoder is busy.
  std::optional<End> result();
  /// Waits for the encoder after finish(). @returns the result.
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
  int64_t frames_ = 0, left_out_ = 0;  // pictures of the film so far, and those left out
  bool refused_ = false;               // the last offered picture was left out
  bool finishing_ = false;
  std::unique_ptr<Film> film_;

  std::mutex mutex_;  // guards the members below
  Condition wake_;
  std::deque<Shot> shots_;
  bool last_ = false, ended_ = false;
  End result_;
  std::thread thread_;  // declared last, because the thread uses the other members
};

}  // namespace murmur

// The flocks in the window: A, and during A/B flock B in the right half of the picture, at the same step and with
// the same camera. Has picture and measures of each flock and the values that differ, and carries out commands for
// A/B. LiveRun owns the flocks. Used by App.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/controls/notices.h"
#include "app/controls/value_history.h"
#include "app/live/metrics_sampler.h"
#include "app/window/viewport.h"
#include "render/gl/input_event.h"
#include "render/panel/overlay_status.h"

namespace murmur {

struct ShownFlock {
  /// `on_remark`: see Viewport. `shapes`: see MetricsSampler.
  ShownFlock(Window& window, FrameStats& stats, const std::function<void(const std::string&)>& on_remark,
             bool shapes)
      : viewport(window, stats, on_remark), sampler(shapes) {}
  Viewport viewport;
  MetricsSampler sampler;
};

class ShownFlocks {
 public:
  ShownFlocks(Window& window, FrameStats& stats, LiveRun& run, Notices& notices);

  /// Picture and measures of flock A, which always exist.
  ShownFlock& first() { return *shown_.front(); }
  const ShownFlock& first() const { return *shown_.front(); }
  bool both() const { return shown_.size() > 1; }  ///< B is shown, too
  /// Carries out a command for A/B. New values derive from the shown ones.
  void act(const command::SideBySide& what, const BackendOptions& options, const UndoTag& tag);
  /// Updates pictures and differences after jobs. `values`: some values may have changed; `steps`: the flocks have made steps.
  void follow(bool values, bool steps);

  /// Width of each flock's part of a picture of width `picture` [pixels].
  int width_of_one(int picture) const;
  /// Maps a position in the right half of an A/B picture to the same position in the half of flock A.
  InputEvent to_first_flock(InputEvent input);
  double pointer_shift() const { return shift_; }  ///< distance from the left half to the pointer [pixels]

  /// Draws pictures of this size [pixels] for both flocks, or for none if nothing has changed. `settings`: settings of A.
  void draw(int width, int height, const Camera& camera, PictureSettings settings,
            const std::optional<Lease>& lease);
  /// Copies the last pictures into the window; each is `width` x `height` [pixels] there.
  void present(int width, int height);
  int width() const;  ///< width of the whole picture [pixels]
  void collect_times(bool wait = false);
  /// Begins to read the whole picture for a film, with both flocks; see Viewport.
  void read_for_film(double now);
  std::optional<PictureReader::Picture> picture_for_film(bool wait);
  Image screenshot(int width, Camera& camera, const Look& look);

  /// Measures a copy of A, or of B if B still exists.
  void measure(FlockCopy copy, double now);
  bool wants_copies(double now);  ///< see MetricsSampler; a copy of A comes with one of B
  bool has_news() const;          ///< measures of a flock have news

  /// Measures of B, for text and panel; null: there is no B.
  MetricsSampler* second() { return both() ? &shown_.back()->sampler : nullptr; }
  const std::vector<DifferentValue>& differences() const { return differences_; }
  std::vector<PictureHalf> halves() const;

 private:
  void begin(bool sure, const BackendOptions& options);

  Window& window_;
  FrameStats& stats_;
  LiveRun& run_;
  Notices& notices_;
  std::vector<std::unique_ptr<ShownFlock>> shown_;  // A, then B; one element: there is no B
  std::optional<PictureReader::Picture> read_;      // picture of B that waits for that of A; empty: none
  std::vector<DifferentValue> differences_;
  int width_ = 0;  // width of each flock's picture [pixels]
  double shift_ = 0.0;
  int pressed_ = 0;  // number of pressed buttons
};

}  // namespace murmur

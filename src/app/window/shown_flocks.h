// The flocks in the window: A, and during A/B flock B in the right half of the picture, at the same step and with the same camera. Has
// the picture and the measures of each, what differs between them, and what the user asks of A/B. LiveRun has the flocks themselves.
// Used by App.
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
  /// `on_remark`: see Viewport; `shapes`: see MetricsSampler.
  ShownFlock(Window& window, FrameStats& stats, const std::function<void(const std::string&)>& on_remark,
             bool shapes)
      : viewport(window, stats, on_remark), sampler(shapes) {}
  Viewport viewport;
  MetricsSampler sampler;
};

class ShownFlocks {
 public:
  ShownFlocks(Window& window, FrameStats& stats, LiveRun& run, Notices& notices);

  /// Flock A, which is always there.
  ShownFlock& first() { return *shown_.front(); }
  const ShownFlock& first() const { return *shown_.front(); }
  bool both() const { return shown_.size() > 1; }  ///< B is shown, too
  /// Values are set from those that are shown.
  void act(const command::SideBySide& what, const BackendOptions& options, const UndoTag& tag);
  /// Is called after jobs. `values`: some may have changed; `steps`: the flocks have made steps.
  void follow(bool values, bool steps);

  /// Width of each flock's part of a picture of this width [pixels].
  int width_of_one(int picture) const;
  /// Moves positions in the right half of an A/B picture to the same position of flock A's half.
  InputEvent to_first_flock(InputEvent input);
  double pointer_shift() const { return shift_; }  ///< distance from the left half to the pointer [pixels]

  /// Draws pictures of this size [pixels] for each flock, or none. `settings`: of A.
  void draw(int width, int height, const Camera& camera, PictureSettings settings,
            const std::optional<Lease>& lease);
  /// Copies the last pictures into the window; A has `width` x `height` [pixels] there.
  void present(int width, int height);
  int width() const;  ///< width of the whole picture [pixels]
  void collect_times(bool wait = false);
  /// The whole picture for a film, or of the end in this width [pixels]; see Viewport.
  void read_for_film(double now);
  std::optional<PictureReader::Picture> picture_for_film(bool wait);
  Image screenshot(int width, Camera& camera, const Look& look);

  /// Measures a copy of A or B, if it is there still.
  void measure(FlockCopy copy, double now);
  bool wants_copies(double now);  ///< see MetricsSampler; a copy of A comes with one of B
  bool has_news() const;          ///< any of their measures

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
  std::vector<std::unique_ptr<ShownFlock>> shown_;  // A, then B; one: there is no B
  std::optional<PictureReader::Picture> read_;      // picture of B that waits for that of A; empty: none
  std::vector<DifferentValue> differences_;
  int width_ = 0;  // width of each flock's picture [pixels]
  double shift_ = 0.0;
  int pressed_ = 0;  // buttons that are down
};

}  // namespace murmur

// Flock B of A/B in the right half of the picture, beside flock A: its pictures and measures, what differs from A, and what the user
// asks of it. Both flocks are shown at the same step, with the same camera. LiveRun has the flock itself. Used by App.
#pragma once

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

class SecondView {
 public:
  /// `first`: the picture of A.
  SecondView(Window& window, FrameStats& stats, LiveRun& run, Notices& notices, Viewport& first)
      : window_(window), stats_(stats), run_(run), notices_(notices), first_(first) {}

  /// Values are set from those that are shown.
  void act(const command::SideBySide& what, const BackendOptions& options, const UndoTag& tag);

  bool shown() const { return shown_ != nullptr; }
  /// Is called after jobs. `values`: some may have changed; `steps`: the flock has made steps.
  void follow(bool values, bool steps);
  /// Width of each flock's half in a picture of this width [pixels].
  int width_of_one(int picture) const;
  /// A place in the right half means the same place of the left one.
  InputEvent in_first(InputEvent input);

  bool drawing() const;
  /// Goes on with a picture that is drawn in batches. @returns whether all are whole.
  bool continue_drawing();
  /// Draws B, once the picture of A was begun or not.
  void draw(bool first_begun, int width, int height, const Camera& camera, PictureSettings settings,
            const std::optional<Lease>& lease);
  void present(int height);
  int width() const;  ///< width of the whole picture [pixels]
  /// The picture for a film, or of the end, from A's.
  void read_for_film(double now);
  Image for_film(PictureReader::Picture first);
  Image final_image(const Image& first, int picture, Camera& camera, const Look& look);

  void measure(FlockCopy copy, double now);
  void wants_copy(double now);  ///< the one that is made with A's
  bool has_news() const { return shown_ && shown_->sampler.has_news(); }
  void collect();
  void forget();

  /// Measures of B, for text and panel; null: there is no B.
  const MetricsSampler* sampler() const { return shown_ ? &shown_->sampler : nullptr; }
  const std::vector<DifferentValue>& differences() const { return differences_; }
  std::vector<PictureHalf> halves() const;
  double pointer_shift() const { return shift_; }  ///< distance from the left half to the pointer [pixels]

 private:
  struct Shown {
    Shown(Window& window, FrameStats& stats) : viewport(window, stats, [](const std::string&) {}) {}
    Viewport viewport;
    MetricsSampler sampler{false};
    std::optional<PictureReader::Picture> read;
  };
  void begin(bool sure, const BackendOptions& options);

  Window& window_;
  FrameStats& stats_;
  LiveRun& run_;
  Notices& notices_;
  Viewport& first_;
  std::unique_ptr<Shown> shown_;  // null: there is no B
  std::vector<DifferentValue> differences_;
  int left_ = 0, width_ = 0;  // left edge and width of the right half [pixels]
  double shift_ = 0.0;
  int pressed_ = 0;  // buttons that are down
};

}  // namespace murmur

// The picture of the flock in the window: uploads the boids, draws them, and shows the last picture. Owns scene and
// target. Needs OpenGL; used by App.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/film/picture_timer.h"
#include "app/live/live_run.h"
#include "render/gl/picture_reader.h"
#include "render/gl/render_target.h"
#include "render/gl/window.h"
#include "render/scene/camera.h"
#include "render/scene/scene.h"

namespace murmur {

class Viewport {
 public:
  /// `stats`: receives the times of drawing. `on_remark`: called with a sentence about the way of the boids into the picture.
  Viewport(Window& window, FrameStats& stats, const std::function<void(const std::string&)>& on_remark);

  void begin_frame() { answers_ = std::max(answers_ - 1, 0); }
  /// Notes input, or input left over from the last frame: if the flock is slow to draw, the next frames react without drawing it.
  void on_input() { answers_ = kAnswers; }
  /// Notes that the flock has changed since the last upload.
  void flock_changed() { flock_changed_ = true; }
  bool has_news() const { return flock_changed_; }
  bool put_off() const { return put_off_ > 0; }  ///< a due picture waits
  /// Whether a due picture waits, because the window reacts to input first.
  bool answers_first() { return slow_ && put_off_ < kAnswers && (answers_ > 0 || window_.has_input()); }
  /// Draws a picture of this size [pixels] if it differs from the last one and need not wait for input (`at_once`:
  /// does not wait). `simulation`: between two jobs; null: the boids of the last upload. @returns whether a picture
  /// was drawn. @throws RunError.
  bool draw(int width, int height, const Camera& camera, const FlockView& flock,
            const PictureSettings& settings, Simulation<float>* simulation, bool at_once = false);
  /// Copies the last picture into the window, `width` x `height` [pixels], at the top and `left` pixels from the left edge.
  void present(int width, int height, int left = 0);
  bool has_picture() const { return target_ != nullptr; }
  int width() const { return target_->width(); }
  int height() const { return target_->height(); }
  /// Begins to read the last picture for a film, at `now` [s], unless earlier reads fill the buffers.
  void read_for_film(double now);
  /// The oldest picture from read_for_film(), with its time as tag; empty: not read yet. `wait`: waits until it is read.
  std::optional<PictureReader::Picture> picture_for_film(bool wait) { return reader_.take(wait); }
  /// Draws the last picture again as `render` does, the same on every machine: with all samples and the scenario's
  /// colours of speed. `width`, `height` [pixels].
  Image screenshot(int width, int height, Camera& camera, const Scenario& scenario, const Look& look);
  const Scene& scene() const { return scene_; }

  /// The timer for drawing, also of the panel.
  PictureTimer& timer() { return timer_; }
  /// Passes to the stats the times that a GPU took for earlier frames. `wait`: waits until all of these are known.
  void collect_times(bool wait = false) { timer_.collect(scene_.boids().writer(), wait); }

 private:
  void upload(Simulation<float>& simulation, const Look& look);

  Window& window_;
  FrameStats& stats_;
  Scene scene_;
  PictureTimer timer_;
  PictureReader reader_;
  static constexpr int kAnswers = 3;  // frames after input: a button reacts in the first after its release
  bool slow_ = false;                 // the last picture took too long for an answer to a key
  int answers_ = 0;                   // number of coming frames that answer first
  int put_off_ = 0;                   // number of frames in which a due picture was not drawn
  std::unique_ptr<RenderTarget> target_;  // the last picture, unless the scene keeps it; null: there is none
  bool kept_ = false;                     // the scene keeps the last picture
  int samples_ = 0;                       // samples per pixel of the last picture
  bool flock_changed_ = true;
  std::optional<Camera> drawn_from_;  // camera of the last picture
  PictureSettings drawn_with_;
};

}  // namespace murmur

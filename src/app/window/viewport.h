// The picture of the flock in the window: uploads the boids, draws them, and shows the last whole picture. Without a GPU a large
// flock is drawn in batches, frame by frame, into another target, while the last whole picture is shown. Owns scene and
// targets. Needs OpenGL; used by App.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/film/picture_timer.h"
#include "app/live/live_run.h"
#include "app/window/draw_budget.h"
#include "render/gl/picture_reader.h"
#include "render/gl/render_target.h"
#include "render/gl/window.h"
#include "render/scene/camera.h"
#include "render/scene/scene.h"

namespace murmur {

class Viewport {
 public:
  /// `stats`: get what drawing takes. `on_remark`: a sentence for the user on how the boids reach the picture.
  Viewport(Window& window, FrameStats& stats, const std::function<void(const std::string&)>& on_remark);

  bool drawing() const { return scene_.under_way(); }
  bool smooth() const {
    return smooth_;
  }  ///< several samples per pixel: without a GPU they take as long as the flock
  /// How the boids are drawn here; the caller adds what it knows.
  PictureSettings settings(const Look& look) const;

  DrawBudget& budget() { return budget_; }
  /// Goes on with the picture that is being drawn in batches, as far as the budget of the frame goes. @returns whether it has
  /// become whole: it waits for show_whole().
  bool continue_drawing();
  void show_whole();
  /// The flock has changed since the last upload.
  void flock_changed() { flock_changed_ = true; }
  bool has_news() const { return flock_changed_; }
  /// Whether a picture that is due waits for the answer to input.
  bool answers_first() { return in_batches_ && budget_.answers_first(window_.has_input()); }
  /// Begins a picture of this size [pixels] if it would be another one than the last, and input does not come first (`at_once`: also
  /// then). `simulation`: between two jobs; null: the boids are those of the last upload. @returns whether it has begun. @throws RunError.
  bool draw(int width, int height, const Camera& camera, const FlockView& flock,
            const PictureSettings& settings, Simulation<float>* simulation, bool at_once = false);
  /// Copies the last whole picture into the window, `width` x `height` [pixels] of it at the top, at `left` beside another one.
  void present(int width, int height, int left = 0);
  bool has_picture() const { return target_ != nullptr; }
  int width() const { return target_->width(); }
  int height() const { return target_->height(); }
  /// Begins to read the last whole picture for a film, at `now` [s]; none while the last ones are still being read.
  void read_for_film(double now) {
    if (target_ && reader_.can_begin()) reader_.begin(*target_, now);
  }
  /// The oldest picture that was begun, once it is there, with its time as tag. `wait`: until then.
  std::optional<PictureReader::Picture> picture_for_film(bool wait) { return reader_.take(wait); }
  /// The last picture again, as `render` draws it, the same on every machine: with all samples and the scenario's colours of
  /// speed. `width`, `height` [pixels].
  Image final_image(int width, int height, Camera& camera, const Scenario& scenario, const Look& look);
  const Scene& scene() const { return scene_; }

  /// Times what is drawn, and also the panel.
  PictureTimer& timer() { return timer_; }
  /// Gives the stats what a GPU took for earlier frames. `wait`: for all of them.
  void take_times(bool wait = false) { timer_.take(scene_.boids().writer(), wait); }

 private:
  void upload(Simulation<float>& simulation, const Look& look);
  void begin(int width, int height, const Camera& camera, const FlockView& flock,
             const PictureSettings& settings);

  Window& window_;
  FrameStats& stats_;
  Scene scene_;
  PictureTimer timer_;
  PictureReader reader_;
  DrawBudget budget_;
  std::unique_ptr<RenderTarget> target_, next_;  // the last whole picture, and that which is drawn in batches
  const bool smooth_;
  bool in_batches_ = false;
  bool whole_ = false;  // next_ is whole, and waits
  bool flock_changed_ = true;
  int width_ = 0, height_ = 0;          // size of the picture that was begun last [pixels]
  std::array<float, 16> drawn_from_{};  // its camera
  PictureSettings drawn_with_;
  double last_upload_ms_ = 0.0;
};

}  // namespace murmur

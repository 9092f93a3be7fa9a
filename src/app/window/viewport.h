// The picture of the flock in the window: uploads the boids, draws them, and shows the last picture. Owns scene and target. Needs OpenGL;
// used by App.
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
  /// `stats`: get what drawing takes. `on_remark`: a sentence for the user on how the boids reach the picture.
  Viewport(Window& window, FrameStats& stats, const std::function<void(const std::string&)>& on_remark);

  void begin_frame() { answers_ = std::max(answers_ - 1, 0); }
  /// Input came, or a control has left some to the next frame: if the flock takes long to draw, the next frames answer without it.
  void on_input() { answers_ = kAnswers; }
  /// The flock has changed since the last upload.
  void flock_changed() { flock_changed_ = true; }
  bool has_news() const { return flock_changed_; }
  bool put_off() const { return put_off_ > 0; }  ///< a picture that is due waits
  /// Whether a picture that is due waits for the answer to input.
  bool answers_first() { return slow_ && put_off_ < kAnswers && (answers_ > 0 || window_.has_input()); }
  /// Draws a picture of this size [pixels] if it would be another one than the last, and input does not come first (`at_once`: also
  /// then). `simulation`: between two jobs; null: the boids are those of the last upload. @returns whether it is drawn. @throws RunError.
  bool draw(int width, int height, const Camera& camera, const FlockView& flock,
            const PictureSettings& settings, Simulation<float>* simulation, bool at_once = false);
  /// Copies the last picture into the window, `width` x `height` [pixels] of it at the top, at `left` beside another one.
  void present(int width, int height, int left = 0);
  bool has_picture() const { return target_ != nullptr; }
  int width() const { return target_->width(); }
  int height() const { return target_->height(); }
  /// Begins to read the last picture for a film, at `now` [s]; none while the last ones are still being read.
  void read_for_film(double now) {
    if (target_ && reader_.can_begin()) reader_.begin(*target_, now);
  }
  /// The oldest picture that was begun, once it is there, with its time as tag. `wait`: until then.
  std::optional<PictureReader::Picture> picture_for_film(bool wait) { return reader_.take(wait); }
  /// The last picture again, as `render` draws it, the same on every machine: with all samples and the scenario's colours of
  /// speed. `width`, `height` [pixels].
  Image screenshot(int width, int height, Camera& camera, const Scenario& scenario, const Look& look);
  const Scene& scene() const { return scene_; }

  /// Times what is drawn, and also the panel.
  PictureTimer& timer() { return timer_; }
  /// Gives the stats what a GPU took for earlier frames. `wait`: for all of them.
  void collect_times(bool wait = false) { timer_.collect(scene_.boids().writer(), wait); }

 private:
  void upload(Simulation<float>& simulation, const Look& look);

  Window& window_;
  FrameStats& stats_;
  Scene scene_;
  PictureTimer timer_;
  PictureReader reader_;
  static constexpr int kAnswers = 3;  // frames: a button reacts in the first after its release
  bool slow_ = false;                 // an answer to a key may not take as long as the last picture has taken
  int answers_ = 0;                   // frames to come that answer first
  int put_off_ = 0;                   // frames in which a due picture was not drawn
  std::unique_ptr<RenderTarget> target_;  // the last picture; null: there is none
  int samples_ = 0;                       // samples of each pixel of the last picture
  bool flock_changed_ = true;
  std::array<float, 16> drawn_from_{};  // its camera
  PictureSettings drawn_with_;
};

}  // namespace murmur

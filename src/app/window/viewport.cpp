#include "app/window/viewport.h"

#include <algorithm>
#include <utility>

#include <glad/gl.h>

#include "app/live/seconds.h"
#include "render/scene/best_writer.h"

namespace murmur {
namespace {

constexpr int kSamples = 4;            // samples per pixel, so that small triangles do not flicker
constexpr int64_t kManyBoids = 32768;  // more boids are drawn in batches where there is no GPU

/// Marks of single boids and copies follow the flock and the pointer.
bool marked(const PictureSettings& settings) { return settings.copies || !settings.marks.empty(); }

}  // namespace

Viewport::Viewport(Window& window, FrameStats& stats,
                   const std::function<void(const std::string&)>& on_remark)
    : window_(window), stats_(stats), timer_(stats), smooth_(!timer_.by_processor()) {
  scene_.boids().set_writer(std::make_unique<BestWriter>(on_remark));
}

PictureSettings Viewport::settings(const Look& look) const {
  return {.look = look, .points_below = smooth_ ? 2.0 : 3.0, .smooth = smooth_};
}

bool Viewport::continue_drawing() {
  const PictureTimer::Span timed(timer_);
  (in_batches_ ? next_ : target_)->bind();
  bool whole = !in_batches_;
  if (in_batches_) {
    bool more = true;
    while (more) {
      const double before = seconds();
      whole = scene_.go_on(budget_.batch());
      glFinish();  // Mesa draws later otherwise, and all at once
      more = !whole && budget_.may_draw_more(seconds() - before, window_.has_input());
    }
    whole_ = whole;
  } else {
    while (!scene_.go_on(std::max<int64_t>(scene_.boids().count(), 1))) {
    }
  }
  return whole && in_batches_;
}

void Viewport::show_whole() {
  if (std::exchange(whole_, false)) std::swap(target_, next_);
}

bool Viewport::draw(int width, int height, const Camera& camera, const FlockView& flock,
                    const PictureSettings& settings, Simulation<float>* simulation, bool at_once) {
  const bool resized = !target_ || width_ != width || height_ != height;
  const bool differs = (flock_changed_ && simulation) || camera.world_to_clip() != drawn_from_ ||
                       settings.look != drawn_with_.look || marked(settings) || marked(drawn_with_) ||
                       settings.back != 0.0;
  const bool begins = differs && !scene_.under_way() && !whole_;
  const bool later = !at_once && answers_first();
  if (begins) budget_.on_due(later);
  if (!resized && (!begins || later)) return false;
  if (simulation) upload(*simulation, settings.look);
  begin(width, height, camera, flock, settings);
  return true;
}

void Viewport::upload(Simulation<float>& simulation, const Look& look) {
  const double start = seconds();
  scene_.update(simulation.backend(), simulation.scenario(), look, stats_.frame());
  flock_changed_ = false;
  last_upload_ms_ = ms_since(start);
  timer_.uploaded(last_upload_ms_, scene_.boids().writer());
}

/// Begins a picture. If there is no lease, the buffer holds the boids of the last complete step.
void Viewport::begin(int width, int height, const Camera& camera, const FlockView& flock,
                     const PictureSettings& settings) {
  budget_.on_begun(std::exchange(last_upload_ms_, 0.0));
  width_ = width;
  height_ = height;
  whole_ = false;
  in_batches_ = target_ && !smooth_ && flock.boids > kManyBoids &&
                !Scene::draws_flock_picture(flock.scenario, settings.look);
  std::unique_ptr<RenderTarget>& target = in_batches_ ? next_ : target_;
  if (!in_batches_) next_.reset();
  if (!target || target->width() != width || target->height() != height)
    target = std::make_unique<RenderTarget>(width, height, smooth_ ? kSamples : 1);
  drawn_with_ = settings;
  drawn_from_ = camera.world_to_clip();
  {
    const PictureTimer::Span timed(timer_);
    target->bind();
    scene_.begin(camera, flock.scenario, drawn_with_);
  }
  if (!in_batches_) continue_drawing();
}

void Viewport::present(int width, int height, int left) {
  if (!target_) return;
  const PictureTimer::Span timed(timer_);
  const int below = height - target_->height();
  if (left == 0 &&
      (below != 0 || target_->width() != width)) {  // the picture of the new size is not whole yet
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  target_->copy_to(0, below, left);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

Image Viewport::final_image(int width, int height, Camera& camera, const Scenario& scenario,
                            const Look& look) {
  const RenderTarget picture(width, height, Scene::draws_flock_picture(scenario, look) ? 1 : kSamples);
  camera.resize(width, height);
  camera.set_margins({});  // there is no text
  picture.bind();
  scene_.draw(camera, scenario, {.look = look, .step = drawn_with_.step, .marks = drawn_with_.marks});
  return picture.read();
}

}  // namespace murmur

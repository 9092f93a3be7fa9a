#include "app/window/viewport.h"

#include <algorithm>
#include <utility>

#include <glad/gl.h>

#include "app/live/seconds.h"
#include "render/scene/best_writer.h"

namespace murmur {
namespace {

constexpr double kSlow = 40.0;  // drawing time from which on input comes first [ms]

/// Whether a picture depends on more than flock and camera: marks and copies follow the pointer and a boid.
bool marked(const PictureSettings& settings) { return settings.copies || !settings.marks.empty(); }

}  // namespace

Viewport::Viewport(Window& window, FrameStats& stats,
                   const std::function<void(const std::string&)>& on_remark)
    : window_(window), stats_(stats), timer_(stats) {
  scene_.boids().set_writer(std::make_unique<BestWriter>(on_remark));
}

bool Viewport::draw(int width, int height, const Camera& camera, const FlockView& flock,
                    const PictureSettings& settings, Simulation<float>* simulation, bool at_once) {
  const bool triangles = settings.look.draw == Draw::kTriangle && settings.look.scene == Surroundings::kPlain;
  const int samples = timer_.by_processor() && !triangles ? 1 : Scene::samples(flock.scenario, settings.look);
  const bool resized =
      samples != samples_ || !target_ || target_->width() != width || target_->height() != height;
  const bool moved = !drawn_from_ || camera.world_to_clip() != drawn_from_->world_to_clip();
  const bool differs = (flock_changed_ && simulation) || moved || settings.look != drawn_with_.look ||
                       marked(settings) || marked(drawn_with_) || settings.back != 0.0;
  const bool later = !at_once && answers_first();
  put_off_ = differs && later ? put_off_ + 1 : 0;
  if (!resized && (!differs || later)) return false;
  const double start = seconds();
  if (simulation) upload(*simulation, settings.look);
  if (resized) target_ = std::make_unique<RenderTarget>(width, height, samples);
  samples_ = samples;
  drawn_with_ = settings;
  drawn_from_ = camera;
  {
    const PictureTimer::Span timed(timer_);
    target_->bind();
    kept_ = scene_.draw(camera, flock.scenario, settings, true);
    if (timer_.by_processor()) glFinish();  // otherwise Mesa draws later
  }
  slow_ = ms_since(start) > kSlow;
  return true;
}

/// Fills the buffer of the boids from the simulation, which must be between two steps.
void Viewport::upload(Simulation<float>& simulation, const Look& look) {
  const double start = seconds();
  scene_.update(simulation.backend(), simulation.scenario(), look, stats_.frame());
  flock_changed_ = false;
  timer_.uploaded(ms_since(start), scene_.boids().writer());
}

void Viewport::present(int width, int height, int left) {
  if (!target_) return;
  const PictureTimer::Span timed(timer_);
  const int below = height - target_->height();
  if (left == 0 && (below != 0 || target_->width() != width)) {  // no picture has the new size yet
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  kept_ ? scene_.show(0, left, below, *drawn_from_) : target_->copy_to(0, below, left);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Viewport::read_for_film(double now) {
  if (!target_ || !reader_.can_begin()) return;
  if (kept_) scene_.show(target_->framebuffer(), 0, 0, *drawn_from_);
  reader_.begin(*target_, now);
}

Image Viewport::screenshot(int width, int height, Camera& camera, const Scenario& scenario,
                           const Look& look) {
  const RenderTarget picture(width, height, Scene::samples(scenario, look));
  camera.resize(width, height);
  picture.bind();
  scene_.draw(camera, scenario, {.look = look, .step = drawn_with_.step, .marks = drawn_with_.marks});
  return picture.read();
}

}  // namespace murmur

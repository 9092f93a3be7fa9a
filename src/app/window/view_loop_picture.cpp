// The picture of a frame: the flock, the text and the panel over it.
#include <algorithm>

#include <fmt/format.h>
#include <glad/gl.h>

#include "app/live/seconds.h"
#include "app/window/view_loop.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr float kPanelWidth = 340.0f;                    // [usual pixels]
constexpr int kSamples = 4;                              // per pixel, so that small triangles do not flicker
constexpr double kAxisWidth = 50.0, kAxisHeight = 20.0;  // of an axis' numbers [usual pixels]
constexpr int kMostPutOff = 4;                           // frames: a click has three
constexpr double kLongUpload = 5.0;                      // [ms]
constexpr int64_t kManyBoids = 32768;                    // without a GPU, more are drawn in portions

}  // namespace

/// A closed window draws no further frame, so this is the last one drawn, without text and panel. As `render` draws it:
/// the same on every machine, also where the window draws with fewer samples or other colours of speed.
void ViewLoop::write_last_picture() {
  if (options_.screenshot.empty() || !target_) return;
  try {
    const RenderTarget picture(target_->width() + panel_width(window_.width()), target_->height(), kSamples);
    camera_.resize(picture.width(), picture.height());
    camera_.set_margins({});  // there is no text
    picture.bind();
    scene_.draw(camera_, simulation_.scenario(),
                {.look = view_.look, .step = drawn_with_.step, .marks = drawn_with_.marks});
    write_png(options_.screenshot, picture.read(), PngSize::kSmall);
  } catch (const RunError& error) {
    fail(error.what());
  }
}

void ViewLoop::follow_world() {
  const auto& world = flight_.drawn_scenario().world.size;
  if (world != camera_.world()) camera_.set_world(world);
}

/// Width of the panel [pixels]; the picture gets the rest.
int ViewLoop::panel_width(int width) const {
  if (!view_.show_panel) return 0;
  return std::min(static_cast<int>(kPanelWidth * overlay_.scale()), width * 3 / 5);
}

/// Hides the panel when the window becomes too narrow for panel and picture; H shows it.
void ViewLoop::give_way() {
  const int width = window_.width();
  if (width == 0) return;
  const bool narrow = width < static_cast<int>(2.0f * kPanelWidth * overlay_.scale());
  if (narrow && !narrow_ && view_.show_panel) {
    view_.show_panel = false;
    gave_way_ = view_.panel_waits = true;
    view_.message = "H shows the panel";
  }
  if (!narrow && narrow_ && gave_way_) {
    view_.show_panel = true;
    gave_way_ = view_.panel_waits = false;
  }
  narrow_ = narrow;
}

/// The range of speeds in the flock, without the slowest and the fastest 2 %: the range of the colours.
std::optional<std::array<float, 2>> ViewLoop::speeds_seen() const {
  const FlockSample& sample = pulse_.latest();
  const auto top = static_cast<float>(flight_.drawn_scenario().rules.max_speed);
  double below = 0.0;
  int low = 0, high = FlockSample::kBins;
  for (int k = 0; k < FlockSample::kBins; ++k) {
    const double share = sample.speeds[static_cast<size_t>(k)];
    if (below + share < 0.02) low = k + 1;
    if (below < 0.98) high = k + 1;
    below += share;
  }
  if (below < 0.5 || low >= high) return std::nullopt;
  const float bin = top / static_cast<float>(FlockSample::kBins);
  return std::array{bin * static_cast<float>(low), bin * static_cast<float>(high)};
}

/// Look and pace of the scenario, unless options say otherwise; the user may change them.
void ViewLoop::take_view() {
  const Scenario::View& view = simulation_.scenario().view;
  view_.look = scenario_look_ = look_of(view, options_.look);
  view_.steps_per_second = view_.usual_steps_per_second =
      options_.steps_per_second.value_or(view.steps_per_second);
}

PictureSettings ViewLoop::picture_settings() const {
  PictureSettings settings{.look = view_.look,
                           .points_below = smooth_ ? 2.0 : 3.0,
                           .smooth = smooth_,
                           .back = slow_motion() ? 1.0 - clock_.fraction() : 0.0,
                           .copies = view_.chosen.has_value(),
                           .marks = watch_.marks()};
  settings.step = static_cast<double>(flight_.step_number()) - settings.back;
  if (settings.look.by == ColourBy::kSpeed) settings.speeds = speeds_seen();
  return settings;
}

/// Without a GPU a large flock is drawn in portions (portions.h), frame by frame, into another target, while the last
/// whole picture is shown.
void ViewLoop::begin_picture(int width, int height) {
  const double before_upload = seconds();
  if (flight_.whole()) {  // otherwise the buffer holds the boids of the last complete step
    scene_.update(simulation_.backend(), simulation_.scenario());
    flock_changed_ = false;
  }
  upload_ms_ = ms_since(before_upload);
  row_.upload_ms += upload_ms_;
  const double before_draw = seconds();
  in_portions_ = target_ && !smooth_ && flight_.drawn_count() > kManyBoids;
  std::unique_ptr<RenderTarget>& target = in_portions_ ? next_target_ : target_;
  if (!in_portions_) next_target_.reset();
  if (!target || target->width() != width || target->height() != height)
    target = std::make_unique<RenderTarget>(width, height, smooth_ ? kSamples : 1);
  drawn_with_ = picture_settings();
  target->bind();
  scene_.begin(camera_, flight_.drawn_scenario(), drawn_with_);
  drawn_from_ = camera_.world_to_clip();
  marked_ = view_.debug || view_.chosen;
  row_.draw_ms += ms_since(before_draw);
}

void ViewLoop::go_on_with_picture() {
  const double start = seconds();
  (in_portions_ ? next_target_ : target_)->bind();
  if (in_portions_) {
    portions_.begin_frame();
    bool whole = false, more = true;
    while (more) {
      const double before = seconds();
      whole = scene_.go_on(portions_.boids());
      glFinish();  // Mesa draws later otherwise, and all at once
      more = !whole && portions_.go_on(seconds() - before, window_.has_input());
    }
    if (whole) {
      std::swap(target_, next_target_);
      redraw_ = std::max(redraw_, 1);
    }
  } else {
    while (!scene_.go_on(std::max<int64_t>(scene_.boids().count(), 1))) {
    }
  }
  row_.draw_ms += ms_since(start);
}

void ViewLoop::draw() {
  const int width = window_.width(), height = window_.height();
  if (width == 0 || height == 0) return;  // minimised
  overlay_.set_scale(window_.content_scale());
  const int picture = width - panel_width(width);
  bool changed =
      has_news() || slow_motion() || view_.debug || view_.chosen || marked_ || view_.look != drawn_with_.look;
  if (camera_.width() != picture || camera_.height() != height) camera_.resize(picture, height);
  Margins margins = overlay_.margins();
  if (view_.look.axes) {
    margins.left += kAxisWidth * double{overlay_.scale()};
    margins.bottom += kAxisHeight * double{overlay_.scale()};
  }
  camera_.set_margins(margins);
  const bool resized = !target_ || picture_width_ != picture || picture_height_ != height;
  changed =
      changed || camera_.world_to_clip() != drawn_from_;  // in a pause or a long step the flock does not
  // An answer does not wait for the upload of a large flock. If input never ends, the flock is drawn all the same.
  const bool begins = changed && !scene_.under_way();
  const bool is_long = upload_ms_ > kLongUpload && put_off_ < kMostPutOff;
  const bool later = in_portions_ && (answers_ || (is_long && (hurries_ || window_.has_input())));
  if (later) step_after_picture_ = false;
  if (begins) put_off_ = later ? put_off_ + 1 : 0;
  if (resized || (begins && !later)) begin_picture(picture_width_ = picture, picture_height_ = height);
  if (!in_portions_ && scene_.under_way()) go_on_with_picture();
  film();
  const double before_draw = seconds();
  const int below = height - target_->height();
  if (below != 0 || target_->width() != picture) {  // until the picture of the new size is whole
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  target_->copy_to(0, below);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  draw_overlay(width, height);
  if (frame_log_ || key_log_) glFinish();  // so that the row has the time of drawing, not of queueing
  row_.draw_ms += ms_since(before_draw);
  if (std::exchange(view_.screenshot, false))
    save(
        "screenshot", ".png",
        [picture = std::make_shared<const Image>(read_framebuffer(0, width, height))](
            const std::string& path) { write_png(path, *picture); },
        folder_);
}

}  // namespace murmur

// The picture of a frame: the flock, the text and the panel over it.
#include <algorithm>

#include <fmt/format.h>
#include <glad/gl.h>

#include "app/live/seconds.h"
#include "app/window/view_loop.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr float kPanelWidth = 340.0f;  // [usual pixels]
constexpr int kSamples = 4;            // per pixel, so that small triangles do not flicker
constexpr int64_t kManyBoids = 32768;  // without a GPU, more are drawn in portions
// Between two portions input is noticed. Smaller ones take longer in all, as each is drawn into all of the picture.
constexpr double kPortion = 0.01;                          // [s], about
constexpr int64_t kLeastPortion = 2048;                    // boids
constexpr double kPortions = 0.015, kMostPortions = 0.08;  // [s] of a frame: with input, without

}  // namespace

/// A closed window draws no further frame, so this is the last one drawn, without text and panel. As `render` draws it:
/// the same on every machine, also where the window draws with fewer samples or other colours of speed.
void ViewLoop::write_last_picture() {
  if (options_.screenshot.empty() || !target_) return;
  try {
    const RenderTarget picture(target_->width() + panel_width(window_.width()), target_->height(), kSamples);
    camera_.resize(picture.width(), picture.height());
    picture.bind();
    scene_.set_grain({.size = view_.look.size});
    scene_.set_speed_range({});
    scene_.set_back(0.0);
    scene_.set_copies(false);
    scene_.draw(camera_, simulation_.scenario(), simulation_.count());
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
    gave_way_ = true;
    view_.message = "H shows the panel";
  }
  if (!narrow && narrow_ && gave_way_) {
    view_.show_panel = true;
    gave_way_ = false;
  }
  narrow_ = narrow;
}

/// The measures in the panel are of an earlier step than the picture, and the flock can be sampled now.
bool ViewLoop::pulse_is_stale() const {
  if (!shows_measures() || !flight_.whole() || compare_.running()) return false;
  const FlockSample& last = pulse_.latest();
  return last.step != flight_.step_number() || last.boids != flight_.drawn_count();
}

void ViewLoop::draw_overlay(int width, int height) {
  time_.show();
  OverlayStatus now = status();
  now.panel_width = panel_width(width);
  if (!flight_.whole()) {
    pulse_.collect();
  } else if (pulse_is_stale() || pulse_.has_news()) {
    // A flying flock is copied on the thread of its steps.
    wants_sample_ = pulse_.due(seconds());
    if (wants_sample_ && (view_.paused || compare_.running()))
      pulse_.give(simulation_, seconds), wants_sample_ = false;
  }
  const PanelFacts facts{.frame_log = key_log_.has_value(),
                         .steps_per_second = view_.paused ? 0.0 : clock_.achieved(),
                         .means = means_,
                         .pulse = pulse_,
                         .compare = compare_};
  overlay_.draw(width, height, now, view_.show_text, view_.show_help,
                [&](Widgets& widgets) { panel_.draw(widgets, facts); });
  if (view_.question && !now.question.empty()) view_.question->shown = true;
  try {
    panel_places_.update(overlay_.widgets().places());
  } catch (const RunError& error) {
    fail(error.what());
    panel_places_ = PanelPlaces("");
  }
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

void ViewLoop::apply_look() {
  const Look& look = drawn_look_ = view_.look;
  set_look(scene_, look);
  scene_.set_grain({.points_below = smooth_ ? 2.0 : 3.0, .smooth = smooth_, .size = look.size});
  if (look.by == ColourBy::kSpeed) scene_.set_speed_range(speeds_seen());
}

Legend ViewLoop::legend() const {
  const Look& look = view_.look;
  if (!look.legend || look.by == ColourBy::kOne) return {};
  const PaintTables& tables = scene_.boids().tables();
  if (look.by == ColourBy::kHeading) return {tables.headings(), "heading", {"0°", "", "180°", "", "360°"}};
  if (look.by == ColourBy::kDensity) return {tables.amounts(), "boids, times the mean", {"1/2", "16"}};
  const auto& range = scene_.speed_range();
  return {tables.amounts(), "speed", {fmt::format("{:.3g}", range[0]), fmt::format("{:.3g} L/t", range[1])}};
}

/// Without a GPU a large flock takes longer to draw than an answer to a key may take: it is drawn in portions, frame by
/// frame, into another target, while the last whole picture is shown.
void ViewLoop::begin_picture(int width, int height) {
  const double before_upload = seconds();
  if (flight_.whole()) {  // otherwise the buffer holds the boids of the last complete step
    scene_.update(simulation_.backend(), simulation_.scenario());
    flock_changed_ = false;
  }
  row_.upload_ms += ms_since(before_upload);
  const double before_draw = seconds();
  in_portions_ = target_ && !smooth_ && flight_.drawn_count() > kManyBoids;
  std::unique_ptr<RenderTarget>& target = in_portions_ ? next_target_ : target_;
  if (!in_portions_) next_target_.reset();
  if (!target || target->width() != width || target->height() != height)
    target = std::make_unique<RenderTarget>(width, height, smooth_ ? kSamples : 1);
  apply_look();
  const double back = slow_motion() ? 1.0 - clock_.fraction() : 0.0;
  scene_.set_back(back);
  scene_.set_moment(static_cast<double>(flight_.step_number()) - back);
  scene_.set_copies(view_.chosen.has_value());
  target->bind();
  scene_.begin(camera_, flight_.drawn_scenario(), flight_.drawn_count());
  drawn_from_ = camera_.world_to_clip();
  row_.draw_ms += ms_since(before_draw);
}

void ViewLoop::go_on_with_picture() {
  const double start = seconds();
  (in_portions_ ? next_target_ : target_)->bind();
  bool whole = false;
  while (!whole) {
    const double before = seconds();
    whole = scene_.go_on(in_portions_ ? portion_ : std::max<int64_t>(scene_.boids().count(), 1));
    if (!in_portions_) continue;
    glFinish();  // Mesa draws later otherwise, and all at once
    const double now = seconds();
    if (now - before > 1.5 * kPortion) portion_ = std::max(portion_ / 2, kLeastPortion);
    if (now - before < 0.6 * kPortion && !whole) portion_ *= 2;
    if (now - start > kMostPortions || (now - start > kPortions && window_.has_input())) break;
  }
  if (whole && in_portions_) {
    std::swap(target_, next_target_);
    redraw_ = std::max(redraw_, 1);
  }
  row_.draw_ms += ms_since(start);
}

void ViewLoop::draw() {
  const int width = window_.width(), height = window_.height();
  if (width == 0 || height == 0) return;  // minimised
  overlay_.set_scale(window_.content_scale());
  const int picture = width - panel_width(width);
  bool changed =
      flock_changed_ || slow_motion() || view_.debug || view_.chosen || marked_ || view_.look != drawn_look_;
  marked_ = view_.debug || view_.chosen;
  if (camera_.width() != picture || camera_.height() != height) camera_.resize(picture, height);
  const bool resized = !target_ || picture_width_ != picture || picture_height_ != height;
  // During a pause or a long step the flock does not change.
  if (resized || (!scene_.under_way() && (changed || camera_.world_to_clip() != drawn_from_)))
    begin_picture(picture_width_ = picture, picture_height_ = height);
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

OverlayStatus ViewLoop::status() {
  OverlayStatus status;
  const Scenario& scenario = flight_.drawn_scenario();
  status.preset = scenario.preset.empty() ? "scenario" : scenario.preset;
  status.backend = flight_.backend_name() + ": " + flight_.backend_description();
  status.boids = flight_.count();
  status.step = flight_.step_number();
  status.frames_per_second = means_.frames_per_second();
  status.steps_per_second = clock_.achieved();
  status.wanted_steps_per_second = clock_.rate();
  status.step_ms = means_.step().step_ms;
  status.paused = view_.paused;
  status.comparing = compare_.running();
  status.machine_limited = clock_.limited();
  status.replay = replay_text();
  status.replay_differs = options_.replay && options_.replay->difference();
  status.labels = watch_.labels();
  status.message = message_;
  if (!message_.empty() && message_ == saved_message_) status.message_button = "Open folder";
  status.menu = menu();
  status.legend = legend();
  status.time = time_.bar();
  if (!view_.replay) {
    status.tools.assign(kToolNames.begin(), kToolNames.end());
    status.tool = static_cast<int>(view_.tool);
    const double reach = controls_.reach();
    if (view_.pointer_x >= 0.0 && !overlay_.wants_mouse()) {
      status.reach = reach * camera_.pixels_per_unit();
      status.reach_x = view_.pointer_x;
      status.reach_y = view_.pointer_y;
    }
  }
  if (const double under_way = flight_.seconds_under_way(); under_way > kLongStep)
    status.under_way = under_way;
  if (view_.question) {
    status.question = view_.question->text;
    status.yes = view_.question->yes;
    status.no = view_.question->no;
  }
  return status;
}

}  // namespace murmur

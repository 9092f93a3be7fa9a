#include "app/window/view_loop.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <glad/gl.h>

#include "render/scene/best_writer.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int64_t kHashEvery = 60;  // steps between hashes in the event log
constexpr double kMessageSeconds = 5.0;
constexpr double kQuickestFrame = 0.004;  // [s] where the display does not make us wait
constexpr float kLeastWidthForPanel = 1000.0f, kPanelWidth = 340.0f;  // [usual pixels]
constexpr double kFrameWhileComparing = 0.1;  // [s]: drawing must not take the machine from the backends
constexpr int kSamples = 4;                   // per pixel: without them tiny triangles flicker

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double ms_since(double start) { return (seconds() - start) * 1000.0; }

/// On the processor four samples cost as much as the whole simulation.
bool drawn_by_processor() {
  const std::string_view renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos;
}

}  // namespace

ViewLoop::ViewLoop(Window& window, Simulation<float>& simulation, const ViewLoopOptions& options,
                   EventLogWriter* event_log)
    : window_(window),
      simulation_(simulation),
      options_(options),
      event_log_(event_log),
      camera_(simulation.scenario().world.size),
      controls_(simulation_, camera_, view_),
      backends_(simulation, options.backend),
      panel_model_(simulation, controls_, view_),
      panel_(panel_model_, controls_, view_, backends_, camera_),
      panel_places_(options.panel_places),
      clock_(options.steps_per_second),
      overlay_(window.handle(), window.content_scale()),
      smooth_(!drawn_by_processor()) {
  view_.paused = options.paused;
  view_.replay = options.replay != nullptr;
  view_.steps_per_second = options.steps_per_second;
  view_.message = options.message;
  view_.vsync = options.vsync;
  view_.most_frames_per_second = options.most_frames_per_second;
  if (!options.frame_log.empty()) frame_log_.emplace(options.frame_log);
  set_look(scene_, options.look);
  scene_.boids().set_writer(
      std::make_unique<BestWriter>([this](const std::string& sentence) { view_.message = sentence; }));
  const auto wide_enough = static_cast<int>(kLeastWidthForPanel * overlay_.scale());
  view_.show_panel = options.panel == "shown" || (options.panel == "auto" && window.width() >= wide_enough);
  camera_.resize(window.width() - panel_width(window.width()), window.height());
  camera_.fit();
  simulation_.on_event = [this](const Event& event) {
    ++events_in_frame_;
    flock_changed_ = true;
    panel_model_.note(event);
    if (event.kind == EventKind::kPreset || event.kind == EventKind::kRestart) pulse_.forget();
    if (event_log_) event_log_->write(event);
  };
}

void ViewLoop::run(const Interrupt& interrupt) {
  play_log();
  while (!view_.quit && !window_.should_close() && !interrupt.came()) {
    frame();
    if (options_.frames > 0 && frame_ >= options_.frames) break;
  }
  // A window that the user closes has no next frame, so the picture is that of the last one drawn.
  if (!options_.screenshot.empty() && target_) {
    const RenderTarget picture(target_->width() + panel_width(window_.width()), target_->height(), kSamples);
    camera_.resize(picture.width(), picture.height());  // without the panel
    picture.bind();
    scene_.draw(camera_, simulation_.scenario(), simulation_.count());
    write_png(options_.screenshot, picture.read(), PngSize::kSmall);
  }
  if (event_log_) event_log_->write(HashRecord{simulation_.step_number(), simulation_.hash()});
  simulation_.on_event = nullptr;
}

void ViewLoop::frame() {
  const double start = seconds();
  FrameRow row{.frame = frame_};
  events_in_frame_ = steps_in_frame_ = 0;
  take_input();
  take_steps(row);
  follow_world();
  watch_.update(simulation_, camera_, view_, seconds(), double{window_.content_scale()}, scene_.light());
  scene_.set_marks(watch_.marks());
  draw(row);
  const double before_swap = seconds();
  drawing_ = row.upload_ms * 1e-3 + row.draw_ms * 1e-3;
  window_.swap();
  row.swap_ms = ms_since(before_swap);
  wait_for_next_frame(start);
  row.step = simulation_.step_number();
  row.boids = simulation_.count();
  row.events = events_in_frame_;
  row.total_ms = ms_since(start);
  if (frame_log_) frame_log_->write(row);
  if (key_log_) key_log_->write(row);
  ++frame_;
  means_.add(row, steps_in_frame_, seconds());
}

void ViewLoop::take_input() {
  for (const InputEvent& input : window_.poll()) {
    const bool typed = input.kind == InputEvent::Kind::kCharacter || input.kind == InputEvent::Kind::kKey;
    controls_.handle(input, typed ? overlay_.wants_keyboard() : overlay_.wants_mouse());
  }
  controls_.end_input();
  act();
  if (view_.message.empty()) return;
  message_ = std::exchange(view_.message, {});
  message_until_ = seconds() + kMessageSeconds;
}

void ViewLoop::wait_for_next_frame(double start) const {
  double least = view_.vsync && options_.frames == 0 ? kQuickestFrame : 0.0;
  if (compare_.running()) least = kFrameWhileComparing;
  if (view_.most_frames_per_second > 0.0) least = std::max(least, 1.0 / view_.most_frames_per_second);
  if (const double early = least - (seconds() - start); early > 0.0)
    std::this_thread::sleep_for(std::chrono::duration<double>(early));
}

void ViewLoop::advance(FrameRow& row) {
  if (options_.replay && (options_.replay->finished() || options_.replay->difference())) {
    view_.paused = true;  // no step beyond the log
    return;
  }
  const double start = seconds();
  try {
    simulation_.advance();
  } catch (const UserError& error) {  // a scheduled event that does not suit the flock as it is now
    view_.message = error.what();
    return;
  }
  const PhaseTimes phases = simulation_.backend().last_step_times();  // a device is done then, not before
  const double took = ms_since(start);
  row.step_ms += took;
  row.sort_ms += phases.sort;
  row.gather_ms += phases.gather;
  row.rules_ms += phases.rules;
  ++steps_in_frame_;
  flock_changed_ = true;
  const int64_t step = simulation_.step_number();
  play_log();
  if (event_log_ && step % kHashEvery == 0) event_log_->write(HashRecord{step, simulation_.hash()});
}

void ViewLoop::take_steps(FrameRow& row) {
  clock_.set_rate(view_.steps_per_second);
  const bool rests = compare_.running();  // fair times need the machine
  clock_.begin_frame(seconds(), view_.paused || rests);
  while (clock_.step_due(seconds())) {
    advance(row);
    clock_.stepped();
  }
  clock_.end_frame(seconds(), drawing_);
  for (; view_.single_steps > 0 && !rests; --view_.single_steps) advance(row);
}

void ViewLoop::follow_world() {
  const auto& world = simulation_.scenario().world.size;
  if (world != camera_.world()) camera_.set_world(world);
}

/// [pixels]; the picture gets the rest.
int ViewLoop::panel_width(int width) const {
  if (!view_.show_panel) return 0;
  return std::min(static_cast<int>(kPanelWidth * overlay_.scale()), width * 3 / 5);
}

void ViewLoop::draw_overlay(int width, int height) {
  OverlayStatus now = status();
  now.panel_width = panel_width(width);
  const FlockSample& last = pulse_.latest();
  const bool stale = last.step != simulation_.step_number() || last.boids != simulation_.count();
  if (now.panel_width > 0 && (stale || !view_.paused) && !compare_.running())
    pulse_.beat(simulation_, seconds);
  const PanelFacts facts{.frame_log = key_log_.has_value(),
                         .steps_per_second = view_.paused ? 0.0 : clock_.achieved(),
                         .means = means_,
                         .pulse = pulse_,
                         .compare = compare_};
  overlay_.draw(width, height, now, view_.show_text, view_.show_help,
                [&](Widgets& widgets) { panel_.draw(widgets, facts); });
  panel_places_.update(now.panel_width > 0 ? overlay_.widgets().places() : PanelPlaces::Places{});
}

void ViewLoop::draw_scene(FrameRow& row) {
  const double before_upload = seconds();
  scene_.update(simulation_.backend(), simulation_.scenario());
  row.upload_ms = ms_since(before_upload);
  const double before_draw = seconds();
  target_->bind();
  scene_.draw(camera_, simulation_.scenario(), simulation_.count());
  row.draw_ms = ms_since(before_draw);
  drawn_from_ = camera_.world_to_clip();
  flock_changed_ = false;
}

void ViewLoop::draw(FrameRow& row) {
  const int width = window_.width(), height = window_.height();
  if (width == 0 || height == 0) return;  // minimised
  overlay_.set_scale(window_.content_scale());
  const int picture = width - panel_width(width);
  if (!target_ || target_->width() != picture || target_->height() != height) {
    target_ = std::make_unique<RenderTarget>(picture, height, smooth_ ? kSamples : 1);
    camera_.resize(picture, height);
    flock_changed_ = true;
  }
  // While backends are compared the flock rests: then the last picture will do.
  if (!compare_.running() || flock_changed_ || camera_.world_to_clip() != drawn_from_) draw_scene(row);
  const double before_draw = seconds();
  target_->copy_to(0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  draw_overlay(width, height);
  if (frame_log_ || key_log_)
    glFinish();  // so that the row holds what drawing took, not what asking for it took
  row.draw_ms += ms_since(before_draw);
  if (std::exchange(view_.screenshot, false)) {
    const std::string name = free_name("murmur-", ".png");
    write_png(name, read_framebuffer(0, width, height));
    view_.message = "screenshot " + name;
  }
}

OverlayStatus ViewLoop::status() const {
  OverlayStatus status;
  const Scenario& scenario = simulation_.scenario();
  status.preset = scenario.preset.empty() ? "scenario" : scenario.preset;
  const Backend<float>& backend = simulation_.backend();
  status.backend = backend.name() + ": " + backend.description();
  status.boids = simulation_.count();
  status.step = simulation_.step_number();
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
  if (seconds() < message_until_) status.message = message_;
  return status;
}

}  // namespace murmur

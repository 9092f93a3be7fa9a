#include "app/window/view_loop.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/live/seconds.h"
#include "render/scene/best_writer.h"
#include "sim/backends/faults.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kMessageSeconds = 5.0;
constexpr double kQuickestFrame = 0.004;      // [s] without vertical synchronisation
constexpr double kLongestRest = 0.02;         // [s]
constexpr double kOrbitSpeed = 25.0;          // [pixels/s of a drag]
constexpr double kSlowMotion = 45.0;          // [steps/s]: fewer are slow motion
constexpr double kTick = 0.1;                 // [s] between checks for a change without input
constexpr double kFrameWhileComparing = 0.1;  // [s]: drawing must not slow the backends down
constexpr int kSettle = 3;                    // pictures after input: controls react one or two frames later
constexpr float kLeastWidthForPanel = 1000.0f;  // [usual pixels]

}  // namespace

ViewLoop::ViewLoop(Window& window, Simulation<float>& simulation, const ViewLoopOptions& options,
                   EventLogWriter* event_log)
    : window_(window),
      simulation_(simulation),
      options_(options),
      flight_(simulation),
      camera_(simulation.scenario().world.size),
      controls_(flight_, camera_, view_),
      backends_(simulation, options.backend),
      panel_model_(flight_, controls_, view_),
      panel_(panel_model_, controls_, view_, backends_, camera_),
      panel_places_(options.panel_places),
      time_(flight_, view_, event_log, options.replay),
      clock_(options.steps_per_second.value_or(simulation.scenario().view.steps_per_second)),
      overlay_(window.handle(), window.content_scale()),
      smooth_(!window.drawn_by_processor()) {
  view_.paused = options.paused;
  view_.replay = options.replay != nullptr;
  view_.message = options.message;
  view_.vsync = options.vsync;
  view_.most_frames_per_second = options.most_frames_per_second;
  if (!options.frame_log.empty()) frame_log_.emplace(options.frame_log, options.run);
  take_view();
  view_.offered_boids = options.offered_boids;
  scene_.boids().set_writer(
      std::make_unique<BestWriter>([this](const std::string& sentence) { view_.message = sentence; }));
  const auto wide_enough = static_cast<int>(kLeastWidthForPanel * overlay_.scale());
  view_.show_panel = options.panel == "shown" || (options.panel == "auto" && window.width() >= wide_enough);
  view_.panel_waits = options.panel == "auto" && !view_.show_panel;
  camera_.resize(window.width() - panel_width(window.width()), window.height());
  camera_.fit();
  time_.on_log_failure = [this](const std::string& why) { fail(why); };
  flight_.on_step_end = &Window::wake;
  flight_.after_step = [this] { after_step(); };
  keep_flock();
  flight_.on_refusal = [this](const std::string& why) { view_.message = why; };
  simulation_.on_event = [this](const Event& event) {
    ++events_in_frame_;
    ++events_seen_;
    flock_changed_ = true;
    panel_model_.note(event);
    keeper_.note(event, simulation_.step_number());
    if (event.kind == EventKind::kPreset || (event.kind == EventKind::kSet && event.key.starts_with("view")))
      take_view();
    if (event.kind == EventKind::kPreset || event.kind == EventKind::kRestart) pulse_.forget();
    time_.note(event, frame_);
  };
}

void ViewLoop::run(const Interrupt& interrupt) {
  play_log();
  time_.begin();
  time_.show();
  for (bool first = true; !view_.quit && !window_.should_close() && !interrupt.came(); first = false) {
    if (!first) wait();
    try {
      frame();
    } catch (const DeviceFailure& failure) {
      survive(failure.cause());
    }
    if (options_.frames > 0 && frame_ >= options_.frames) break;
  }
  const auto finish = [this] {
    end_flight();
    end_film();
    if (!time_.in_past()) time_.note(HashRecord{simulation_.step_number(), simulation_.hash()}, frame_);
  };
  try {
    finish();
  } catch (const DeviceFailure& failure) {
    survive(failure.cause());
    finish();
  }
  simulation_.on_event = nullptr;
  write_last_picture();
}

void ViewLoop::frame() {
  const double start = frame_start_ = seconds();
  hurries_ = hurry_ > 0;
  if (hurries_) {
    --hurry_;
  } else if (scene_.under_way() && wants_picture(start)) {
    go_on_with_picture();
  }
  take_input();  // after it no boids are drawn in this frame: it answers soon
  take_steps();
  follow_world();
  give_way();
  const double now = seconds();
  if (!wants_picture(now)) return;
  if (now >= message_until_) message_.clear();
  // The time since the last picture is no frame time if nothing was to be drawn.
  if (start - drawn_ > 0.5) means_.begin(start);
  row_.frame = frame_;
  if (view_.orbiting) camera_.orbit(-kOrbitSpeed * std::min(now - drawn_, 0.1), 0.0);
  watch_.update(flight_, camera_, view_, now, double{window_.content_scale()}, view_.look.light);
  draw();
  if (overlay_.input().waits())
    hurry_ = std::max(hurry_, 1), redraw_ = kSettle;  // the next frame has the rest
  answer_question();
  if (std::exchange(step_after_picture_, false) && !view_.paused && flight_.whole()) step(0.0);
  const double before_swap = seconds();
  drawing_ = row_.upload_ms * 1e-3 + row_.draw_ms * 1e-3;
  window_.swap();
  row_.swap_ms = ms_since(before_swap);
  redraw_ = std::max(redraw_ - 1, 0);
  drawn_ = start;
  row_.step = flight_.step_number();
  row_.boids = flight_.drawn_count();
  row_.events = events_in_frame_;
  // A short rest counts as part of its frame; input can end a longer one, which is taken in wait().
  if (const double early = least_frame() - (seconds() - start); early > 0.0)
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(early, kLongestRest)));
  row_.total_ms = ms_since(start);
  for (auto* log : {&frame_log_, &key_log_}) {
    if (!*log) continue;
    try {
      (*log)->write(row_,
                    {flight_.drawn_scenario().preset, flight_.backend_name(), flight_.backend_description()});
    } catch (const RunError& error) {
      if (log == &frame_log_) fail(error.what());
      view_.message = error.what();
      log->reset();
    }
  }
  ++frame_;
  means_.add(row_, steps_in_frame_, seconds());
  row_ = {};
  events_in_frame_ = steps_in_frame_ = 0;
}

void ViewLoop::take_input() {
  for (const InputEvent& input : window_.poll()) {
    using Kind = InputEvent::Kind;
    if (input.kind == Kind::kPress || input.kind == Kind::kRelease) hurry_ = 2;
    const bool typed = input.kind == Kind::kCharacter || input.kind == Kind::kKey;
    const bool pressed = input.kind == Kind::kPress || input.kind == Kind::kScroll;
    controls_.handle(input, typed     ? overlay_.wants_keyboard()
                            : pressed ? overlay_.takes_press(input.x, input.y)
                                      : overlay_.wants_mouse());
  }
  overlay_.input().press(window_.take_keys());
  const bool happened = window_.take_happened();
  if (happened) redraw_ = kSettle;
  answers_ = happened && !answers_;  // not each frame while the pointer moves: the flock must be drawn too
  controls_.end_input();
  apply_requests();
  if (view_.message.empty()) return;
  message_ = std::exchange(view_.message, {});
  message_until_ = seconds() + kMessageSeconds;
  redraw_ = kSettle;
}

/// The least time from one picture to the next [s].
double ViewLoop::least_frame() const {
  double least = view_.vsync && options_.frames == 0 ? kQuickestFrame : 0.0;
  if (compare_.running()) least = kFrameWhileComparing;
  if (view_.most_frames_per_second > 0.0) least = std::max(least, 1.0 / view_.most_frames_per_second);
  return least;
}

/// Fewer steps than pictures: the pictures between two steps show the boids on their way.
bool ViewLoop::slow_motion() const {
  return !view_.paused && view_.steps_per_second < kSlowMotion && flight_.whole() && !clock_.limited() &&
         !compare_.running();
}

/// Draws only if the picture changes: a paused or hidden window uses no CPU time.
bool ViewLoop::wants_picture(double now) const {
  if (options_.frames > 0) return true;
  if (!window_.visible() || window_.width() == 0) return false;
  if (now - drawn_ < least_frame()) return false;
  if (film_ && now - drawn_ > 1.0 / film_rate_) return true;
  if (redraw_ > 0 || has_news() || scene_.under_way() || view_.screenshot || slow_motion() || view_.orbiting)
    return true;
  if (shows_measures() && pulse_.has_news()) return true;
  if (!message_.empty() && now >= message_until_) return true;
  const bool ticks = overlay_.wants_keyboard() || overlay_.widgets().pending() || compare_.running() ||
                     view_.question || pulse_is_stale() || flight_.on_journey() ||
                     flight_.seconds_under_way() > kLongStep;
  return ticks && now - drawn_ > kTick;
}

/// Sleeps until the next input, end of a step, due step or due picture.
void ViewLoop::wait() {
  const double now = seconds();
  const bool rests = compare_.running() || !flight_.whole();
  const bool asked = view_.single_steps > 0 || view_.seek || view_.undo != 0;
  if (wants_picture(now) || (asked && !rests)) return;
  double longest = kTick;  // a signal does not end the wait, so it is not longer
  if (!view_.paused && !rests) longest = std::min(longest, clock_.until_due() - (now - frame_start_));
  if ((redraw_ > 0 || has_news() || scene_.under_way() || slow_motion() || view_.orbiting) &&
      window_.visible())
    longest = std::min(longest, std::max(least_frame() - (now - drawn_), 1e-3));
  if (longest > 0.0) window_.wait(longest);
}

}  // namespace murmur

#include "app/window/view_loop.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>
#include <glad/gl.h>

#include "render/scene/best_writer.h"
#include "sim/backends/faults.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int64_t kHashEvery = 60;  // steps between hashes in the event log
constexpr double kMessageSeconds = 5.0;
constexpr double kQuickestFrame = 0.004;  // [s] without vertical synchronisation
constexpr double kLongestNap = 0.02;      // [s]
constexpr double kPatience = 0.04;        // [s]: a picture waits so long for its step
constexpr double kLongStep = 0.5;         // [s]: the window says so
constexpr double kTick = 0.1;             // [s] between looks at what changes by itself
constexpr int kSettle = 3;                // pictures after input: controls need one or two to follow it
constexpr float kLeastWidthForPanel = 1000.0f, kPanelWidth = 340.0f;  // [usual pixels]
constexpr double kFrameWhileComparing = 0.1;  // [s]: drawing must not slow the backends down
constexpr int kSamples = 4;                   // per pixel, so that small triangles do not flicker

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double ms_since(double start) { return (seconds() - start) * 1000.0; }

}  // namespace

ViewLoop::ViewLoop(Window& window, Simulation<float>& simulation, const ViewLoopOptions& options,
                   EventLogWriter* event_log)
    : window_(window),
      simulation_(simulation),
      options_(options),
      event_log_(event_log),
      flight_(simulation),
      camera_(simulation.scenario().world.size),
      controls_(flight_, camera_, view_),
      backends_(simulation, options.backend),
      panel_model_(flight_, controls_, view_),
      panel_(panel_model_, controls_, view_, backends_, camera_),
      panel_places_(options.panel_places),
      clock_(options.steps_per_second.value_or(simulation.scenario().view.steps_per_second)),
      overlay_(window.handle(), window.content_scale()),
      smooth_(!window.drawn_by_processor()) {
  view_.paused = options.paused;
  view_.replay = options.replay != nullptr;
  if (options.replay) replay_end_ = options.replay->last_step(simulation);
  view_.message = options.message;
  view_.vsync = options.vsync;
  view_.most_frames_per_second = options.most_frames_per_second;
  if (!options.frame_log.empty()) frame_log_.emplace(options.frame_log);
  take_view();
  view_.offered_boids = options.offered_boids;
  scene_.boids().set_writer(
      std::make_unique<BestWriter>([this](const std::string& sentence) { view_.message = sentence; }));
  const auto wide_enough = static_cast<int>(kLeastWidthForPanel * overlay_.scale());
  view_.show_panel = options.panel == "shown" || (options.panel == "auto" && window.width() >= wide_enough);
  camera_.resize(window.width() - panel_width(window.width()), window.height());
  camera_.fit();
  flight_.on_step_end = &Window::wake;
  flight_.after_step = [this] { keep_flock(); };
  keep_flock();
  flight_.on_refusal = [this](const std::string& why) { view_.message = why; };
  simulation_.on_event = [this](const Event& event) {
    ++events_in_frame_;
    flock_changed_ = true;
    panel_model_.note(event);
    if (event.kind == EventKind::kPreset || (event.kind == EventKind::kSet && event.key.starts_with("view")))
      take_view();
    keeper_.note(event, simulation_.step_number());
    if (event.kind == EventKind::kPreset || event.kind == EventKind::kRestart) pulse_.forget();
    write(event);
  };
}

void ViewLoop::run(const Interrupt& interrupt) {
  play_log();
  for (bool first = true; !view_.quit && !window_.should_close() && !interrupt.came(); first = false) {
    if (!first) wait();
    try {
      frame();
    } catch (const DeviceFailure& failure) {
      survive(failure.cause());
    }
    if (options_.frames > 0 && frame_ >= options_.frames) break;
  }
  try {
    end_flight();
    write(HashRecord{simulation_.step_number(), simulation_.hash()});
  } catch (const DeviceFailure& failure) {
    survive(failure.cause());
    end_flight();
    write(HashRecord{simulation_.step_number(), simulation_.hash()});
  }
  simulation_.on_event = nullptr;
  // A closed window draws no further frame, so the picture is the last one drawn.
  if (options_.screenshot.empty() || !target_) return;
  try {
    const RenderTarget picture(target_->width() + panel_width(window_.width()), target_->height(), kSamples);
    camera_.resize(picture.width(), picture.height());  // without the panel
    picture.bind();
    scene_.draw(camera_, simulation_.scenario(), simulation_.count());
    write_png(options_.screenshot, picture.read(), PngSize::kSmall);
  } catch (const RunError& error) {
    fail(error.what());
  }
}

void ViewLoop::frame() {
  const double start = frame_start_ = seconds();
  take_input();
  take_steps();
  follow_world();
  give_way();
  const double now = seconds();
  if (!wants_picture(now)) return;
  if (now >= message_until_) message_.clear();
  // A picture after a pause tells nothing about the rate of pictures.
  if (start - drawn_ > 0.5) means_.begin(start);
  row_.frame = frame_;
  row_.upload_ms = row_.draw_ms = 0.0;
  watch_.update(flight_, camera_, view_, now, double{window_.content_scale()}, scene_.light());
  scene_.set_marks(watch_.marks());
  draw();
  answer_question();
  const double before_swap = seconds();
  drawing_ = row_.upload_ms * 1e-3 + row_.draw_ms * 1e-3;
  window_.swap();
  row_.swap_ms = ms_since(before_swap);
  redraw_ = std::max(redraw_ - 1, 0);
  drawn_ = start;
  row_.step = flight_.step_number();
  row_.boids = flight_.drawn_count();
  row_.events = events_in_frame_;
  // A short rest belongs to its frame; a longer one is taken where input ends it.
  if (const double early = least_frame() - (seconds() - start); early > 0.0)
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(early, kLongestNap)));
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
    const bool typed = input.kind == InputEvent::Kind::kCharacter || input.kind == InputEvent::Kind::kKey;
    controls_.handle(input, typed ? overlay_.wants_keyboard() : overlay_.wants_mouse());
  }
  overlay_.press(window_.take_keys());
  if (window_.take_happened()) redraw_ = kSettle;
  controls_.end_input();
  apply_requests();
  if (view_.message.empty()) return;
  message_ = std::exchange(view_.message, {});
  message_until_ = seconds() + kMessageSeconds;
  redraw_ = kSettle;
}

/// [s] from one picture to the next, at least.
double ViewLoop::least_frame() const {
  double least = view_.vsync && options_.frames == 0 ? kQuickestFrame : 0.0;
  if (compare_.running()) least = kFrameWhileComparing;
  if (view_.most_frames_per_second > 0.0) least = std::max(least, 1.0 / view_.most_frames_per_second);
  return least;
}

/// Draws only if the picture changes: a paused or hidden window uses no CPU time.
bool ViewLoop::wants_picture(double now) const {
  if (options_.frames > 0) return true;
  if (!window_.visible() || window_.width() == 0) return false;
  if (now - drawn_ < least_frame()) return false;
  if (redraw_ > 0 || flock_changed_ || view_.screenshot) return true;
  if (view_.show_panel && pulse_.has_news()) return true;
  if (!message_.empty() && now >= message_until_) return true;
  const bool ticks = overlay_.wants_keyboard() || overlay_.widgets().pending() || compare_.running() ||
                     view_.question || pulse_is_stale() || flight_.seconds_under_way() > kLongStep;
  return ticks && now - drawn_ > kTick;
}

/// Until there is something to do: input, the end of a step, the next one, the next picture.
void ViewLoop::wait() {
  const double now = seconds();
  const bool rests = compare_.running() || !flight_.whole();
  if (wants_picture(now) || (view_.single_steps > 0 && !rests)) return;
  double longest = kTick;  // a signal does not end the wait
  if (!view_.paused && !rests) longest = std::min(longest, clock_.until_due() - (now - frame_start_));
  if ((redraw_ > 0 || flock_changed_) && window_.visible())
    longest = std::min(longest, std::max(least_frame() - (now - drawn_), 1e-3));
  if (longest > 0.0) window_.wait(longest);
}

/// Begins a step and waits for it until then [s]. @returns false when it is still under way, or refused.
bool ViewLoop::step(double until) {
  if (options_.replay && (options_.replay->finished() || options_.replay->difference())) {
    view_.paused = true;  // no step beyond the log
    return false;
  }
  try {
    flight_.begin_step();
  } catch (const UserError& error) {  // a scheduled event that is not valid for the current flock
    view_.message = error.what();
    return false;
  }
  if (!flight_.end_step(std::max(until - seconds(), 0.0))) return false;
  stepped();
  return true;
}

void ViewLoop::stepped() {
  const PhaseTimes& phases = flight_.last_step_phases();
  row_.step_ms += flight_.last_step_ms();
  row_.sort_ms += phases.sort;
  row_.gather_ms += phases.gather;
  row_.rules_ms += phases.rules;
  ++steps_in_frame_;
  flock_changed_ = true;
  clock_.stepped();
  const int64_t step = simulation_.step_number();
  play_log();
  if (step % kHashEvery == 0) write(HashRecord{step, simulation_.hash()});
}

void ViewLoop::take_steps() {
  const double now = seconds();
  const bool was_under_way = !flight_.whole(), rests = compare_.running();  // fair times need the machine
  if (was_under_way && !flight_.end_step(0.0)) return;
  clock_.set_rate(view_.steps_per_second);
  clock_.begin_frame(now, view_.paused || rests);
  if (was_under_way && flight_.was_step()) stepped();
  view_.cost = {.step_ms = flight_.last_step_ms(), .neighbours = pulse_.latest().neighbours_mean};
  // Long steps alternate with pictures without waiting here.
  const bool is_long = flight_.last_step_ms() > kPatience * 1e3;
  if (!is_long || !flock_changed_ || !wants_picture(now)) {
    const double until = is_long ? now : now + kPatience;
    bool whole = true;
    while (whole && clock_.step_due(seconds())) whole = step(until);
    for (; whole && view_.single_steps > 0 && !rests; --view_.single_steps) whole = step(until);
  }
  if (flight_.whole()) clock_.end_frame(seconds(), drawing_);
}

/// A running step is the last one of the run.
void ViewLoop::end_flight() {
  if (flight_.whole()) return;
  window_.hide();
  while (!flight_.end_step(0.05)) window_.poll();
  if (flight_.was_step()) stepped();
}

void ViewLoop::keep_flock() {
  if (simulation_.backend().device_index() >= 0) keeper_.keep(simulation_, seconds);
}

/// Goes on with the flock where its device failed. Called in a handler of the failure, which is thrown on if there is
/// no copy of the flock.
void ViewLoop::survive(const std::string& cause) {
  if (!keeper_.has_copy()) throw;
  auto again = std::make_shared<std::unique_ptr<Simulation<float>>>();
  flight_.begin_other(
      [this, again] { *again = keeper_.recover(simulation_, backends_.options()); },
      [this, again, cause] {
        simulation_.continue_as(std::move(**again));
        keeper_.forget();
        flock_changed_ = true;
        reports_.push_back(fmt::format("backend {} from step {}: {}", simulation_.backend().name(),
                                       simulation_.step_number(), cause));
        view_.message =
            fmt::format("{}; the flock goes on with backend {}", cause, simulation_.backend().name());
        simulation_.apply_events();
      });
}

void ViewLoop::follow_world() {
  const auto& world = flight_.drawn_scenario().world.size;
  if (world != camera_.world()) camera_.set_world(world);
}

/// [pixels]; the picture gets the rest.
int ViewLoop::panel_width(int width) const {
  if (!view_.show_panel) return 0;
  return std::min(static_cast<int>(kPanelWidth * overlay_.scale()), width * 3 / 5);
}

/// In a window that becomes narrower than panel and picture need, the picture stays. H shows the panel there.
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

/// The panel shows measures of another moment than the picture's, and the flock can be copied now.
bool ViewLoop::pulse_is_stale() const {
  if (!view_.show_panel || !flight_.whole() || compare_.running()) return false;
  const FlockSample& last = pulse_.latest();
  return last.step != flight_.step_number() || last.boids != flight_.drawn_count();
}

void ViewLoop::draw_overlay(int width, int height) {
  OverlayStatus now = status();
  now.panel_width = panel_width(width);
  pulse_.take_news();
  if (pulse_is_stale()) pulse_.beat(simulation_, seconds);  // else a step may be under way
  const PanelFacts facts{.frame_log = key_log_.has_value(),
                         .steps_per_second = view_.paused ? 0.0 : clock_.achieved(),
                         .means = means_,
                         .pulse = pulse_,
                         .compare = compare_};
  overlay_.draw(width, height, now, view_.show_text, view_.show_help,
                [&](Widgets& widgets) { panel_.draw(widgets, facts); });
  try {
    panel_places_.update(overlay_.widgets().places());
  } catch (const RunError& error) {
    fail(error.what());
    panel_places_ = PanelPlaces("");
  }
}

/// The colours of speed reach over the speeds there are, not over those that are allowed.
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
  const Look look = look_of(view, options_.look);
  view_.look.shape = look.shape;
  view_.look.by = look.by;
  view_.look.light = look.light;
  view_.look.axes = look.axes;
  view_.look.one = look.one;
  view_.look.background = look.background;
  view_.steps_per_second = view_.usual_steps_per_second =
      options_.steps_per_second.value_or(view.steps_per_second);
}

void ViewLoop::apply_look() {
  const LiveLook& look = drawn_look_ = view_.look;
  set_look(scene_, {look.shape, look.by, look.light, look.axes, look.one, look.background});
  scene_.set_grain({.points_below = smooth_ ? 2.0 : 3.0, .smooth = smooth_, .size = look.size});
  if (look.by == ColourBy::kSpeed) scene_.set_speed_range(speeds_seen());
}

Legend ViewLoop::legend() const {
  const LiveLook& look = view_.look;
  if (!look.legend || look.by == ColourBy::kOne) return {};
  const PaintTables& tables = scene_.boids().tables();
  if (look.by == ColourBy::kHeading) return {tables.headings(), "heading", {"0°", "", "180°", "", "360°"}};
  if (look.by == ColourBy::kDensity) return {tables.amounts(), "boids, times the mean", {"1/2", "16"}};
  const auto& range = scene_.speed_range();
  return {tables.amounts(), "speed", {fmt::format("{:.3g}", range[0]), fmt::format("{:.3g} L/t", range[1])}};
}

void ViewLoop::draw_scene() {
  const double before_upload = seconds();
  if (flight_.whole()) {  // else the buffer holds the boids of the last whole step
    scene_.update(simulation_.backend(), simulation_.scenario());
    flock_changed_ = false;
  }
  row_.upload_ms = ms_since(before_upload);
  const double before_draw = seconds();
  apply_look();
  target_->bind();
  scene_.draw(camera_, flight_.drawn_scenario(), flight_.drawn_count());
  row_.draw_ms = ms_since(before_draw);
  drawn_from_ = camera_.world_to_clip();
}

void ViewLoop::draw() {
  const int width = window_.width(), height = window_.height();
  if (width == 0 || height == 0) return;  // minimised
  overlay_.set_scale(window_.content_scale());
  const int picture = width - panel_width(width);
  bool changed = flock_changed_ || view_.debug || view_.chosen || marked_ || view_.look != drawn_look_;
  marked_ = view_.debug || view_.chosen;
  if (!target_ || target_->width() != picture || target_->height() != height) {
    target_ = std::make_unique<RenderTarget>(picture, height, smooth_ ? kSamples : 1);
    camera_.resize(picture, height);
    changed = true;
  }
  // A flock that rests, or is in a long step, looks as it did.
  if (changed || camera_.world_to_clip() != drawn_from_) draw_scene();
  const double before_draw = seconds();
  target_->copy_to(0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  draw_overlay(width, height);
  if (frame_log_ || key_log_) glFinish();  // so that the row has the time of drawing, not of queueing
  row_.draw_ms += ms_since(before_draw);
  if (std::exchange(view_.screenshot, false))
    save_picture(folder_, std::make_shared<const Image>(read_framebuffer(0, width, height)));
}

OverlayStatus ViewLoop::status() const {
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
  status.legend = legend();
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

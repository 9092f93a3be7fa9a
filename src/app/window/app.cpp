// The frame, from input to picture. Commands are in app_commands.cpp.
#include "app/window/app.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "render/scene/camera_move.h"
#include "sim/backends/faults.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kQuickestFrame = 0.004;      // [s] without vertical synchronisation
constexpr double kLongestRest = 0.02;         // [s]
constexpr double kFrameWhileComparing = 0.1;  // [s]: drawing must not slow the backends down

std::unique_ptr<RecordedRun> recorded(LoadedRun& loaded, EventLogWriter* log) {
  return std::make_unique<RecordedRun>(std::move(loaded.simulation), log, loaded.player.get());
}

}  // namespace

App::App(Window& window, LoadedRun& loaded, const AppOptions& options, EventLogWriter* event_log)
    : window_(window),
      options_(options),
      run_(recorded(loaded, event_log), backend_options(options.common), &Window::wake),
      camera_(run_.shown().scenario.world.size),
      settings_{.interface = options.interface},
      input_({run_, camera_, settings_, notices_, commands_}),
      catalog_(backend_options(options.common)),
      ui_(window, run_, input_, settings_, notices_, catalog_, camera_, options.panel_places),
      pacer_(look_of(run_.shown().scenario.view, options.look).steps_per_second),
      stats_(options.frame_log, loaded.origin.run),
      viewport_(window, stats_, [this](const std::string& sentence) { notices_.say(sentence); }),
      second_(window, stats_, run_, notices_, viewport_),
      exporter_(run_, notices_, loaded.origin, options.logged) {
  settings_.paused = options.paused;
  settings_.vsync = options.vsync;
  settings_.most_frames_per_second = options.most_frames_per_second;
  settings_.offered_boids = options.offered_boids;
  notices_.say(options.message);
  take_view();
  ui_.show_panel(options.panel);
  ui_.set_name(loaded.name);
  camera_.resize(window.width() - ui_.panel_beside(window.width()), window.height());
  camera_.fit();
}

void App::run(const Interrupt& interrupt) {
  take_results(run_.collect(0.0));
  warm_up(interrupt);
  if (options_.hints) ui_.show_hints(seconds());
  for (bool first = true; !quit_ && !interrupt.came(); first = false) {
    if (!first) wait();
    if (window_.take_close()) commands_.emplace_back(command::Quit{});
    try {
      frame();
    } catch (const DeviceFailure& failure) {
      run_.recover(failure.cause());
    }
    if (presents_) present(interrupt);
    if (options_.frames > 0 && stats_.frame() >= options_.frames) break;
  }
  finish();
  write_last_picture();
}

/// Steps as all others, but without pictures.
void App::warm_up(const Interrupt& interrupt) {
  const double until = seconds() + options_.longest_warm_up;
  for (int64_t k = 0; k < options_.warm_up && seconds() < until && !interrupt.came(); ++k) {
    if (!run_.step()) break;
    while (!run_.idle()) take_results(run_.collect(0.05));
  }
  pacer_ = StepPacer(settings_.look.steps_per_second);  // these steps are no pace
}

void App::frame() {
  const double start = stats_.begin_frame(seconds());
  viewport_.budget().begin_frame();
  if (second_.drawing() && viewport_.budget().may_continue() && picture_due(start)) {
    if (second_.continue_drawing()) repaint_.again();
  }
  read_input();  // after it no batch of boids is drawn in this frame: it answers soon
  execute_all();
  take_results(run_.collect(0.0));
  ask_for_hash();
  take_steps();
  follow_comparison();
  exporter_.follow_film();
  fit_picture();
  const double now = seconds();
  if (notices_.begin(now)) repaint_.settle();
  if (!picture_due(now)) return;
  notices_.end(now);
  stats_.begin(start, repaint_.last());
  const int width = window_.width(), height = window_.height();
  if (width > 0 && height > 0) {  // not minimised
    draw_picture(now);
    record_film(now);
    viewport_.present(camera_.width(), height);
    second_.present(height);
    draw_ui(width, height);
    if (exporter_.wants_picture()) exporter_.write_picture(read_framebuffer(0, width, height));
  }
  execute_all();
  if (pacer_.take_deferred() && !settings_.paused && run_.idle()) {
    if (run_.step()) pacer_.begun();
  }
  end_frame(start);
}

void App::read_input() {
  using Kind = InputEvent::Kind;
  Overlay& overlay = ui_.overlay();
  bool pressed = false;
  input_.changes().begin_frame(
      {.frame = stats_.frame(), .time = seconds()},
      {.step_ms = run_.last_step_ms(), .neighbours = sampler_.latest().neighbours_mean});
  for (const InputEvent& input : window_.poll()) {
    if (input.kind == Kind::kPress || input.kind == Kind::kRelease) {
      pressed = true;
      overlay.input().button(static_cast<int>(input.button), input.kind == Kind::kPress, input.x, input.y);
    }
    const bool typed = input.kind == Kind::kCharacter || input.kind == Kind::kKey;
    input_.handle(second_.in_first(input),
                  typed ? overlay.wants_keyboard() : overlay.takes_press(input.x, input.y));
  }
  overlay.input().press(window_.take_keys());
  const bool happened = window_.take_happened();
  if (happened) repaint_.settle();
  viewport_.budget().on_input(pressed, happened);
  input_.end_input();
  const auto dropped = window_.take_dropped();
  if (dropped.size() == 1) commands_.emplace_back(command::Open{dropped.front()});
  if (dropped.size() > 1)
    notices_.say(fmt::format("{} files were dropped: drop one of them", dropped.size()));
}

void App::take_steps() {
  const bool comparing = comparison_.running();  // it needs the whole machine
  if (!run_.idle()) {
    run_.begin_waiting(!comparing);
    return;
  }
  const double now = seconds();
  pacer_.set_rate(settings_.look.steps_per_second);
  pacer_.begin_frame(now, settings_.paused, comparing);
  pacer_.begin_steps(now, run_.last_step_ms(),
                     viewport_.has_news() && !second_.drawing() && picture_due(now));
  while (run_.idle() && !pacer_.picture_first()) {
    const bool step = pacer_.step_due(seconds());
    if (!step && !run_.has_waiting(!comparing)) break;
    if (!step)
      run_.begin_waiting(!comparing);
    else if (run_.step())
      pacer_.begun();
    take_results(run_.collect(pacer_.patience_left(seconds())));
  }
  pacer_.end_frame(seconds(), run_.idle(), stats_.drawing());
}

void App::take_results(RunNotes notes) {
  const bool events = notes.arrived || !notes.applied.empty();
  if (notes.steps > 0 || events) viewport_.flock_changed();
  second_.follow(events, notes.steps > 0 || events);
  stats_.add_steps(notes.steps, notes.step_ms, notes.phases);
  stats_.row().events += static_cast<int64_t>(notes.applied.size());
  for (int64_t k = 0; k < notes.steps; ++k) pacer_.stepped();
  if (notes.refused) pacer_.refused();
  if (notes.hashed) repaint_.again();
  for (const Event& event : notes.applied) follow_view(event);
  if (notes.changed) exporter_.changed();
  if (notes.arrived) {
    if (look_of(run_.shown().scenario.view, options_.look) != settings_.scenario_look) take_view();
    ui_.editor().refresh();
    sampler_.forget();
    second_.forget();
  }
  if (notes.rests) {
    settings_.paused = true;
    pacer_.drop_single_steps();
  }
  for (std::string& line : notes.reports) stats_.report(std::move(line));
  for (std::string& notice : notes.notices) notices_.say(std::move(notice));
  if (!notes.failure.empty()) notices_.fail(notes.failure);
  for (FlockCopy& copy : notes.copies) take_copy(std::move(copy));
  for (const Exported& file : notes.exported) exporter_.exported(file);
}

void App::follow_view(const Event& event) {
  ui_.editor().note(event);
  if (event.kind == EventKind::kPreset ||
      (event.kind == EventKind::kSet && table_of(event.key).table == "view"))
    take_view();
  if (event.kind == EventKind::kPreset || event.kind == EventKind::kRestart) sampler_.forget();
}

/// Camera and panel follow the size of world and window.
void App::fit_picture() {
  const auto& world = run_.shown().scenario.world.size;
  if (world != camera_.world()) camera_.set_world(world);
  camera_.set_scene(settings_.look.scene);
  ui_.auto_hide_panel(window_.width());
}

void App::draw_picture(double now) {
  if (settings_.orbiting) camera_.go_around(std::min(now - repaint_.last(), 0.1));
  const std::optional<Lease> lease = run_.borrow();
  const bool measures = lease && sums_are_due(*lease, now);
  const double scale = settings_.interface * double{window_.content_scale()};
  const double back = slow_motion() ? 1.0 - pacer_.fraction() : 0.0;
  watch_.update(lease, run_.shown(), camera_, settings_, notices_, now, scale, back, measures);
  if (watch_.sums()) sampler_.take(sample_of(*watch_.sums(), run_.shown().scenario, run_.step_number()), now);
  ui_.overlay().set_scale(static_cast<float>(scale));
  const int width = second_.width_of_one(window_.width() - ui_.panel_beside(window_.width())),
            height = window_.height();
  if (camera_.width() != width || camera_.height() != height) camera_.resize(width, height);
  camera_.set_margins(ui_.margins());
  if (viewport_.answers_first()) pacer_.drop_deferred();
  const PictureSettings settings = picture_settings();
  if (lease) {  // a boid that is followed is in the middle, whatever else moves the camera
    Simulation<float>& simulation = lease->simulation();
    const CameraMove kind = settings_.chosen ? CameraMove::kStill : settings.look.camera;
    camera_.set_move(camera_move(kind, settings.step, simulation.backend(), simulation.scenario()));
  }
  const bool begun =
      viewport_.draw(width, height, camera_, run_.shown(), settings, lease ? &lease->simulation() : nullptr);
  second_.draw(begun, width, height, camera_, settings, lease);
}

void App::record_film(double now) {
  const FilmRecorder* const film = exporter_.film();
  if (!film) return;
  give_film_pictures(false);
  if (!film->due(now)) return;
  viewport_.read_for_film(now);
  second_.read_for_film(now);
}

/// `wait`: also those that are still being read.
void App::give_film_pictures(bool wait) {
  while (auto picture = viewport_.picture_for_film(wait)) {
    const double tag = picture->tag;
    const Image image = second_.for_film(std::move(*picture));
    if (FilmRecorder* const film = exporter_.film()) film->offer(image, tag);
  }
}

void App::draw_ui(int width, int height) {
  const PictureTimer::Span timed(viewport_.timer());
  sample();
  const PanelFacts facts{.frame_log = stats_.key_log(),
                         .steps_per_second = settings_.paused ? 0.0 : pacer_.achieved(),
                         .means = stats_.means(),
                         .sampler = sampler_,
                         .compare = comparison_,
                         .differences = second_.differences(),
                         .second = second_.sampler()};
  ui_.draw(width, height, {pacer_, viewport_.scene(), watch_.labels(), exporter_, facts, second_}, camera_,
           commands_);
  if (ui_.overlay().input().waits()) {  // the next frame has the rest
    viewport_.budget().on_input_left();
    repaint_.settle();
  }
}

void App::end_frame(double start) {
  FrameRow& row = stats_.row();
  viewport_.take_times();
  const double before_swap = seconds();
  window_.swap();
  row.swap_ms = ms_since(before_swap);
  repaint_.drawn(start);
  row.step = run_.step_number();
  row.boids = run_.shown().boids;
  // A short rest counts as part of its frame; input can end a longer one, which is taken in wait().
  if (const double early = reasons(start).least_interval - (seconds() - start); early > 0.0)
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(early, kLongestRest)));
  row.total_ms = ms_since(start);
  const std::string failure =
      stats_.end({run_.shown().scenario.preset, run_.backend(), run_.device()}, seconds());
  if (!failure.empty()) notices_.fail(failure);
}

/// Sleeps until the next input, end of a job, due step or due picture.
void App::wait() {
  const double now = seconds();
  const bool rests = comparison_.running() || !run_.idle();
  const RepaintReasons why = reasons(now);
  const bool asked = pacer_.has_single_steps() || run_.has_waiting(true);
  if (repaint_.due(now, why) || (asked && !rests)) return;
  const double until_step =
      settings_.paused || rests ? kLongestRest * 1e3 : pacer_.until_due() - (now - stats_.frame_start());
  const double longest = repaint_.sleep(now, why, until_step);
  if (longest > 0.0) window_.wait(longest);
}

/// Fewer steps than pictures: the pictures between two steps show the boids on their way.
bool App::slow_motion() const {
  return !settings_.paused && settings_.look.steps_per_second < kSlowMotion && run_.idle() &&
         !pacer_.limited() && !comparison_.running();
}

RepaintReasons App::reasons(double now) const {
  RepaintReasons why;
  why.always = options_.frames > 0;
  why.visible = window_.visible() && window_.width() > 0;
  why.changed = (viewport_.has_news() && run_.idle()) || second_.drawing() || exporter_.wants_picture();
  why.moves = slow_motion() || settings_.orbiting;
  why.text = notices_.over(now) || watch_.over(now) ||
             (shows_measures() && (sampler_.has_news() || second_.has_news()));
  why.ticks = ui_.overlay().wants_keyboard() || ui_.overlay().widgets().pending() || comparison_.running() ||
              notices_.question() || ui_.shows_hints(now) || sample_is_stale() || exporter_.sharing() ||
              run_.seeking() || run_.seconds_running() > kLongStep;
  if (const FilmRecorder* const film = exporter_.film()) why.film_interval = film->interval();
  why.least_interval = least_interval();
  if (comparison_.running()) why.least_interval = std::max(why.least_interval, kFrameWhileComparing);
  return why;
}

/// [s] between pictures.
double App::least_interval() const {
  const double quickest = settings_.vsync && options_.frames == 0 ? kQuickestFrame : 0.0;
  const double cap = settings_.most_frames_per_second;
  return cap > 0.0 ? std::max(quickest, 1.0 / cap) : quickest;
}

PictureSettings App::picture_settings() const {
  PictureSettings settings = viewport_.settings(settings_.look);
  settings.back = slow_motion() ? 1.0 - pacer_.fraction() : 0.0;
  settings.step = static_cast<double>(run_.step_number()) - settings.back;
  settings.copies = settings_.chosen.has_value();
  settings.marks = watch_.marks();
  if (settings_.look.colour.word == ColourBy::kSpeed) settings.speeds = speeds_seen();
  return settings;
}

/// What is still running is given up, so that the end of the program does not wait for it; what waits is done.
void App::finish() {
  exporter_.cancel_share();
  if (!run_.idle()) {
    window_.hide();
    run_.cancel();
  }
  run_.note_hash();
  while (!run_.idle() || run_.has_waiting(false)) {
    if (run_.idle()) run_.begin_waiting(false);
    take_results(run_.collect(0.05));
    window_.poll();
  }
  if (const SecondRun* const second = run_.borrow()->second()) stats_.report(report_of(*second));
  give_film_pictures(true);
  exporter_.end_film(seconds());
  viewport_.take_times(true);
  if (const std::string failure = stats_.flush(); !failure.empty()) notices_.fail(failure);
}

/// A closed window draws no further frame, so this is the last one drawn, without text and panel.
void App::write_last_picture() {
  if (options_.screenshot.empty() || !viewport_.has_picture()) return;
  try {
    const int width = second_.width() + ui_.panel_beside(window_.width());
    Image picture = viewport_.final_image(second_.width_of_one(width), viewport_.height(), camera_,
                                          run_.shown().scenario, settings_.look);
    if (second_.shown()) picture = second_.final_image(picture, width, camera_, settings_.look);
    write_png(options_.screenshot, picture, PngSize::kSmall);
  } catch (const RunError& error) {
    notices_.fail(error.what());
  }
}

}  // namespace murmur

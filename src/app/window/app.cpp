// The frame of the window, from input to picture; commands are in app_commands.cpp.
#include "app/window/app.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "app/options/device_check.h"
#include "app/options/gallery_list.h"
#include "render/scene/camera_move.h"
#include "sim/backends/faults.h"
#include "sim/scenario/events.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kQuickestFrame = 0.004;  // least time of a frame without vertical synchronisation [s]
constexpr double kLongestRest = 0.02;     // longest sleep at the end of a frame [s]
constexpr double kAppearance = 0.8;       // time in which birds come nearer, during and after a warm-up [s]
constexpr double kPictureOfWarmUp = 0.2;  // time between pictures during the warm-up [s]
constexpr double kReturn = 1.5;           // time in which a camera that rested returns to the flock [s]
constexpr double kFrameWhileComparing = 0.1;  // time of a frame while backends are compared [s]

std::unique_ptr<RecordedRun> make_recorded_run(LoadedRun& loaded, EventLogWriter* log) {
  return std::make_unique<RecordedRun>(std::move(loaded.simulation), log, loaded.player.get());
}

/// Whether acts of the user make unsaved changes. The choice of a preset does not, nor do acts that pass, such as a
/// push or a pointer that attracts. No acts mean that the user went back in time, which does. `plays`: the flock is no
/// work of the user, and what a click makes again is not worth a question.
bool needs_saving(const std::vector<Event>& acts, bool plays) {
  using enum EventKind;
  const auto passes = [plays](const Event& act) {
    if (act.kind != kSet)
      return act.kind == kScatter || act.kind == kStartle || act.kind == kGust || act.kind == kRestart ||
             (plays && act.kind == kAdd);
    const std::string table = table_of(act.key).table;
    return table == "cursor" ||
           (plays && (table == "obstacle" || table == "predator" || table == "goal" || table == "wall"));
  };
  if (acts.empty()) return !plays;
  return !std::ranges::count(acts, kPreset, &Event::kind) && !std::ranges::all_of(acts, passes);
}

}  // namespace

App::App(Window& window, LoadedRun& loaded, const AppOptions& options, EventLogWriter* event_log)
    : window_(window),
      options_(options),
      stats_(options.frame_log, loaded.origin.run),
      flock_(make_recorded_run(loaded, event_log), backend_options(options.common), &Window::wake, stats_),
      camera_(flock_.run.shown().scenario.world.size),
      settings_{.interface = options.interface},
      input_({flock_.run, camera_, settings_, notices_, commands_}),
      catalog_(backend_options(options.common)),
      ui_(window, flock_.run, input_, settings_, notices_, catalog_, camera_, options.panel_places),
      flocks_(window, stats_, flock_.run, notices_),
      exporter_(flock_.run, notices_, loaded.origin, options.logged),
      plays_(options.pictures && (loaded.name.empty() || find_gallery_entry(loaded.name))) {
  settings_.paused = options.paused;
  settings_.vsync = options.vsync;
  settings_.most_frames_per_second = options.most_frames_per_second;
  settings_.offered_boids = options.offered_boids;
  settings_.flock_before = options.flock_before;
  notices_.say(options.message);
  take_view();
  ui_.show_panel(options.panel);
  ui_.set_name(loaded.name);
  camera_.resize(window.width() - ui_.panel_beside(window.width()), window.height());
  camera_.fit();
  if (loaded.tracks) flock_.run.ask(job::BeginSecond{catalog_.options(), loaded.tracks});
}

void App::run(const Interrupt& interrupt) {
  if (options_.pictures) ui_.offer_pictures();
  // The first press with this tool has a visible effect; a bird that is added to thousands has none.
  if (options_.pictures || settings_.look.scene != Surroundings::kPlain) settings_.tool = Tool::kAttract;
  take_results(flock_.run.collect(0.0));
  const double until = seconds() + options_.longest_warm_up;
  if (options_.warm_up > 0 && options_.frames == 0) appears_ = seconds();  // a benchmark has all birds whole
  double shown = 0.0;  // 0: draws at once, so that the window is not black during the warm-up
  // Whether the flock is on the host. A device warms up quickly, and only frame() handles a device that fails while it draws.
  const auto is_on_host = [this] {
    const std::optional<Lease> lease = flock_.run.borrow();
    return lease && !lease->on_device();
  };
  flock_.warm_up(
      options_.warm_up, [&] { return seconds() < until && !interrupt.came(); },
      [&](RunNotes notes) {
        take_results(std::move(notes));
        const bool benchmark = options_.frames > 0;
        if (benchmark || seconds() - shown < kPictureOfWarmUp || !is_on_host()) return;
        camera_.set_scene(settings_.look.scene);
        draw(seconds());
        window_.swap();
        shown = seconds();
      });
  for (bool first = true; after_ != After::kEnd && !interrupt.came(); first = false) {
    if (!first) wait();
    if (window_.close_requested()) commands_.emplace_back(command::Quit{});
    try {
      frame();
    } catch (const DeviceFailure& failure) {
      flock_.run.recover(failure.cause());
    } catch (const NotFinite& fault) {
      flock_.run.take_steps_back(fault);
    }
    if (after_ == After::kPresentation) present(interrupt);
    if (options_.frames > 0 && stats_.frame() >= options_.frames) break;
  }
  finish();
  write_last_picture();
}

void App::frame() {
  const double start = stats_.begin_frame(seconds());
  viewport_.begin_frame();
  read_input();
  execute_all();
  take_results(flock_.run.collect(0.0));
  // Asks for the hash that the text shows, while the flock is paused, so that no step waits for the hash.
  const bool rests = settings_.paused && flock_.run.idle() && !flock_.run.has_waiting(true) &&
                     !comparison_.running() && !flock_.pacer.has_single_steps();
  if (rests && settings_.show_text && !flock_.run.hash()) flock_.run.ask(job::ShowHash{});
  if (options_.check.valid() &&
      options_.check.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    options_.check = {};
    switch_backend(checked_kind()->name);
  }
  take_steps();
  follow_comparison();
  exporter_.follow_film();
  // Camera and panel follow the size of the world and of the window.
  const auto& world = flock_.run.shown().scenario.world.size;
  if (world != camera_.world()) camera_.set_world(world);
  camera_.set_scene(settings_.look.scene);
  ui_.auto_hide_panel(window_.width());
  const double now = seconds();
  if (notices_.begin(now)) repaint_.settle();
  if (!picture_due(now)) return;
  notices_.end(now);
  stats_.begin(start, repaint_.last());
  draw(now);
  execute_all();
  flock_.take_deferred(settings_.paused);
  end_frame(start);
}

void App::read_input() {
  using Kind = InputEvent::Kind;
  Overlay& overlay = ui_.overlay();
  input_.changes().begin_frame(
      {.frame = stats_.frame(), .time = seconds()},
      {.step_ms = flock_.run.last_step_ms(), .neighbours = sampler_.latest().neighbours_mean});
  for (const InputEvent& input : window_.poll()) waiting_.push_back(input);
  for (; !waiting_.empty(); waiting_.pop_front()) {
    const InputEvent input = waiting_.front();
    const bool typed = input.kind == Kind::kCharacter || input.kind == Kind::kKey;
    if (typed && overlay.input().click_waits()) break;  // the click may choose a text field for this key
    // Ctrl + S saves even while a text field has the focus.
    const bool saves = input.control && (input.character == 's' || input.character == 'S');
    input_.handle(flocks_.to_first_flock(input),
                  typed ? overlay.wants_keyboard() && !saves : overlay.takes_press(input.x, input.y));
  }
  const bool happened = window_.take_happened();
  if (happened) {
    repaint_.settle();
    viewport_.on_input();
    ui_.note_input();
  }
  input_.end_input();
  const auto dropped = window_.dropped_files();
  if (dropped.size() == 1) commands_.emplace_back(command::Open{dropped.front()});
  if (dropped.size() > 1)
    notices_.say(fmt::format("{} files were dropped: drop one of them", dropped.size()));
}

void App::take_steps() {
  flock_.pacer.set_rate(settings_.look.steps_per_second);
  const bool picture = viewport_.has_news() && picture_due(seconds());
  flock_.take_steps(settings_.paused, comparison_.running(), picture,
                    [this](RunNotes notes) { take_results(std::move(notes)); });
}

void App::take_results(RunNotes notes) {
  const bool events = notes.arrived || !notes.applied.empty();
  flocks_.follow(events, notes.steps > 0 || events);
  flock_.count(notes);
  stats_.row().events += static_cast<int64_t>(notes.applied.size());
  if (notes.hashed) repaint_.again();
  for (const Event& event : notes.applied) follow_view(event);
  if (!notes.arrived) keep_chosen(same_ids(notes.applied, flock_.run.shown().boids), settings_, notices_);
  if (notes.changed && needs_saving(notes.applied, plays_)) exporter_.changed();
  if (notes.arrived) {
    if (look_of(flock_.run.shown().scenario, options_.look) != settings_.scenario_look) take_view();
    ui_.editor().refresh();
    watch_.forget_distances();
    sampler_.forget_after(flock_.run.step_number());
    if (MetricsSampler* const of_b = flocks_.second()) of_b->forget();
  }
  if (notes.rests) {
    settings_.paused = true;
    flock_.pacer.drop_single_steps();
  }
  if (!notes.applied.empty()) follow_species();
  for (std::string& line : notes.reports) stats_.report(std::move(line));
  for (std::string& notice : notes.notices) notices_.say(std::move(notice));
  if (notes.steps > 0) notices_.stepped();
  if (!notes.fault.empty()) notices_.say_until_step(notes.fault);
  if (!notes.failure.empty()) notices_.fail(notes.failure);
  for (FlockCopy& copy : notes.copies) take_copy(std::move(copy));
  for (const Exported& file : notes.exported) exporter_.exported(file);
}

void App::follow_view(const Event& event) {
  ui_.editor().note(event);
  if (event.kind == EventKind::kScatter) ui_.note_push();
  if (event.kind == EventKind::kPreset ||
      (event.kind == EventKind::kSet && table_of(event.key).table == "view"))
    take_view();
  if (event.kind == EventKind::kPreset || event.kind == EventKind::kRestart) {
    sampler_.forget();
    watch_.forget_distances();  // those of a surprise are no change by the user
  }
  if (event.kind == EventKind::kRestart && !settings_.begun.empty())
    ui_.editor().start_here(std::exchange(settings_.begun, {}));
}

void App::draw(double now) {
  const int width = window_.width(), height = window_.height();
  if (width <= 0 || height <= 0) return;  // the window is minimised
  draw_picture(now);
  record_film(now);
  flocks_.present(camera_.width(), height);
  draw_ui(width, height);
  if (exporter_.wants_window()) exporter_.write_window(read_framebuffer(0, width, height));
}

void App::draw_picture(double now) {
  if (settings_.orbiting) camera_.go_around(std::min(now - repaint_.last(), 0.1));
  const std::optional<Lease> lease = flock_.run.borrow();
  // A device computes the sums for a sample together with the answers about single boids.
  const bool measures = lease && lease->on_device() && sample_is_stale() && sampler_.due(now);
  const float scale = interface_scale(window_, settings_.interface);
  watch_.update(lease, flock_.run.shown(), camera_, settings_, notices_, now, double{scale},
                flock_.steps_behind(slow_motion()), measures);
  if (watch_.sums())
    sampler_.take(sample_of(*watch_.sums(), flock_.run.shown().scenario, flock_.run.step_number()), now);
  ui_.overlay().set_scale(scale);
  const int width = flocks_.width_of_one(window_.width() - ui_.panel_beside(window_.width())),
            height = window_.height();
  if (camera_.width() != width || camera_.height() != height) camera_.resize(width, height);
  camera_.set_margins(ui_.margins());
  if (viewport_.answers_first()) flock_.pacer.drop_deferred();
  const PictureSettings settings = picture_settings();
  if (lease) move_camera(now, lease->simulation(), settings);
  flocks_.draw(width, height, camera_, settings, lease);
}

/// Sets the move of the camera. A followed boid stays in the middle. While the pointer leads the flock, the camera rests,
/// so that the flock can reach the pointer; then the camera returns to the flock.
void App::move_camera(double now, Simulation<float>& simulation, const PictureSettings& settings) {
  if (input_.leads()) {
    returns_until_ = now + kReturn;
    return;
  }
  const CameraMove kind = settings_.chosen ? CameraMove::kStill : settings.look.camera;
  const double left = returns_until_ - now, since = std::min(now - repaint_.last(), 0.1);
  camera_.approach(camera_move(kind, settings.step, simulation.backend(), simulation.scenario()),
                   left > since ? since / left : 1.0);
}

void App::record_film(double now) {
  const FilmRecorder* const film = exporter_.film();
  if (!film) return;
  give_film_pictures(false);
  if (film->due(now)) flocks_.read_for_film(now);
}

/// Passes pictures that have been read to the film. `wait`: waits for those that are still being read.
void App::give_film_pictures(bool wait) {
  while (const auto picture = flocks_.picture_for_film(wait)) {
    if (FilmRecorder* const film = exporter_.film()) film->offer(picture->image, picture->tag);
  }
}

void App::draw_ui(int width, int height) {
  const PictureTimer::Span timed(viewport_.timer());
  sample();
  const PanelFacts facts{.frame_log = stats_.key_log(),
                         .steps_per_second = settings_.paused ? 0.0 : flock_.pacer.measured_rate(),
                         .means = stats_.means(),
                         .sampler = sampler_,
                         .compare = comparison_,
                         .differences = flocks_.differences(),
                         .second = flocks_.second()};
  ui_.draw(width, height, {flock_.pacer, watch_.labels(), exporter_, facts, flocks_}, camera_, commands_);
  if (ui_.overlay().input().waits() || !waiting_.empty()) {  // the next frame handles the rest of the input
    viewport_.on_input();
    repaint_.settle();
  }
}

void App::end_frame(double start) {
  flocks_.collect_times();
  const double before_swap = seconds();
  window_.swap();
  stats_.row().swap_ms = ms_since(before_swap);
  repaint_.drawn(start);
  // A short sleep counts as part of this frame. A longer one happens in wait(), where input can end it.
  if (const double early = reasons(start).least_interval - (seconds() - start); early > 0.0)
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(early, kLongestRest)));
  if (const std::string failure = flock_.end_frame(start); !failure.empty()) notices_.fail(failure);
}

/// Sleeps until the next input, end of a job, due step or due picture.
void App::wait() {
  const double now = seconds();
  const bool rests = comparison_.running() || !flock_.run.idle();
  const RepaintReasons why = reasons(now);
  const bool asked = flock_.pacer.has_single_steps() || flock_.run.has_waiting(true);
  if (repaint_.due(now, why) || (asked && !rests)) return;
  const double until_step = settings_.paused || rests
                                ? kLongestRest * 1e3
                                : flock_.pacer.until_due() - (now - stats_.frame_start());
  const double longest = repaint_.sleep(now, why, until_step);
  if (longest > 0.0) window_.wait(longest);
}

RepaintReasons App::reasons(double now) const {
  RepaintReasons why;
  why.always = options_.frames > 0;
  why.visible = window_.visible() && window_.width() > 0;
  why.changed =
      (viewport_.has_news() && flock_.run.idle()) || viewport_.put_off() || exporter_.wants_window();
  why.moves = slow_motion() || settings_.orbiting || now < returns_until_;
  why.text = notices_.over(now) || watch_.over(now) || (settings_.shows_measures() && flocks_.has_news());
  why.ticks = ui_.overlay().wants_keyboard() || ui_.overlay().widgets().pending() || comparison_.running() ||
              notices_.question() || sample_is_stale() || exporter_.sharing() || flock_.run.seeking() ||
              flock_.run.seconds_running() > kLongStep;
  if (const FilmRecorder* const film = exporter_.film()) why.film_interval = film->interval();
  const double cap = settings_.most_frames_per_second;
  why.least_interval = settings_.vsync && options_.frames == 0 ? kQuickestFrame : 0.0;
  if (cap > 0.0) why.least_interval = std::max(why.least_interval, 1.0 / cap);
  if (comparison_.running()) why.least_interval = std::max(why.least_interval, kFrameWhileComparing);
  return why;
}

PictureSettings App::picture_settings() const {
  PictureSettings settings{.look = settings_.look};
  if (settings_.look.scene != Surroundings::kPlain)  // a flock that warms up comes out of the sky
    settings.look.size *= std::clamp((seconds() - appears_) / kAppearance, 0.0, 1.0);
  settings.back = flock_.steps_behind(slow_motion());
  settings.step = static_cast<double>(flock_.run.step_number()) - settings.back;
  settings.copies = settings_.chosen.has_value();
  settings.marks = watch_.marks();
  const std::vector<Mark> drawn = input_.tools().marks();
  settings.marks.insert(settings.marks.end(), drawn.begin(), drawn.end());
  if (settings_.look.colour.word == ColourBy::kSpeed)
    settings.speeds = sampler_.speeds_seen(static_cast<float>(flock_.run.shown().scenario.rules.max_speed));
  return settings;
}

/// Cancels the running job, so that the end of the program does not wait for it, and finishes the queued jobs.
void App::finish() {
  exporter_.cancel_share();
  if (!flock_.run.idle()) {
    if (!next_) window_.hide();  // another flock will use this window
    flock_.run.cancel();
  }
  flock_.run.ask(job::NoteHash{});
  while (!flock_.run.idle() || flock_.run.has_waiting(false)) {
    if (flock_.run.idle()) flock_.run.begin_waiting(false);
    take_results(flock_.run.collect(0.05));
    window_.poll();
  }
  if (const SecondRun* const second = flock_.run.borrow()->second()) stats_.report(report_of(*second));
  give_film_pictures(true);
  exporter_.end_film(seconds());
  flocks_.collect_times(true);
  if (const std::string failure = stats_.flush(); !failure.empty()) notices_.fail(failure);
}

/// The last frame, drawn again without text and panel, as large as the window.
Image App::picture_alone(Camera camera) {
  return flocks_.screenshot(flocks_.width() + ui_.panel_beside(window_.width()), camera, settings_.look);
}

/// Writes the picture of the last frame: a closed window draws no further frame.
void App::write_last_picture() {
  if (options_.screenshot.empty() || !viewport_.has_picture()) return;
  try {
    Camera camera = camera_;
    camera.set_margins({});  // the picture has no text
    write_png(options_.screenshot, picture_alone(camera), PngSize::kSmall);
  } catch (const RunError& error) {
    notices_.fail(error.what());
  }
}

}  // namespace murmur

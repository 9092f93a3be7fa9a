#include "app/window/presentation.h"

#include <algorithm>
#include <utility>

#include "app/controls/input_keys.h"
#include "app/live/seconds.h"
#include "app/window/loaded_run.h"
#include "app/window/suited_flock.h"
#include "render/scene/camera_move.h"
#include "sim/backends/faults.h"

namespace murmur {
namespace {

constexpr int64_t kStepsInTheDark = 400;                   // steps for a flock to form
constexpr double kLongestInTheDark = 1.0;                  // limit of the time for these steps [s]
constexpr double kHistory = 1e6;                           // bytes of history: nobody goes back
constexpr double kZoomAtFirst = 1.08, kZoomAtLast = 1.35;  // 2D: hides the border of the world

CommonOptions options_of(const GalleryEntry& entry, const MachineOptions& machine) {
  CommonOptions options;
  static_cast<MachineOptions&>(options) = machine;
  if (entry.preset) {
    options.preset = entry.name;
    return options;
  }
  options.scenario_file = entry.name;
  options.scenario_text = std::make_shared<const std::string>(entry.text);
  return options;
}

/// The look of a presented flock: in 3D an evening sky, unless the scenario has a scene of its own.
Look presented_look(const Scenario& scenario) {
  Look look = look_of(scenario, {});
  if (scenario.dimensions() == 2 || look.scene != Surroundings::kPlain) return look;
  look.scene = Surroundings::kDusk;
  look.camera = CameraMove::kFollow;
  look.size = 1.0;
  look.trails = 0.0;
  return look;
}

}  // namespace

Presentation::Presentation(Window& window, FrameStats& stats, const MachineOptions& machine,
                           double least_interval)
    : window_(window),
      stats_(stats),
      machine_(machine),
      least_interval_(least_interval),
      viewport_(window, stats, [](const std::string&) {}) {
  window_.show_pointer(false);
}

Presentation::~Presentation() { window_.show_pointer(true); }

bool Presentation::show(const Interrupt& interrupt, int64_t most_frames) {
  while (!over_ && !interrupt.came() && (most_frames == 0 || stats_.frame() < most_frames)) {
    try {
      frame();
    } catch (const DeviceFailure& failure) {
      if (!flock_) throw;
      flock_->run.recover(failure.cause());
    } catch (const NotFinite& fault) {
      if (!flock_) throw;
      flock_->run.take_steps_back(fault);
    }
  }
  stats_.forget();
  return quits_;
}

void Presentation::frame() {
  const double start = stats_.begin_frame(seconds());
  read_input();
  if (clock_.load_due(start)) load();
  note(flock_->run.collect(0.0));
  flock_->take_steps(false, false, viewport_.has_news(), [this](const RunNotes& notes) { note(notes); });
  if (!window_.visible() || window_.width() == 0) {
    window_.wait(0.1);
    return;
  }
  const double now = seconds();
  stats_.begin(start, drawn_);
  draw(now);
  flock_->take_deferred(false);
  viewport_.collect_times();
  const double before_swap = seconds();
  window_.swap();
  stats_.row().swap_ms = ms_since(before_swap);
  drawn_ = start;
  if (const std::string why = flock_->end_frame(start); !why.empty()) failure_ = why;
  if (const double early = least_interval_ - (seconds() - start); early > 0.0) window_.wait(early);
}

/// Ends the presentation with keys only: the pointer moves when somebody touches the table.
void Presentation::read_input() {
  for (const InputEvent& input : window_.poll()) {
    if (input.kind != InputEvent::Kind::kKey && input.kind != InputEvent::Kind::kCharacter) continue;
    const KeyUse* const use = KeyActions::use_of(input, OnTop::kPresentation);
    if (!use) continue;
    if (use->shown == "Right") clock_.skip(seconds());
    if (use->shown == "F11") window_.toggle_fullscreen();
    over_ = over_ || use->shown == "Esc" || use->shown == "F5" || use->shown == "Q";
    quits_ = quits_ || use->shown == "Q";
  }
  if (window_.close_requested()) over_ = quits_ = true;
  window_.dropped_files();
}

void Presentation::load() {
  const GalleryEntry& entry = flocks_[clock_.due_flock()];
  flock_.reset();  // frees memory for the next flock
  CommonOptions options = options_of(entry, machine_);
  ScenarioSource source = scenario_source(options);
  suit_machine(options, source, presented_look(source.scenario()));
  if (entry.preset) suit_picture(options, source, window_.width(), window_.height());
  LoadedRun loaded = open_run(beginning_of<float>(source), options);
  flock_ = std::make_unique<StepDriver>(
      std::make_unique<RecordedRun>(std::move(loaded.simulation), nullptr, nullptr, kHistory),
      backend_options(options), &Window::wake, stats_);
  look_ = presented_look(flock_->run.shown().scenario);
  camera_ = Camera(flock_->run.shown().scenario.world.size);
  camera_.resize(window_.width(), window_.height());
  camera_.set_scene(look_.scene);
  flock_->pacer.set_rate(look_.steps_per_second);
  const double until = seconds() + kLongestInTheDark;
  flock_->warm_up(
      kStepsInTheDark, [&] { return seconds() < until; }, [this](const RunNotes& notes) { note(notes); });
  viewport_.flock_changed();
  drawn_ = seconds();
  clock_.loaded(drawn_);
}

void Presentation::note(const RunNotes& notes) {
  if (notes.steps > 0 || notes.arrived || !notes.applied.empty()) viewport_.flock_changed();
  if (!notes.fault.empty()) clock_.skip(seconds());
  flock_->count(notes);
}

void Presentation::draw(double now) {
  const int width = window_.width(), height = window_.height();
  camera_.resize(width, height);
  camera_.go_around(std::min(now - drawn_, 0.1));
  if (camera_.dimensions() == 2) {
    camera_.fit();
    camera_.zoom(kZoomAtFirst + (kZoomAtLast - kZoomAtFirst) * clock_.over(now), 0.5 * width, 0.5 * height);
  }
  PictureSettings settings{.look = look_};
  settings.back = flock_->steps_behind(flock_->slow_motion(false, false));
  settings.step = static_cast<double>(flock_->run.step_number()) - settings.back;
  settings.copies = true;
  settings.reaches = false;
  const std::optional<Lease> lease = flock_->run.borrow();
  if (lease) {
    Simulation<float>& simulation = lease->simulation();
    camera_.set_move(camera_move(look_.camera, settings.step, simulation.backend(), simulation.scenario()));
  }
  viewport_.draw(width, height, camera_, flock_->run.shown(), settings,
                 lease ? &lease->simulation() : nullptr);
  const PictureTimer::Span timed(viewport_.timer());
  viewport_.present(width, height);
  cover_.draw(clock_.dark(now));
}

}  // namespace murmur

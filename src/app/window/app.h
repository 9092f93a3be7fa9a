// The program of the window: each frame takes input, carries out commands, takes due steps, and draws the picture
// and the panel. Owns the parts and connects them; each part decides what is its own. Used by view and replay.
#pragma once

#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/live/backend_comparison.h"
#include "app/live/metrics_sampler.h"
#include "app/live/step_driver.h"
#include "app/options/common_options.h"
#include "app/options/file_kind.h"
#include "app/options/interrupt.h"
#include "app/window/exporter.h"
#include "app/window/loaded_run.h"
#include "app/window/repaint_scheduler.h"
#include "app/window/shown_flocks.h"
#include "app/window/ui.h"
#include "app/window/viewport.h"

namespace murmur {

struct AppOptions {
  int64_t frames = 0;      ///< number of frames after which the window closes; 0: the user closes it
  std::string screenshot;  ///< path of a PNG of the last frame; empty: none
  LookOptions look;
  bool paused = false;
  bool vsync = true;
  double interface = 1.0;               ///< size of text and controls, one of kInterfaceSizes
  double most_frames_per_second = 0.0;  ///< limit of the frame rate; 0: none
  std::string frame_log;                ///< path of a CSV; empty: none
  std::string panel = "auto";           ///< "shown", "hidden", "auto": if there is room, or kClosedPanel
  std::string panel_places;             ///< path of a file for tests; empty: none
  std::string message;                  ///< sentence that is shown first
  bool pictures = false;                ///< offers flocks to begin with
  int64_t warm_up = 0;                  ///< number of steps before the first picture
  double longest_warm_up = 1e9;         ///< limit of the time for these steps [s]
  std::string flock_before;   ///< what the window showed before; Ctrl + Z begins it again; empty: nothing
  int64_t offered_boids = 0;  ///< a button offers this number of boids; 0: no button
  bool logged = false;        ///< the user has named a file for the event log
  bool opens_files = true;    ///< the user can open other files
  CommonOptions common;       ///< options of the backend, also for opened files
  std::shared_future<void> check;  ///< once ready, the flock moves to the GPU; not valid: none
};

class App {
 public:
  /// `event_log`: null for none. The event log and the log player of `loaded` must outlive the App. @throws RunError
  /// when the frame log cannot be written.
  App(Window& window, LoadedRun& loaded, const AppOptions& options, EventLogWriter* event_log);

  /// Runs until the user quits, another file is opened, the last frame is drawn, or a signal comes.
  void run(const Interrupt& interrupt);
  /// Results of frame logs and comparisons, one line each.
  std::vector<std::string> reports() const { return stats_.reports(); }
  /// Why an output of the command line could not be written; empty: no failure.
  const std::string& failure() const { return notices_.failure(); }
  bool panel_waits() const { return settings_.panel_waits; }  ///< the user has not opened the panel
  /// The run that the user has opened, which replaces this one; empty: none.
  std::optional<LoadedRun>& next() { return next_; }
  /// Access to the flock after the last frame.
  Lease flock() { return *flock_.run.borrow(); }

 private:
  void frame();
  void read_input();
  void execute_all();
  void execute(const WindowCommand& command);
  void take_steps();
  void take_results(RunNotes notes);
  void take_copy(FlockCopy copy);
  void follow_view(const Event& event);
  void draw(double now);
  void draw_picture(double now);
  void move_camera(double now, Simulation<float>& simulation, const PictureSettings& settings);
  void record_film(double now);
  void give_film_pictures(bool wait);
  void sample();
  void draw_ui(int width, int height);
  void end_frame(double start);
  void wait();
  void finish();

  void quit(bool sure);
  bool asks_about_loss(const std::string& doing, const std::string& yes, WindowCommand act);
  void switch_backend(const std::string& name);
  void ask_for_next_backend();
  void set_threads(int threads);
  void side_by_side(const command::SideBySide& what);
  void follow_comparison();
  void open(const command::Open& file);
  void add_wall(const command::Open& file, FileKind kind);
  void add_word(const std::string& word);
  void save(const command::Save& save);
  void share(const std::string& folder);
  void take_view();
  void follow_species();
  void present(const Interrupt& interrupt);
  Image picture_alone(Camera camera);
  void write_last_picture();

  RepaintReasons reasons(double now) const;
  bool picture_due(double now) const { return repaint_.due(now, reasons(now)); }
  bool slow_motion() const { return flock_.slow_motion(settings_.paused, comparison_.running()); }
  bool sample_is_stale() const;
  PictureSettings picture_settings() const;

  Window& window_;
  AppOptions options_;
  std::optional<LoadedRun> next_;
  enum class After : uint8_t { kFrame, kPresentation, kEnd } after_ = After::kFrame;  // the next thing
  FrameStats stats_;
  StepDriver flock_;
  Camera camera_;
  ViewSettings settings_;
  Notices notices_;
  CommandQueue commands_;
  std::deque<InputEvent> waiting_;  // input for later frames
  InputMapper input_;
  BackendCatalog catalog_;
  Ui ui_;
  BoidInspector watch_;
  RepaintScheduler repaint_;
  double appears_ = 0.0;        // when birds begin to appear [s]
  double returns_until_ = 0.0;  // time until which the camera returns to the flock [s]
  ShownFlocks flocks_;
  Viewport& viewport_ = flocks_.first().viewport;      // viewport of flock A
  MetricsSampler& sampler_ = flocks_.first().sampler;  // sampler of flock A
  Exporter exporter_;
  const bool plays_;  // a flock that the program has begun, not a file of the user
  BackendComparison comparison_;
};

}  // namespace murmur

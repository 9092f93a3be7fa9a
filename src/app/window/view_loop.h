// The window's frame loop: input, due steps, upload, draw, text, swap. Owns the parts of the picture and the
// timer; view_controls converts input to events. Used by view and replay. Its parts: view_loop_steps.cpp,
// view_loop_picture.cpp, view_loop_overlay.cpp, view_loop_acts.cpp (requests of the user), view_loop_save.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/film/render_look.h"
#include "app/live/backend_switch.h"
#include "app/live/compare.h"
#include "app/live/flight.h"
#include "app/live/flock_keeper.h"
#include "app/live/flock_pulse.h"
#include "app/live/frame_means.h"
#include "app/live/frame_recorder.h"
#include "app/live/panel_places.h"
#include "app/live/step_clock.h"
#include "app/options/interrupt.h"
#include "app/window/gallery.h"
#include "app/window/panel_model.h"
#include "app/window/portions.h"
#include "app/window/time_travel.h"
#include "app/window/view_controls.h"
#include "app/window/view_panel.h"
#include "app/window/view_watch.h"
#include "render/film/film.h"
#include "render/gl/render_target.h"
#include "render/gl/window.h"
#include "render/panel/overlay.h"
#include "render/scene/scene.h"
#include "sim/formats/event_log.h"
#include "sim/formats/log_player.h"
#include "sim/run/simulation.h"

namespace murmur {

constexpr int64_t kHashEvery = 60;  ///< steps between hashes in the event log
constexpr double kLongStep = 0.5;   ///< [s]: the window shows that a step is under way

struct ViewLoopOptions {
  int64_t frames = 0;      ///< then quit; 0: until the user quits
  std::string screenshot;  ///< PNG of the last frame; empty: none
  LookOptions look;
  bool paused = false;
  std::optional<double> steps_per_second;  ///< none: the scenario's
  bool vsync = true;
  double most_frames_per_second = 0.0;  ///< 0: no cap
  BackendOptions backend;               ///< for switching between backends
  std::string frame_log;                ///< CSV; empty: none
  std::string panel = "auto";           ///< shown, hidden, or auto: shown if there is room
  std::string panel_places;             ///< file for tests; empty: none
  LogPlayer* replay = nullptr;          ///< source of events instead of the user; must outlive the loop
  std::string run;                      ///< its id, for frame logs and checkpoints
  std::string scenario, image_hash;     ///< TOML at the start of the run; of its terrain image
  /// Prepares to go on with another file after this loop. @throws UserError, RunError. Empty: it cannot.
  std::function<void(const std::string& path)> opener;
  std::string message;        ///< shown at first
  int64_t offered_boids = 0;  ///< by a button; 0: none
};

class ViewLoop {
 public:
  /// `event_log`: null for none. @throws RunError when the frame log cannot be written.
  ViewLoop(Window& window, Simulation<float>& simulation, const ViewLoopOptions& options,
           EventLogWriter* event_log);

  /// Until the user quits, the frames are done or a signal came.
  void run(const Interrupt& interrupt);
  /// Results of frame logs and comparisons, one line each.
  std::vector<std::string> reports() const;
  /// Why an output of the command line could not be written; empty: none failed.
  const std::string& failure() const { return failure_; }

 private:
  void frame();
  void take_input();
  bool ask_for_slow_backend();
  void answer_question();
  void apply_requests();
  void act_when_whole();
  void arrived();
  void end_flight();
  void keep_flock();
  void after_step();
  void survive(const std::string& cause);
  using Write = std::function<void(const std::string& path)>;
  void save(const std::string& what, const std::string& ending, const Write& write,
            const std::filesystem::path& folder);
  std::string scenario_text() const;
  void choose_save(int choice);
  void toggle_film(const std::string& ending);
  void film();
  void end_film();
  void show_saved();
  void choose_from_menu();
  void open_requested();
  Menu menu();
  void fail(const std::string& why);
  void toggle_frame_log();
  void follow_compare();
  void wait();
  double least_frame() const;
  bool wants_picture(double now) const;
  bool slow_motion() const;
  /// Of the flock, for a picture: it is taken between two steps.
  bool has_news() const { return flock_changed_ && flight_.whole(); }
  void follow_world();
  void give_way();
  bool pulse_is_stale() const;
  /// In the panel, or by the colours of speed.
  bool shows_measures() const { return view_.show_panel || view_.look.by == ColourBy::kSpeed; }
  void take_steps();
  bool step(double until);
  void stepped();
  void draw();
  void write_last_picture();
  void begin_picture(int width, int height);
  void go_on_with_picture();
  void take_view();
  PictureSettings picture_settings() const;
  Legend legend() const;
  std::optional<std::array<float, 2>> speeds_seen() const;
  void draw_overlay(int width, int height);
  int panel_width(int width) const;
  bool play_log();
  std::string replay_text() const;
  OverlayStatus status();

  Window& window_;
  Simulation<float>& simulation_;  // only where flight_ is whole
  ViewLoopOptions options_;
  FlockKeeper keeper_;  // before flight_, whose thread uses it
  Flight flight_;
  std::optional<FrameRecorder> frame_log_, key_log_;  // of the option, of the key
  std::vector<std::string> reports_;                  // results so far, printed when the window closes
  Camera camera_;
  ViewState view_;
  ViewControls controls_;
  BackendSwitch backends_;
  PanelModel panel_model_;
  ViewPanel panel_;
  PanelPlaces panel_places_;
  TimeTravel time_;
  Watch watch_;
  StepClock clock_;
  Scene scene_;
  Overlay overlay_;
  std::unique_ptr<RenderTarget> target_,
      next_target_;  // the last whole picture, and that which is drawn in portions
  bool in_portions_ = false;
  bool answers_ = false;    // this frame has read input, the last one has not
  int hurry_ = 0;           // frames without boids: a button reacts in the first after its release
  bool hurries_ = false;    // this frame is one of them
  int put_off_ = 0;         // frames in which no picture was begun, so that input is answered
  double upload_ms_ = 0.0;  // of the last picture
  Portions portions_;
  int picture_width_ = 0, picture_height_ = 0;  // of the picture that was begun last [pixels]
  bool step_after_picture_ = false;             // a step that is due begins when the picture has been begun
  PictureSettings drawn_with_;                  // of the picture that was begun last
  Look scenario_look_;                          // as last taken: the user may have changed it since
  bool smooth_ = true, vsync_ = true;  // smooth: without a GPU four samples take as long as the flock

  int64_t frame_ = 0, events_in_frame_ = 0;
  double drawing_ = 0.0;  // drawing time of the last frame [s]
  int64_t steps_in_frame_ = 0;
  FrameRow row_;                              // since the last picture
  double frame_start_ = 0.0, drawn_ = 0.0;    // [s]: of this frame, of the last picture
  int redraw_ = 3;                            // pictures still to be drawn without a change
  bool gave_way_ = false, narrow_ = false;    // the panel gave way to a narrow window
  bool marked_ = false;                       // the last picture had marks of the user
  std::string saved_message_, saved_folder_;  // of the last file: opened by a button in its notice
  std::unique_ptr<Film> film_;                // that is being recorded; null: none
  std::string film_path_;
  double film_begun_ = 0.0;  // [s]
  int64_t film_frames_ = 0;
  int film_rate_ = 0;                     // pictures per second
  int film_width_ = 0, film_height_ = 0;  // [pixels]
  std::unique_ptr<Gallery> gallery_;      // made when it is first opened
  std::string failure_, folder_;          // folder_: for pictures and logs; empty: the present one
  FrameMeans means_;
  FlockPulse pulse_;
  bool wants_sample_ = false;  // of the pulse, after the next step
  struct {
    int64_t step = -1, events = 0;
    uint64_t hash = 0;
  } ahead_;  // computed on the thread of the steps
  int64_t events_seen_ = 0;
  Compare compare_;
  bool compared_ = true;                // the result of the last comparison has been shown
  std::array<float, 16> drawn_from_{};  // the camera of the picture in target_
  bool flock_changed_ = true;           // since that picture
  std::string message_;
  double message_until_ = 0.0;
};

}  // namespace murmur

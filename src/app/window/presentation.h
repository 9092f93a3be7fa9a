// Shows flock after flock without text and panel, until the user ends it. Each flock has its own run, picture and
// camera here, so that the run of the window waits unchanged. Used by App.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/live/step_driver.h"
#include "app/options/common_options.h"
#include "app/options/gallery_list.h"
#include "app/options/interrupt.h"
#include "app/window/presentation_clock.h"
#include "app/window/viewport.h"
#include "render/gl/dark_cover.h"

namespace murmur {

class Presentation {
 public:
  /// `least_interval`: least time between pictures [s].
  Presentation(Window& window, FrameStats& stats, const MachineOptions& machine, double least_interval);
  ~Presentation();

  /// Shows flocks until the user ends the presentation, a signal comes, or `most_frames` are drawn (0: no limit).
  /// @returns whether the user wants to quit. @throws UserError, RunError when a flock cannot be opened.
  bool show(const Interrupt& interrupt, int64_t most_frames);
  const std::string& failure() const { return failure_; }  ///< why the frame log has ended; empty: it has not

 private:
  void frame();
  void read_input();
  void load();
  void note(const RunNotes& notes);
  void draw(double now);

  Window& window_;
  FrameStats& stats_;
  const MachineOptions machine_;
  const double least_interval_;
  const std::vector<GalleryEntry> flocks_ = flocks_to_present();
  PresentationClock clock_{flocks_.size()};
  Viewport viewport_;
  DarkCover cover_;
  std::unique_ptr<StepDriver> flock_;
  Camera camera_{{1.0, 1.0}};
  Look look_;
  double drawn_ = 0.0;  // time of the last picture [s]
  bool over_ = false, quits_ = false;
  std::string failure_;
};

}  // namespace murmur

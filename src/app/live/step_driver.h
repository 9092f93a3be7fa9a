// Takes the steps of a run in the frames of a window, at the pace of StepPacer, and adds their times to the
// FrameStats. App has one for its run, Presentation has one for the flock that it shows.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/live/frame_stats.h"
#include "app/live/live_run.h"
#include "app/live/step_pacer.h"

namespace murmur {

struct StepDriver {
  StepDriver(std::unique_ptr<RecordedRun> recorded, const BackendOptions& recovery, void (*wake)(),
             FrameStats& frame_stats)
      : run(std::move(recorded), recovery, wake), stats(frame_stats) {}

  using Take = std::function<void(RunNotes)>;
  /// Takes steps without pictures, as many as wanted while wanted() is true; the measured pace does not count them.
  /// `take`: receives the results.
  void warm_up(int64_t steps, const std::function<bool()>& wanted, const Take& take);
  /// Takes the steps that are due in this frame, and begins other queued jobs. `comparing`: backends are being
  /// compared and need the machine; `picture_due`: see StepPacer::begin_steps().
  void take_steps(bool paused, bool comparing, bool picture_due, const Take& take);
  /// Begins the step that waited until a picture was begun.
  void take_deferred(bool paused);
  /// Adds the steps in `notes` to pacer and stats.
  void count(const RunNotes& notes);
  /// Whether there are fewer steps than pictures: pictures between two steps then show the boids on their way.
  bool slow_motion(bool paused, bool comparing) const;
  /// How far the picture lies before the present step in slow motion [steps].
  double steps_behind(bool slow) const { return slow ? 1.0 - pacer.fraction() : 0.0; }
  /// Ends the frame that began at `start` [s]. @returns as FrameStats::end().
  std::string end_frame(double start);

  LiveRun run;
  StepPacer pacer{1.0};
  FrameStats& stats;
};

}  // namespace murmur

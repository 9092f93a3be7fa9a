// Takes the steps of a run in the frames of a window: the run with its pace, and what they take in the statistics of the frames. App has
// one for its run, Presentation one for the flock whose turn it is.
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
  /// Steps as all others, but without pictures, while `wanted`: they are no pace. `take`: gets what they did.
  void warm_up(int64_t steps, const std::function<bool()>& wanted, const Take& take);
  /// The steps that are due in this frame, and what else waits. `comparing`: the machine is needed elsewhere; `picture_due`: see
  /// StepPacer::begin_steps().
  void take_steps(bool paused, bool comparing, bool picture_due, const Take& take);
  /// The step that waited until a picture was begun.
  void take_deferred(bool paused);
  /// Counts what the run did.
  void count(const RunNotes& notes);
  /// Fewer steps than pictures: the pictures between two steps show the boids on their way.
  bool slow_motion(bool paused, bool comparing) const;
  /// How far before the present step a picture of slow motion is [steps].
  double back(bool slow) const { return slow ? 1.0 - pacer.fraction() : 0.0; }
  /// The frame that began at `start` [s] is over. @returns as FrameStats::end().
  std::string end_frame(double start);

  LiveRun run;
  StepPacer pacer{1.0};
  FrameStats& stats;
};

}  // namespace murmur

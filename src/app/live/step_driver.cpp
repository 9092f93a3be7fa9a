#include "app/live/step_driver.h"

#include "app/live/seconds.h"

namespace murmur {

void StepDriver::warm_up(int64_t steps, const std::function<bool()>& wanted, const Take& take) {
  while (steps > 0 && wanted()) {
    if (run.step()) --steps;  // else a job that a picture has asked for begins first
    while (!run.idle()) take(run.collect(0.05));
  }
  pacer = StepPacer(pacer.rate());
}

void StepDriver::take_steps(bool paused, bool comparing, bool picture_due, const Take& take) {
  if (!run.idle()) {
    run.begin_waiting(!comparing);
    return;
  }
  const double now = seconds();
  pacer.begin_frame(now, paused, comparing);
  pacer.begin_steps(now, run.last_step_ms(), picture_due);
  while (run.idle() && !pacer.picture_first()) {
    const bool step = pacer.step_due(seconds());
    if (!step && !run.has_waiting(!comparing)) break;
    if (!step)
      run.begin_waiting(!comparing);
    else if (run.step())
      pacer.begun();
    take(run.collect(pacer.patience_left(seconds())));
  }
  pacer.end_frame(seconds(), run.idle(), stats.drawing());
}

void StepDriver::take_deferred(bool paused) {
  if (pacer.take_deferred() && !paused && run.idle() && run.step()) pacer.begun();
}

void StepDriver::count(const RunNotes& notes) {
  stats.add_steps(notes.steps, notes.step_ms, notes.phases);
  for (int64_t k = 0; k < notes.steps; ++k) pacer.stepped();
  if (notes.refused) pacer.refused();
}

bool StepDriver::slow_motion(bool paused, bool comparing) const {
  return !paused && !comparing && pacer.rate() < kSlowMotion && run.idle() && !pacer.limited();
}

std::string StepDriver::end_frame(double start) {
  FrameRow& row = stats.row();
  row.step = run.step_number();
  row.boids = run.shown().boids;
  row.total_ms = ms_since(start);
  return stats.end({run.shown().scenario.preset, run.backend(), run.device()}, seconds());
}

}  // namespace murmur

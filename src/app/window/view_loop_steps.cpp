// When the window takes steps, and what is recorded or replayed between them.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "app/window/view_loop.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kPatience = 0.04;  // [s]: a picture waits so long for its step

}  // namespace

/// Begins a step and waits until the time `until` [s]. @returns false if it is still running, or was not begun.
bool ViewLoop::step(double until) {
  if (options_.replay && (options_.replay->finished() || options_.replay->difference())) {
    view_.paused = true;  // no step beyond the log
    return false;
  }
  try {
    time_.cut_future();
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
  time_.stepped();
  if (step % kHashEvery == 0) {
    const bool same = ahead_.step == step && ahead_.events == events_seen_;
    time_.note(HashRecord{step, same ? ahead_.hash : simulation_.hash()}, frame_);
  }
}

void ViewLoop::take_steps() {
  const double now = seconds();
  const bool was_under_way = !flight_.whole(), travelled = flight_.on_journey();
  const bool rests = compare_.running();  // a comparison needs the whole machine
  if (was_under_way && !flight_.end_step(0.0)) {
    time_.follow();
    return;
  }
  clock_.set_rate(view_.steps_per_second);
  clock_.begin_frame(now, view_.paused || rests);
  if (travelled) {
    arrived();
  } else if (was_under_way && flight_.was_step() && !flight_.cancelled()) {
    stepped();
  }
  if (!rests) time_.follow();
  if (!flight_.whole()) return;
  view_.cost = {.step_ms = flight_.last_step_ms(), .neighbours = pulse_.latest().neighbours_mean};
  // After a long step a picture is begun before the next one begins; one that is being drawn in portions holds up no step.
  const bool is_long = flight_.last_step_ms() > kPatience * 1e3;
  step_after_picture_ = is_long && flock_changed_ && !scene_.under_way() && wants_picture(now);
  if (step_after_picture_) {
    step_after_picture_ = clock_.step_due(now);
  } else {
    const double until = seconds() + (is_long ? 0.0 : kPatience);
    const auto due = [&] {  // a long step does not end in time, whenever it begins
      return is_long ? clock_.step_due(seconds())
                     : clock_.step_due(seconds(), 1e-3 * flight_.last_step_ms(), until);
    };
    bool whole = true;
    while (whole && due()) whole = step(until);
    for (; whole && view_.single_steps > 0 && !rests; --view_.single_steps) whole = step(until);
    step_after_picture_ = whole && clock_.step_due(seconds());  // it had no time to end before the picture
  }
  if (flight_.whole()) clock_.end_frame(seconds(), drawing_);
}

/// A step that is still running is given up, so that the end of the program does not wait for it.
void ViewLoop::end_flight() {
  if (flight_.whole()) return;
  const bool travelled = flight_.on_journey();
  window_.hide();
  flight_.cancel();
  while (!flight_.end_step(0.05)) window_.poll();
  if (travelled) {
    arrived();
  } else if (flight_.was_step() && !flight_.cancelled()) {
    stepped();
  }
}

/// On the thread of the steps: what reads the whole flock, so that the window's thread need not. Nothing else uses the
/// parts that are touched here while a step is under way.
void ViewLoop::after_step() {
  keep_flock();
  time_.prepare();
  const int64_t step = simulation_.step_number();
  if (step % kHashEvery == 0) ahead_ = {step, events_seen_, simulation_.hash()};
  if (std::exchange(wants_sample_, false)) pulse_.give(simulation_, seconds);
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

/// The flock is at another moment, perhaps of another preset.
void ViewLoop::arrived() {
  time_.arrived();
  keeper_.forget();
  keep_flock();
  flock_changed_ = true;
  if (look_of(simulation_.scenario().view, options_.look) != scenario_look_) take_view();
  panel_model_.refresh();
  pulse_.forget();
}

/// Applies the log's entries for the current step. @returns false at its end, or if a hash differs.
bool ViewLoop::play_log() {
  LogPlayer* const player = options_.replay;
  if (!player) return true;
  if (player->finished() || player->difference()) return false;
  if (!player->play_present(simulation_)) {
    view_.message = player->difference_text();
  } else if (player->finished()) {
    view_.message = fmt::format("the log ends here: all {} hashes agree{}", player->hashes(),
                                player->cut() ? "; it was cut off" : "");
  } else {
    return true;
  }
  view_.paused = true;
  return false;
}

std::string ViewLoop::replay_text() const {
  const LogPlayer* const player = options_.replay;
  if (!player) return "";
  if (flight_.on_journey()) return fmt::format("replay: on the way, of {} steps", time_.bar().last);
  const std::string place = fmt::format("replay: step {} of {}", flight_.step_number(), time_.bar().last);
  if (player->difference()) return place + ", the hash DIFFERS";
  return fmt::format("{}, {}{} hashes agree", place, player->finished() ? "all " : "", player->hashes());
}

}  // namespace murmur

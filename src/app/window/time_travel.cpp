#include "app/window/time_travel.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "sim/scenario/words.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kStaleJourney = 0.5;  // [s]: a journey of this length gives way to another target

/// "rules.radius = 60.0", "goal", "add": what an act began with.
std::string words_of(const Event& event) {
  if (event.kind == EventKind::kSet) {
    if (event.value.empty()) return event.key + " removed";
    return event.value.starts_with('{') ? event.key : fmt::format("{} = {}", event.key, event.value);
  }
  if (event.kind == EventKind::kPreset) return "preset " + event.preset;
  return std::string(event_kind_name(event.kind));
}

}  // namespace

void TimeTravel::begin() {
  scheduled_ = flight_.simulation().events_to_come();
  history_.begin(flight_.simulation(), replay_, log_ ? log_->size() : 0);
  replay_end_ = replay_ ? replay_->last_step(flight_.simulation()) : 0;
}

void TimeTravel::note(const LogRecord& record, int64_t frame) {
  cut_future();
  if (log_) {
    try {
      std::visit([this](const auto& one) { log_->write(one); }, record);
    } catch (const RunError& error) {
      log_ = nullptr;
      if (on_log_failure)
        on_log_failure(fmt::format("the event log ends at step {}: {}", step_of(record), error.what()));
    }
  }
  if (replay_) return;
  const size_t before = std::exchange(scheduled_, flight_.simulation().events_to_come());
  history_.note(record, before != scheduled_, frame, view_.held ? view_.presses : 0, seconds(),
                log_ ? log_->size() : 0);
}

/// What was undone stays undone once the flock goes on or is changed: also in the event log.
void TimeTravel::cut_future() {
  if (replay_ || !history_.in_past()) return;
  const int64_t size = history_.cut();
  if (!log_) return;
  try {
    log_->cut(size);
  } catch (const RunError& error) {
    log_ = nullptr;
    if (on_log_failure) on_log_failure(fmt::format("the event log ends here: {}", error.what()));
  }
}

/// Applies requests to go to another moment. The last target counts: a pointer on the bar asks in each frame.
void TimeTravel::follow() {
  if (!flight_.whole()) {
    if (view_.seek && flight_.on_journey() && flight_.seconds_under_way() > kStaleJourney) flight_.cancel();
    return;
  }
  if (const int undo = view_.undo; undo != 0) {
    view_.undo += undo > 0 ? -1 : 1;
    const auto target = undo > 0 ? history_.before_last_act() : history_.after_next_act();
    if (!target) {
      view_.undo = 0;
      view_.message = undo > 0 ? "there is nothing to undo" : "there is nothing to redo";
      return;
    }
    const std::string act =
        words_of(history_.act_at(undo > 0 ? target->records : history_.present().records));
    begin_journey(*target,
                  fmt::format("{}: {} (step {})", undo > 0 ? "undone" : "done again", act, target->step));
    return;
  }
  if (!view_.seek) return;
  int64_t step = std::max(*std::exchange(view_.seek, {}), history_.first_step());
  if (replay_) step = std::min(step, replay_end_);
  const Moment target = history_.at_step(step);
  if (replay_ ? step == history_.present().step : target == history_.present()) return;
  begin_journey(target, "");
}

void TimeTravel::begin_journey(Moment target, const std::string& message) {
  view_.paused = true;
  view_.destination = target.step;
  view_.single_steps = 0;
  arrival_ = message;
  on_event_ = std::exchange(flight_.simulation().on_event, nullptr);
  flight_.begin_journey([this, target](const std::atomic<bool>& cancel) {
    try {
      history_.travel(flight_.simulation(), target, cancel);
    } catch (const RunError& error) {
      fault_ = error.what();
    }
  });
}

void TimeTravel::arrived() {
  flight_.simulation().on_event = std::exchange(on_event_, nullptr);
  scheduled_ = flight_.simulation().events_to_come();
  view_.destination.reset();
  view_.message = !fault_.empty() ? std::exchange(fault_, {}) : arrival_;
  if (view_.message.empty()) view_.message = fmt::format("step {}", flight_.simulation().step_number());
  if (history_.in_past() && !replay_)
    view_.message += "; Space goes on from here and forgets the steps after it";
}

void TimeTravel::show() {
  if (!flight_.whole()) return;
  bar_ = {.first = history_.first_step(),
          .last = replay_ ? std::max(replay_end_, flight_.step_number()) : history_.end().step,
          .now = flight_.step_number(),
          .undo = history_.before_last_act().has_value(),
          .redo = history_.after_next_act().has_value(),
          .acts = replay_ == nullptr};
  view_.in_past = in_past();
}

TimeBar TimeTravel::bar() const {
  TimeBar bar = bar_;
  if (!flight_.on_journey()) {  // a step is under way
    bar.now = flight_.step_number();
    bar.last = std::max(bar.last, bar.now);
  }
  if (view_.seek) bar.now = std::clamp(*view_.seek, bar.first, bar.last);
  return bar;
}

}  // namespace murmur

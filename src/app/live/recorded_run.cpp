#include "app/live/recorded_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/live/seconds.h"
#include "sim/backends/faults.h"
#include "sim/util/errors.h"

namespace murmur {

RecordedRun::RecordedRun(std::unique_ptr<Simulation<float>> simulation, EventLogWriter* log,
                         LogPlayer* player, double most_history_bytes)
    : log_(log), player_(player), history_(most_history_bytes) {
  adopt(std::move(simulation));
  play_log();
  history_.begin(*simulation_, player_, log_ ? log_->size() : 0);
  if (player_) last_of_replay_ = player_->last_step(*simulation_);
}

void RecordedRun::adopt(std::unique_ptr<Simulation<float>> simulation) {
  simulation_ = std::move(simulation);
  scheduled_ = simulation_->events_to_come();
  if (cancel_) simulation_->cancel_when(*cancel_);
  simulation_->on_event = [this](const Event& event) {
    if (records_ || plays_) report_.applied.push_back(event);
    if (records_) note(event);
  };
  simulation_->on_notice = [this](const std::string& text) {
    if (records_ || plays_) report_.refused.push_back(text);
  };
}

void RecordedRun::cancel_when(const std::atomic<bool>& cancel) {
  cancel_ = &cancel;
  simulation_->cancel_when(cancel);
}

int64_t RecordedRun::last_step() const {
  return player_ ? std::max(last_of_replay_, simulation_->step_number()) : history_.end().step;
}

void RecordedRun::note(const LogRecord& record) {
  forget_future();
  const int64_t log_end = write_to_log(record);
  if (player_) return;
  const size_t before = std::exchange(scheduled_, simulation_->events_to_come());
  const bool acts = history_.note(record, before != scheduled_, tag_, log_end);
  report_.changed = report_.changed || acts;
}

/// Writes a record into the event log. @returns the size of the log [bytes].
int64_t RecordedRun::write_to_log(const LogRecord& record) {
  if (log_) {
    try {
      std::visit([this](const auto& one) { log_->write(one); }, record);
    } catch (const RunError& error) {
      end_log(fmt::format("the event log ends at step {}: {}", step_of(record), error.what()));
    }
  }
  return log_ ? log_->size() : 0;
}

/// Discards the steps after the present position, because of a change in the past; also cuts the event log.
void RecordedRun::forget_future() {
  if (!in_past()) return;
  if (on_forget) on_forget();
  cut_log(history_.cut_future());
}

void RecordedRun::cut_log(int64_t size) {
  if (!log_) return;
  try {
    log_->cut(size);
  } catch (const RunError& error) {
    end_log(fmt::format("the event log ends here: {}", error.what()));
  }
}

void RecordedRun::apply(std::vector<PostedEvent>& events) {
  size_t done = 0;
  const auto forget_done = [&] {
    events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(done));
  };
  try {
    for (; done < events.size(); ++done) {
      tag_ = events[done].tag;
      try {
        simulation_->post(events[done].event);
        simulation_->apply_events();
        if (on_posted) on_posted(events[done]);
      } catch (const UserError& error) {
        report_.refused.emplace_back(error.what());
      }
    }
  } catch (...) {
    forget_done();
    throw;
  }
  forget_done();
}

bool RecordedRun::step() {
  if (replay_over()) return false;  // the log has no further step
  if (in_past()) {
    const bool known = history_.present().step < history_.end().step;
    const bool played = play_past();
    if (known || !played) return played;
  }
  tag_ = {};
  try {
    simulation_->apply_events();
  } catch (const UserError& error) {  // a scheduled event that does not fit the present flock
    report_.refused.emplace_back(error.what());
    return false;
  }
  const double start = seconds();
  if (!simulation_->advance()) return false;
  std::optional<uint64_t> hash;
  if (hashes() && simulation_->step_number() % kHashEvery == 0) {
    hash = simulation_->hash();  // waits for the end of the step, too
  } else {
    simulation_->backend().last_step_times();  // waits for the end of the step on a device
    history_.set_step_time(seconds() - start);
  }
  play_log();
  history_.stepped(*simulation_);
  if (hash) note(HashRecord{simulation_->step_number(), *hash});
  return true;
}

/// Repeats recorded entries up to the arrival at the next step; at the last step, up to its last act.
bool RecordedRun::play_past() {
  const std::atomic<bool> never = false;
  const RunPosition end = history_.end();
  const int64_t next = history_.present().step + 1;
  const RunPosition target = next > end.step ? end : history_.arrival(next);
  plays_ = true;
  try {
    seek(target, cancel_ ? *cancel_ : never);
  } catch (const DeviceFailure&) {
    plays_ = false;
    throw;
  } catch (const RunError& error) {
    report_.refused.emplace_back(error.what());
  }
  plays_ = false;
  return history_.present() == target;
}

void RecordedRun::note_hash() {
  if (hashes()) note(HashRecord{simulation_->step_number(), simulation_->hash()});
}

void RecordedRun::seek(RunPosition target, const std::atomic<bool>& cancel, bool anew) {
  records_ = false;
  const auto arrive = [this] {
    records_ = true;
    scheduled_ = simulation_->events_to_come();
  };
  try {
    history_.travel(*simulation_, target, cancel, anew);
  } catch (...) {
    arrive();
    throw;
  }
  arrive();
}

bool RecordedRun::take_back(const UndoTag& act, bool again, const std::atomic<bool>& cancel) {
  const auto moment = history_.before_act(act, again);
  if (!moment) return false;
  seek(*moment, cancel);
  if (history_.present() != *moment) return false;
  restore_discarded();
  if (again) seek(history_.end(), cancel);
  return true;
}

/// Brings back the discarded future of the present position; if there is none, only discards the present future.
void RecordedRun::restore_discarded() {
  report_.changed = true;
  if (!history_.restore_discarded()) return forget_future();
  ++times_restored_;
  if (!log_) return;
  cut_log(history_.log_end());
  history_.write_later_records([this](const LogRecord& record) { return write_to_log(record); });
}

RunMoment RecordedRun::moment() const {
  return {.at = history_.present(),
          .run = simulation_->run_state(),
          .state = simulation_->state(),
          .log_end = log_ ? log_->size() : 0};
}

void RecordedRun::return_to(RunMoment& moment, bool known) {
  if (known) {
    const std::atomic<bool> never = false;
    seek(moment.at, never);
    return;
  }
  simulation_->restore(moment.run, moment.state);
  scheduled_ = simulation_->events_to_come();
  history_.begin(*simulation_, nullptr, moment.log_end);
  moment.at = history_.present();
  cut_log(moment.log_end);
}

void RecordedRun::recover(RunPosition target, std::unique_ptr<Backend<float>> backend) {
  adopt(history_.recover(target, std::move(backend)));
}

void RecordedRun::take_steps_back(int64_t good_steps) {
  const std::atomic<bool> never = false;
  RunPosition target = history_.present();
  if (target.step > good_steps) target = {good_steps, history_.arrival(good_steps + 1).records};
  seek(target, never, true);
  forget_future();
}

void RecordedRun::play_log() {
  if (!player_ || player_->finished() || player_->difference()) return;
  if (!player_->play_current_step(*simulation_)) {
    report_.replay_end = player_->difference_text();
  } else if (player_->finished()) {
    report_.replay_end = fmt::format("the log ends here: all {} hashes agree{}", player_->hashes(),
                                     player_->cut() ? "; it was cut off" : "");
  }
}

}  // namespace murmur

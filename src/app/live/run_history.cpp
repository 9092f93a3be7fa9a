#include "app/live/run_history.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/scenario/key_values.h"
#include "sim/util/errors.h"
#include "sim/util/memory.h"

namespace murmur {
namespace {

constexpr int64_t kInterval = 8, kLeastInterval = 4;  // steps between snapshots: copies take time
constexpr int64_t kHostInterval = 64;  // steps between snapshots of a device that are copied to the host
constexpr size_t kPart = 1 << 20;      // bytes of a snapshot that are copied to the host after each step
constexpr double kShortJourney = 0.5;  // time of the steps from one snapshot to the next [s]
constexpr double kOneAct = 0.5;        // time between changes of a value that are one act [s]
constexpr double kRunBytes = 16384.0;  // approximate size of a run beside its state [bytes]
constexpr double kMostBytes = 16.0 * 1024 * 1024 * 1024;
constexpr double kShareOfMemory = 0.5;
constexpr size_t kNear = 64;  // number of newest snapshots that are never thinned out

/// Repeats act() until it succeeds. Each failure is an event of the scenario that does not fit the flock: it was
/// left out with a message when it first came due, and is left out again.
template <class Act>
auto leaving_out_what_does_not_fit(const Act& act) {
  for (;;) {
    try {
      return act();
    } catch (const UserError&) {
    }
  }
}

}  // namespace

bool are_one_act(const ActPart& earlier, const ActPart& later) {
  if (earlier.tag.frame == later.tag.frame) return true;
  if (earlier.kind != later.kind) return false;
  const TableOfKey before = table_of(earlier.key), now = table_of(later.key);
  if (before.table != now.table || before.element != now.element) return false;
  if (later.tag.press != 0 && earlier.tag.press == later.tag.press) return true;
  return later.kind == EventKind::kSet && earlier.key == later.key && earlier.tag.press == later.tag.press &&
         later.tag.time - earlier.tag.time < kOneAct;
}

double RunHistory::usual_bytes() { return std::min(kMostBytes, kShareOfMemory * available_memory()); }

void RunHistory::begin(Simulation<float>& simulation, LogPlayer* player, int64_t log_end) {
  player_ = player;
  snapshots_.clear();
  rows_.clear();
  discarded_.clear();
  copying_ = nullptr;
  last_on_host_ = simulation.step_number();
  first_record_ = player ? player->place() : 0;
  first_log_end_ = log_end;
  interval_ = kInterval;
  present_ = end_ = {simulation.step_number(), first_record_};
  // The first snapshot is always in the host's memory, so that recover() can go back to it after a failure of the device.
  snapshots_.push_back({.at = present_,
                        .run = simulation.run_state(),
                        .flock = std::make_shared<KeptOnHost<float>>(simulation.state())});
}

bool RunHistory::joins(const ActPart& part) const {
  const auto act = std::find_if(rows_.rbegin(), rows_.rend(), [](const Row& row) { return row.acts; });
  if (act == rows_.rend()) return false;
  const Event& earlier = std::get<Event>(act->record);
  return are_one_act({earlier.kind, earlier.key, act->tag}, part);
}

/// The position that the flock follows is no act of the user, because the pointer changes it in every frame.
bool RunHistory::note(const LogRecord& record, bool scheduled, const UndoTag& tag, int64_t log_end) {
  Row row{.record = record, .scheduled = scheduled, .tag = tag, .log_end = log_end};
  if (const Event* const event = std::get_if<Event>(&record)) {
    row.acts = !scheduled && event->key != "cursor.at";
    row.begins = row.acts && !joins({event->kind, event->key, tag});
  }
  rows_.push_back(std::move(row));
  ++present_.records;
  end_ = present_;
  return rows_.back().acts;
}

void RunHistory::stepped(Simulation<float>& simulation) {
  present_.step = simulation.step_number();
  if (player_) present_.records = player_->place();
  if (present_ <= end_) return;  // a replay has gone back
  end_ = present_;
  if (due(simulation)) take_snapshot(simulation);
  copy_to_host();
}

/// Whether a snapshot is due. A backend on a device that cannot keep snapshots gets fewer, because a copy to the
/// host takes as long as many steps.
bool RunHistory::due(const Simulation<float>& simulation) const {
  const bool slow = simulation.backend().device_index() >= 0 && snapshots_.size() > 1 &&
                    snapshots_.back().flock->device_bytes() == 0.0;
  return present_.step >= snapshots_.back().at.step + (slow ? std::max(interval_, kHostInterval) : interval_);
}

void RunHistory::take_snapshot(Simulation<float>& simulation) {
  most_device_bytes_ = simulation.backend().most_kept_bytes();
  snapshots_.push_back({.at = present_, .run = simulation.run_state(), .flock = simulation.backend().keep()});
  if (snapshots_.back().flock->on_host()) last_on_host_ = present_.step;
  make_room();
}

/// Copies some snapshots of a device to the host, a part after each step: a device may fail, and its memory is lost then.
void RunHistory::copy_to_host() {
  if (!copying_) {
    const Snapshot& last = snapshots_.back();
    if (last.flock->on_host() || last.at.step < last_on_host_ + kHostInterval) return;
    copying_ = last.flock;
    last_on_host_ = last.at.step;
  }
  copying_->copy_to_host(kPart);
  if (copying_->on_host()) copying_ = nullptr;
}

double RunHistory::host_bytes() const {
  double bytes = 0.0;
  for (const Snapshot& one : snapshots_) bytes += kRunBytes + one.flock->host_bytes();
  return bytes;
}

double RunHistory::device_bytes() const {
  double bytes = 0.0;
  for (const Snapshot& one : snapshots_) bytes += one.flock->device_bytes();
  return bytes;
}

void RunHistory::set_step_time(double seconds) {
  const double steps = seconds > 0.0 ? kShortJourney / seconds : static_cast<double>(kInterval);
  interval_ = static_cast<int64_t>(std::clamp<double>(steps, kLeastInterval, kInterval));
}

int64_t RunHistory::widest() const {
  int64_t widest = 0;
  for (size_t k = 1; k < snapshots_.size(); ++k)
    widest = std::max(widest, snapshots_[k].at.step - snapshots_[k - 1].at.step);
  return widest;
}

/// Drops the first snapshot if the second reaches back far enough; otherwise thins the snapshots out.
void RunHistory::make_room() {
  const auto reaches = [&] {
    return snapshots_.size() > 1 && snapshots_[1].at.step <= snapshots_.back().at.step - kReach;
  };
  while (reaches()) drop_first();
  double host = host_bytes(), device = device_bytes();
  for (const Future& one : discarded_) one.add_bytes(host, device);
  if (host > most_bytes_ || device > most_device_bytes_)  // seeks in restored futures are slower
    std::ranges::for_each(discarded_, &Future::drop_snapshots);
  thin_out([](const Snapshot& one) { return kRunBytes + one.flock->host_bytes(); }, most_bytes_);
  thin_out([](const Snapshot& one) { return one.flock->device_bytes(); }, most_device_bytes_);
}

/// Deletes snapshots until their sizes, as bytes() counts them, are at most `most`. Snapshots with the nearest
/// neighbours go first, so that the older past is thinned out evenly. The newest snapshots and the last one in the
/// host's memory stay.
template <class Bytes>
void RunHistory::thin_out(const Bytes& bytes, double most) {
  double all = 0.0;
  for (const Snapshot& one : snapshots_) all += bytes(one);
  while (all > most && snapshots_.size() > 3) {
    const size_t old =
        std::max({snapshots_.size() / 2, snapshots_.size() - std::min(snapshots_.size(), kNear), size_t{2}});
    const auto gap = [&](size_t k) { return snapshots_[k + 1].at.step - snapshots_[k - 1].at.step; };
    size_t least = 0;
    for (size_t k = 1; k < old; ++k) {
      if (bytes(snapshots_[k]) == 0.0 || snapshots_[k].at.step == last_on_host_) continue;
      if (least == 0 || gap(k) < gap(least)) least = k;
    }
    if (least == 0) break;
    all -= bytes(snapshots_[least]);
    snapshots_.erase(snapshots_.begin() + static_cast<std::ptrdiff_t>(least));
  }
  while (all > most && snapshots_.size() > 1 && bytes(snapshots_.front()) > 0.0) {
    all -= bytes(snapshots_.front());
    drop_first();
  }
}

void RunHistory::drop_first() {
  snapshots_.pop_front();
  if (player_) return;
  std::erase_if(discarded_, [this](const Future& one) { return one.from < snapshots_.front().at; });
  const int64_t needed = snapshots_.front().at.records;
  for (; first_record_ < needed; ++first_record_) {
    first_log_end_ = rows_.front().log_end;
    rows_.pop_front();
  }
}

int64_t RunHistory::first_step() const { return std::min(snapshots_.front().at.step, present_.step); }

RunPosition RunHistory::at_step(int64_t step) const {
  if (player_) return {std::max(step, snapshots_.front().at.step), 0};  // a replay has its records in the log
  if (step >= end_.step) return end_;
  const RunPosition& first = snapshots_.front().at;
  return step <= first.step ? first : arrival(step);
}

RunPosition RunHistory::arrival(int64_t step) const {
  const auto later = std::partition_point(rows_.begin(), rows_.end(),
                                          [&](const Row& row) { return step_of(row.record) < step; });
  RunPosition position{step, first_record_ + (later - rows_.begin())};
  for (auto next = later; next != rows_.end() && std::holds_alternative<HashRecord>(next->record) &&
                          step_of(next->record) == step;
       ++next)
    ++position.records;
  return position;
}

/// The position before the last act that began at or before this record; none: it is out of reach.
std::optional<RunPosition> RunHistory::before_act_at(int64_t record) const {
  while (record >= first_record_ && !row(record).begins) --record;
  if (record < first_record_) return std::nullopt;
  const RunPosition position{step_of(row(record).record), record};
  return reaches(position) ? std::optional(position) : std::nullopt;
}

std::optional<RunPosition> RunHistory::before_last_act() const {
  return player_ ? std::nullopt : before_act_at(present_.records - 1);
}

std::optional<RunPosition> RunHistory::after_next_act() const {
  if (player_) return std::nullopt;
  int64_t k = present_.records;
  while (k < end_.records && !row(k).begins) ++k;
  if (k == end_.records) return std::nullopt;
  int64_t last = k;
  for (++k; k < end_.records && !row(k).begins; ++k) {
    if (row(k).acts) last = k;
  }
  return RunPosition{step_of(row(last).record), last + 1};
}

const Event& RunHistory::act_at(int64_t record) const {
  while (!row(record).begins) ++record;
  return std::get<Event>(row(record).record);
}

void RunHistory::play(Simulation<float>& simulation, const Row& row) const {
  if (const Event* const event = std::get_if<Event>(&row.record)) {
    const auto apply = [&] { leaving_out_what_does_not_fit([&] { simulation.apply_events(); }); };
    apply();  // the scenario's events come before those of the user
    if (row.scheduled) return;
    simulation.post(*event);
    apply();
    return;
  }
  const HashRecord& known = std::get<HashRecord>(row.record);
  if (const uint64_t hash = simulation.hash(); hash != known.hash)
    throw RunError(fmt::format("step {} had the hash {:016x}; computed again on {} it has {:016x}",
                               known.step, known.hash, simulation.backend().name(), hash));
}

/// The last snapshot at or before `target`; null: `target` is out of reach.
const RunHistory::Snapshot* RunHistory::snapshot_before(const RunPosition& target) const {
  const auto after = std::partition_point(snapshots_.begin(), snapshots_.end(), [&](const Snapshot& one) {
    return one.at.step <= target.step && (player_ || one.at <= target);
  });
  return after == snapshots_.begin() ? nullptr : &*(after - 1);
}

void RunHistory::begin_from(const Snapshot& snapshot) {
  present_ = snapshot.at;
  if (player_) player_->go_to(snapshot.at.records);
}

std::unique_ptr<Simulation<float>> RunHistory::recover(RunPosition target,
                                                       std::unique_ptr<Backend<float>> backend) {
  copying_ = nullptr;
  std::ranges::for_each(discarded_, &Future::drop_snapshots);
  const auto lost = [](const Snapshot& one) { return !one.flock->on_host(); };
  while (snapshots_.size() > 1 && lost(snapshots_.front())) drop_first();
  std::erase_if(snapshots_, lost);
  if (snapshots_.empty()) throw RunError("no copy of the flock is in the host's memory");
  const Snapshot* const last = snapshot_before(target);
  const Snapshot& from = last ? *last : snapshots_.front();
  State<float> state = from.flock->state();
  state.step = from.at.step;
  auto simulation = std::make_unique<Simulation<float>>(from.run, std::move(backend), state);
  begin_from(from);
  const std::atomic<bool> never = false;
  travel(*simulation, target, never);
  return simulation;
}

void RunHistory::travel(Simulation<float>& simulation, RunPosition target, const std::atomic<bool>& cancel,
                        bool anew) {
  const Snapshot* const from = snapshot_before(target);
  if (!from) return;
  const bool ahead = player_ ? present_.step <= target.step : present_ <= target;
  if (anew || !ahead || present_ < from->at) {
    simulation.restore(from->run, *from->flock, from->at.step);
    begin_from(*from);
  }
  while (!cancel) {
    if (player_) {
      const bool more = player_->play_current_step(simulation) && !player_->finished();
      stepped(simulation);
      if (!more) return;
    } else if (present_.records < target.records && step_of(row(present_.records).record) <= present_.step) {
      play(simulation, row(present_.records++));
      continue;
    }
    if (present_.step >= target.step) return;
    if (!leaving_out_what_does_not_fit([&] { return simulation.advance(); })) return;
    present_.step = simulation.step_number();
  }
}

}  // namespace murmur

// Discarded futures: the records and snapshots after an earlier position from which the run continued in another way. They can be restored.
#include <algorithm>
#include <iterator>
#include <utility>

#include "app/live/run_history.h"

namespace murmur {
namespace {

constexpr size_t kMostFutures = 50;

/// Moves the elements from `first` on out of `from`.
template <class T>
std::deque<T> moved_from(std::deque<T>& from, typename std::deque<T>::iterator first) {
  std::deque<T> moved(std::make_move_iterator(first), std::make_move_iterator(from.end()));
  from.erase(first, from.end());
  return moved;
}

template <class To, class From>
void append(To& to, From& from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

/// The step of the last snapshot in the host's memory; 0: there is none.
template <class Snapshots>
int64_t last_on_host(const Snapshots& snapshots) {
  const auto last = std::find_if(snapshots.rbegin(), snapshots.rend(),
                                 [](const auto& one) { return one.flock->on_host(); });
  return last == snapshots.rend() ? 0 : last->at.step;
}

}  // namespace

RunHistory::Future RunHistory::take_future() {
  Future rest{.from = present_, .end = end_, .rows = {}, .snapshots = {}, .discarded = {}};
  rest.snapshots =
      moved_from(snapshots_,
                 std::ranges::find_if(snapshots_, [this](const Snapshot& one) { return one.at > present_; }));
  rest.rows = moved_from(rows_, rows_.begin() + (present_.records - first_record_));
  const auto later =
      std::ranges::stable_partition(discarded_, [this](const Future& one) { return one.from <= present_; });
  append(rest.discarded, later);
  discarded_.erase(later.begin(), later.end());
  end_ = present_;
  copying_ = nullptr;
  last_on_host_ = last_on_host(snapshots_);
  return rest;
}

int64_t RunHistory::log_end() const {
  return present_.records == first_record_ ? first_log_end_ : row(present_.records - 1).log_end;
}

int64_t RunHistory::cut_future() {
  if (!in_past()) return log_end();
  if (discarded_.size() == kMostFutures) discarded_.erase(discarded_.begin());
  discarded_.push_back(take_future());
  return log_end();
}

std::optional<RunPosition> RunHistory::before_act(const UndoTag& tag, bool discarded) const {
  if (player_) return std::nullopt;
  const auto is_part = [&](const Row& one) { return one.acts && one.tag.frame == tag.frame; };
  if (discarded) {
    const auto future = std::ranges::find_if(
        discarded_, [&](const Future& one) { return std::ranges::any_of(one.rows, is_part); });
    return future == discarded_.end() ? std::nullopt : std::optional(future->from);
  }
  int64_t record = present_.records - 1;
  while (record >= first_record_ && !is_part(row(record))) --record;
  return before_act_at(record);
}

int64_t RunHistory::last_act() const {
  if (player_) return -1;
  for (int64_t k = present_.records; k-- > first_record_;) {
    if (row(k).acts) return row(k).tag.frame;
  }
  return -1;
}

bool RunHistory::restore_discarded() {
  const auto at = std::ranges::find(discarded_.rbegin(), discarded_.rend(), present_, &Future::from);
  if (at == discarded_.rend()) return false;
  Future future = std::move(*at);
  discarded_.erase(std::next(at).base());
  cut_future();
  append(rows_, future.rows);
  append(snapshots_, future.snapshots);
  append(discarded_, future.discarded);
  end_ = future.end;
  copying_ = nullptr;
  last_on_host_ = last_on_host(snapshots_);
  return true;
}

void RunHistory::write_later_records(const std::function<int64_t(const LogRecord&)>& write) {
  for (auto one = rows_.begin() + (present_.records - first_record_); one != rows_.end(); ++one)
    one->log_end = write(one->record);
}

void RunHistory::Future::add_bytes(double& host, double& device) const {
  for (const Snapshot& one : snapshots) {
    host += one.flock->host_bytes();
    device += one.flock->device_bytes();
  }
  for (const Future& one : discarded) one.add_bytes(host, device);
}

void RunHistory::Future::drop_snapshots() {
  snapshots.clear();
  for (Future& one : discarded) one.drop_snapshots();
}

}  // namespace murmur

// What the run left when it went on from an earlier position in another way: it is set aside, with its records and snapshots, and can be
// brought back.
#include <algorithm>
#include <iterator>
#include <utility>

#include "app/live/run_history.h"

namespace murmur {
namespace {

constexpr size_t kMostLines = 50;

/// The elements from `first` on, which leave `from`.
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

}  // namespace

RunHistory::Line RunHistory::take_rest() {
  Line rest{.from = present_, .end = end_, .rows = {}, .snapshots = {}, .aside = {}};
  rest.snapshots =
      moved_from(snapshots_,
                 std::ranges::find_if(snapshots_, [this](const Snapshot& one) { return one.at > present_; }));
  rest.rows = moved_from(rows_, rows_.begin() + (present_.records - first_record_));
  const auto later =
      std::ranges::stable_partition(aside_, [this](const Line& line) { return line.from <= present_; });
  append(rest.aside, later);
  aside_.erase(later.begin(), later.end());
  end_ = present_;
  note_on_host();
  return rest;
}

void RunHistory::note_on_host() {
  copying_ = nullptr;
  last_on_host_ = 0;
  for (const Snapshot& one : snapshots_) {
    if (one.flock->on_host()) last_on_host_ = one.at.step;
  }
}

int64_t RunHistory::log_end() const {
  return present_.records == first_record_ ? first_log_end_ : row(present_.records - 1).log_end;
}

int64_t RunHistory::cut() {
  if (!in_past()) return log_end();
  if (aside_.size() == kMostLines) aside_.erase(aside_.begin());
  aside_.push_back(take_rest());
  return log_end();
}

std::optional<RunPosition> RunHistory::before_act(const UndoTag& tag) const {
  if (player_) return std::nullopt;
  for (int64_t k = present_.records; k-- > first_record_;) {
    if (!row(k).acts || row(k).tag.frame != tag.frame) continue;
    while (!row(k).begins) {
      if (k-- == first_record_) return std::nullopt;
    }
    const RunPosition position{step_of(row(k).record), k};
    if (position < snapshots_.front().at) return std::nullopt;
    return position;
  }
  return std::nullopt;
}

int64_t RunHistory::last_act() const {
  if (player_) return -1;
  for (int64_t k = present_.records; k-- > first_record_;) {
    if (row(k).acts) return row(k).tag.frame;
  }
  return -1;
}

std::optional<RunPosition> RunHistory::set_aside(const UndoTag& tag) const {
  for (const Line& line : aside_) {
    const auto act = std::ranges::find_if(line.rows, &Row::acts);
    if (act != line.rows.end() && std::ranges::any_of(act, line.rows.end(), [&](const Row& one) {
          return one.acts && one.tag.frame == tag.frame;
        }))
      return line.from;
  }
  return std::nullopt;
}

bool RunHistory::bring_back() {
  const auto at = std::ranges::find(aside_.rbegin(), aside_.rend(), present_, &Line::from);
  if (at == aside_.rend()) return false;
  Line line = std::move(*at);
  aside_.erase(std::next(at).base());
  cut();
  append(rows_, line.rows);
  append(snapshots_, line.snapshots);
  append(aside_, line.aside);
  end_ = line.end;
  note_on_host();
  return true;
}

void RunHistory::write_rest(const std::function<int64_t(const LogRecord&)>& write) {
  for (auto one = rows_.begin() + (present_.records - first_record_); one != rows_.end(); ++one)
    one->log_end = write(one->record);
}

void RunHistory::add_bytes(const std::vector<Line>& lines, double& host, double& device) const {
  for (const Line& line : lines) {
    for (const Snapshot& one : line.snapshots) {
      host += one.flock->host_bytes();
      device += one.flock->device_bytes();
    }
    add_bytes(line.aside, host, device);
  }
}

void RunHistory::drop_snapshots(std::vector<Line>& lines) {
  for (Line& line : lines) {
    line.snapshots.clear();
    drop_snapshots(line.aside);
  }
}

}  // namespace murmur

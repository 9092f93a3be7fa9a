#include "sim/backends/device/tuner.h"

#include <algorithm>

namespace murmur {
namespace {

double middle(std::array<double, 3> times) {
  std::sort(times.begin(), times.end());
  return times[1];
}
bool differ_much(double a, double b) { return a > b * Tuner::kMuch || b > a * Tuner::kMuch; }

}  // namespace

Tuner::Choice Tuner::next(const Situation& situation, const std::function<bool(int way)>& ready) {
  ++steps_;
  if (!key_known_ || key_ != situation.key) {
    key_ = situation.key;
    key_known_ = true;
    turn_ = -1;           // a look at another kind of flock says nothing about this one,
    stale_ = under_way_;  // ... nor do times that still come
  }
  Kept& kept = kept_[key_];
  const auto fits = [&](int way) { return way >= 0 && (situation.ways >> way & 1) != 0; };
  if (!fits(kept.way)) kept.way = situation.guess;
  if (looking() && !std::all_of(order_.begin(), order_.end(), fits)) turn_ = -1;
  if (!looking() && under_way_ == 0 && wants_look(kept, situation)) begin_look(situation);
  if (looking() && turn_ < static_cast<int>(order_.size())) {
    const int way = order_[static_cast<size_t>(turn_)];
    spent_ += way != kept.way ? 1 : 0;
    if (!ready(way)) {
      if (++unready_ >= kMostUnready) turn_ = -1;  // the flock changes with every step: later
      return {way, false};
    }
    unready_ = 0;
    ++under_way_;
    if (++timed_ == kTimed) {
      timed_ = 0;
      ++turn_;
    }
    return {way, true};
  }
  if (looking() && under_way_ == 0) end_look();
  if (!looking() && steps_ - watched_step_ >= kWatch && ready(kept.way)) {
    watched_step_ = steps_;
    ++under_way_;
    return {kept.way, true};
  }
  return {kept.way, false};
}

void Tuner::took(int way, double milliseconds) {
  under_way_ = std::max(0, under_way_ - 1);
  if (stale_ > 0) {
    --stale_;
    return;
  }
  if (looking()) {
    double& best = best_[static_cast<size_t>(way)];
    best = best > 0.0 ? std::min(best, milliseconds) : milliseconds;
    return;
  }
  Kept& kept = kept_[key_];
  if (way != kept.way) return;
  if (kept.watches < 3) {
    kept.watched[static_cast<size_t>(kept.watches)] = milliseconds;
  }
  kept.recent[static_cast<size_t>(kept.watches++ % 3)] = milliseconds;
}

bool Tuner::wants_look(const Kept& kept, const Situation& situation) const {
  if ((situation.ways & (situation.ways - 1)) == 0 || steps_ < kFirstLook) return false;
  if (!looked_ever_) return true;
  int ways = 0;
  for (uint32_t left = situation.ways; left != 0; left &= left - 1) ++ways;
  const int64_t cost = int64_t{ways - 1} * kRounds * (kTimed + 4);
  if ((spent_ + cost) * 100 > steps_) return false;
  if (!kept.looked || kept.ways != situation.ways) return true;
  return steps_ - kept.step >= kLookAgain ||
         differ_much(static_cast<double>(situation.boids), static_cast<double>(kept.boids)) ||
         (kept.watches >= 6 && differ_much(middle(kept.recent), middle(kept.watched)));
}

void Tuner::begin_look(const Situation& situation) {
  looked_ever_ = true;
  Kept& kept = kept_[key_];
  kept.looked = true;
  kept.ways = situation.ways;
  kept.boids = situation.boids;
  kept.step = steps_;
  kept.watches = 0;
  turn_ = timed_ = unready_ = 0;
  best_.fill(0.0);
  order_.clear();
  for (int round = 0; round < kRounds; ++round) {
    const size_t begin = order_.size();
    for (int way = 0; way < kMostWays; ++way) {
      if ((situation.ways >> way & 1) != 0) order_.push_back(way);
    }
    // There and back: a GPU whose clock rate still rises would favour those that come last.
    if (round % 2 == 1) std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(begin), order_.end());
  }
}

void Tuner::end_look() {
  turn_ = -1;
  Kept& kept = kept_[key_];
  const auto time = [&](int way) { return best_[static_cast<size_t>(way)]; };
  int fastest = kept.way;
  for (const int way : order_) {
    if (time(way) > 0.0 && (time(fastest) <= 0.0 || time(way) < time(fastest))) fastest = way;
  }
  if (time(kept.way) <= 0.0 || time(fastest) < kBetter * time(kept.way)) kept.way = fastest;
}

}  // namespace murmur

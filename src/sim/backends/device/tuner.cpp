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

Tuner::Choice Tuner::next(const Conditions& conditions, const std::function<bool(int variant)>& ready) {
  ++steps_;
  if (!key_known_ || key_ != conditions.key) {
    key_ = conditions.key;
    key_known_ = true;
    turn_ = -1;         // results of another kind of flock do not count,
    stale_ = pending_;  // pending times belong to the earlier kind of flock
  }
  Selection& selection = selections_[key_];
  const auto fits = [&](int variant) { return variant >= 0 && (conditions.variants >> variant & 1) != 0; };
  if (!fits(selection.variant)) selection.variant = conditions.guess;
  if (exploring() && !std::all_of(order_.begin(), order_.end(), fits)) turn_ = -1;
  if (!exploring() && pending_ == 0 && wants_exploration(selection, conditions))
    begin_exploration(conditions);
  if (exploring() && turn_ < static_cast<int>(order_.size())) {
    const int variant = order_[static_cast<size_t>(turn_)];
    exploration_steps_ += variant != selection.variant ? 1 : 0;
    if (!ready(variant)) {
      if (++unready_ >= kMostUnready) turn_ = -1;  // the flock changes with every step: explores later
      return {variant, false};
    }
    unready_ = 0;
    ++pending_;
    if (++timed_ == kTimed) {
      timed_ = 0;
      ++turn_;
    }
    return {variant, true};
  }
  if (exploring() && pending_ == 0) end_exploration();
  if (!exploring() && steps_ - sampled_step_ >= kSampleInterval && ready(selection.variant)) {
    sampled_step_ = steps_;
    ++pending_;
    return {selection.variant, true};
  }
  return {selection.variant, false};
}

void Tuner::record(int variant, double milliseconds) {
  pending_ = std::max(0, pending_ - 1);
  if (stale_ > 0) {
    --stale_;
    return;
  }
  if (exploring()) {
    double& best = best_[static_cast<size_t>(variant)];
    best = best > 0.0 ? std::min(best, milliseconds) : milliseconds;
    return;
  }
  Selection& selection = selections_[key_];
  if (variant != selection.variant) return;
  if (selection.samples < 3) {
    selection.baseline[static_cast<size_t>(selection.samples)] = milliseconds;
  }
  selection.recent[static_cast<size_t>(selection.samples++ % 3)] = milliseconds;
}

bool Tuner::wants_exploration(const Selection& selection, const Conditions& conditions) const {
  if ((conditions.variants & (conditions.variants - 1)) == 0 || steps_ < kFirstExploration) return false;
  if (!explored_ever_) return true;
  int variants = 0;
  for (uint32_t left = conditions.variants; left != 0; left &= left - 1) ++variants;
  const int64_t cost = int64_t{variants - 1} * kRounds * (kTimed + 4);
  if ((exploration_steps_ + cost) * 100 > steps_) return false;
  if (!selection.explored || selection.variants != conditions.variants) return true;
  return steps_ - selection.step >= kExploreAgain ||
         differ_much(static_cast<double>(conditions.boids), static_cast<double>(selection.boids)) ||
         (selection.samples >= 6 && differ_much(middle(selection.recent), middle(selection.baseline)));
}

void Tuner::begin_exploration(const Conditions& conditions) {
  explored_ever_ = true;
  Selection& selection = selections_[key_];
  selection.explored = true;
  selection.variants = conditions.variants;
  selection.boids = conditions.boids;
  selection.step = steps_;
  selection.samples = 0;
  turn_ = timed_ = unready_ = 0;
  best_.fill(0.0);
  order_.clear();
  for (int round = 0; round < kRounds; ++round) {
    const size_t begin = order_.size();
    for (int variant = 0; variant < kMostVariants; ++variant) {
      if ((conditions.variants >> variant & 1) != 0) order_.push_back(variant);
    }
    // Every second round is reversed: a GPU whose clock rate still rises would favour the last variants.
    if (round % 2 == 1) std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(begin), order_.end());
  }
}

void Tuner::end_exploration() {
  turn_ = -1;
  Selection& selection = selections_[key_];
  const auto time = [&](int variant) { return best_[static_cast<size_t>(variant)]; };
  int fastest = selection.variant;
  for (const int variant : order_) {
    if (time(variant) > 0.0 && (time(fastest) <= 0.0 || time(variant) < time(fastest))) fastest = variant;
  }
  if (time(selection.variant) <= 0.0 || time(fastest) < kBetter * time(selection.variant))
    selection.variant = fastest;
}

}  // namespace murmur

#include "app/live/flock_keeper.h"

#include <algorithm>

#include "sim/machine/registry.h"

namespace murmur {
namespace {

constexpr double kSeconds = 2.0;       // between copies
constexpr double kRestPerCopy = 50.0;  // seconds without a copy for each second of copying

}  // namespace

void FlockKeeper::keep(const Simulation<float>& simulation, const std::function<double()>& clock) {
  const double now = clock();
  if (now < due_) return;
  copy_ = std::make_unique<const Copy>(Copy{simulation.run_state(), simulation.state()});
  events_.clear();
  due_ = now + std::max(kSeconds, kRestPerCopy * (clock() - now));
}

void FlockKeeper::note(const Event& event, int64_t step) {
  if (copy_) events_.emplace_back(event, step);
}

void FlockKeeper::forget() {
  copy_.reset();
  events_.clear();
  due_ = 0.0;
}

std::unique_ptr<Simulation<float>> FlockKeeper::recover(const Simulation<float>& failed,
                                                        const BackendOptions& options) const {
  RunState run = copy_->run;
  run.schedule.clear();  // those that were applied are among events_
  run.pending.clear();
  auto again =
      std::make_unique<Simulation<float>>(std::move(run), default_backend().make(options), copy_->state);
  const auto advance_to = [&](int64_t step) {
    while (again->step_number() < step) again->advance();
  };
  for (const auto& [event, step] : events_) {
    advance_to(step);
    again->post(event);
    again->apply_events();
  }
  advance_to(failed.step_number());
  return again;
}

}  // namespace murmur

#include "app/live/compare.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/measure/bench.h"
#include "sim/util/errors.h"
#include "sim/util/statistics.h"

namespace murmur {
namespace {

// Of a backend that tests all pairs, all steps together: some five seconds.
constexpr double kMostPairTests = 5e8;

}  // namespace

double speed_up(const CompareRow& row, const std::vector<CompareRow>& rows) {
  const auto base = std::find_if(rows.begin(), rows.end(), [](const CompareRow& r) {
    return r.label == default_backend().name && r.skipped.empty();
  });
  return base == rows.end() || row.step_ms <= 0.0 ? 0.0 : base->step_ms / row.step_ms;
}

CompareVerdict verdict(const std::vector<CompareRow>& rows, int64_t first_step, int64_t steps) {
  std::vector<std::string> flown, different;
  const CompareRow* first = nullptr;
  for (const CompareRow& row : rows) {
    if (!row.skipped.empty()) continue;
    if (!first) first = &row;
    (row.hash == first->hash ? flown : different).push_back(row.label);
  }
  const std::string when = fmt::format("{} step{} from step {}", steps, steps == 1 ? "" : "s", first_step);
  if (!first) return {true, when + ": no backend flew"};
  if (!different.empty()) {
    return {false, fmt::format("{}: {} computed other bits than {}; murmur verify shows the first difference",
                               when, fmt::join(different, " and "), fmt::join(flown, " and "))};
  }
  return {true, flown.size() == 1
                    ? fmt::format("{}: {} alone, hash {:016x}", when, flown.front(), first->hash)
                    : fmt::format("{}: the bits agree, hash {:016x}", when, first->hash)};
}

void Compare::start(const Simulation<float>& simulation, const BackendSwitch& backends, int64_t steps) {
  if (running_) return;
  stop();
  first_step_ = simulation.step_number();
  steps_ = std::max<int64_t>(steps, 1);
  const auto boids = static_cast<double>(simulation.count());
  std::vector<Entrant> entrants;
  for (const BackendChoice& choice : backends.choices()) {
    Entrant entrant{choice.kind->name, choice.kind, choice.why_not, backends.options()};
    if (choice.kind->all_pairs && boids * boids * static_cast<double>(steps_) > kMostPairTests)
      entrant.why_not = fmt::format("too slow here: {} steps of {}² pairs", steps_, simulation.count());
    entrants.push_back(entrant);
    if (!choice.kind->threads || entrant.options.threads == 1) continue;
    entrant.label += ", 1 thread";
    entrant.options.threads = 1;
    entrants.push_back(entrant);
  }
  {
    const std::lock_guard lock(mutex_);
    rows_.clear();
    label_.clear();
    step_ = 0;
    entrant_ = 0;
    entrants_ = entrants.size();
  }
  stop_ = false;
  running_ = true;
  thread_ = std::thread([this, entrants, run = simulation.run_state(), state = simulation.state()] {
    work(entrants, run, state);
    running_ = false;
  });
}

void Compare::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void Compare::work(const std::vector<Entrant>& entrants, const RunState& run, const State<float>& state) {
  for (size_t k = 0; k < entrants.size() && !stop_; ++k) {
    {
      const std::lock_guard lock(mutex_);
      entrant_ = k;
      step_ = 0;
      label_ = entrants[k].label;
    }
    CompareRow row{.label = entrants[k].label, .skipped = entrants[k].why_not};
    if (row.skipped.empty()) {
      try {
        fly(entrants[k], run, state, row);
      } catch (const UserError& error) {
        row.skipped = error.what();
      } catch (const RunError& error) {
        row.skipped = error.what();
      } catch (const std::bad_alloc&) {
        row.skipped = "not enough memory";
      }
    }
    if (stop_) return;
    const std::lock_guard lock(mutex_);
    rows_.push_back(std::move(row));
  }
}

void Compare::fly(const Entrant& entrant, const RunState& run, const State<float>& state, CompareRow& row) {
  Simulation<float> copy(run, entrant.kind->make(entrant.options), state);
  std::vector<double> times;
  for (int64_t step = 1; step <= steps_ && !stop_; ++step) {
    {
      const std::lock_guard lock(mutex_);
      step_ = step;
    }
    const double begin = steady_milliseconds();
    copy.advance();
    copy.backend().last_step_times();  // a device is done then, not before
    times.push_back(steady_milliseconds() - begin);
  }
  row.step_ms = summarise(times).median;
  row.hash = copy.hash();
}

double Compare::progress() const {
  const std::lock_guard lock(mutex_);
  if (entrants_ == 0) return 0.0;
  const double within = static_cast<double>(std::max<int64_t>(step_ - 1, 0)) / static_cast<double>(steps_);
  return (static_cast<double>(entrant_) + within) / static_cast<double>(entrants_);
}

std::string Compare::doing() const {
  const std::lock_guard lock(mutex_);
  return fmt::format("{}, step {} of {}", label_, step_, steps_);
}

std::vector<CompareRow> Compare::rows() const {
  const std::lock_guard lock(mutex_);
  return rows_;
}

}  // namespace murmur

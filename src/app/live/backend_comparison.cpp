#include "app/live/backend_comparison.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/measure/bench.h"
#include "sim/util/errors.h"
#include "sim/util/exact_arithmetic.h"
#include "sim/util/statistics.h"

namespace murmur {
namespace {

// Limit of the pair tests in all steps of a backend that tests all pairs: some five seconds.
constexpr double kMostPairTests = 5e8;
constexpr double kMostSpread = 0.25;  // an idle machine has 0.02 to 0.1

}  // namespace

std::string short_hash(uint64_t hash) { return fmt::format("{:08x}", hash >> 32); }

std::string unsteady_text(const std::vector<CompareRow>& rows) {
  const CompareRow* worst = nullptr;
  for (const CompareRow& row : rows) {
    if (row.skipped.empty() && row.spread > kMostSpread && (!worst || row.spread > worst->spread))
      worst = &row;
  }
  if (!worst) return "";
  return fmt::format(
      "The steps of {} differ by {:.0f} % of their median: the machine does other things too, or a step is "
      "very short. Compare again when it rests, or with more steps.",
      worst->label, 100.0 * worst->spread);
}

double speed_up(const CompareRow& row, const std::vector<CompareRow>& rows) {
  const auto base = std::find_if(rows.begin(), rows.end(), [](const CompareRow& r) {
    return r.label == default_backend().name && r.skipped.empty();
  });
  return base == rows.end() || row.step_ms <= 0.0 ? 0.0 : base->step_ms / row.step_ms;
}

CompareVerdict verdict(const std::vector<CompareRow>& rows, int64_t first_step, int64_t steps) {
  std::vector<std::string> flown, different, failed;
  const CompareRow* first = nullptr;
  for (const CompareRow& row : rows) {
    if (row.failed) failed.push_back(row.label);
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
  std::string text = flown.size() == 1
                         ? fmt::format("{}: {} alone, hash {:016x}", when, flown.front(), first->hash)
                         : fmt::format("{}: the bits agree, hash {:016x}", when, first->hash);
  if (!failed.empty()) text += fmt::format("; {} failed", fmt::join(failed, " and "));
  return {failed.empty(), text};
}

BackendComparison::~BackendComparison() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void BackendComparison::start(FlockCopy flock, const BackendCatalog& backends, int64_t steps) {
  if (running_) return;
  if (thread_.joinable()) thread_.join();  // the last comparison has ended
  first_step_ = flock.state.step;
  steps_ = std::max<int64_t>(steps, 1);
  const auto boids = static_cast<double>(flock.state.count());
  std::vector<Case> cases;
  for (const BackendChoice& choice : backends.choices(flock.state.count())) {
    Case one{choice.kind->name, choice.kind, choice.why_not, backends.options()};
    if (choice.kind->all_pairs && boids * boids * static_cast<double>(steps_) > kMostPairTests)
      one.why_not = fmt::format("too slow here: {} steps of {}² pairs", steps_, flock.state.count());
    cases.push_back(one);
    if (!choice.kind->threads || one.options.threads == 1) continue;
    one.label += ", 1 thread";
    one.options.threads = 1;
    cases.push_back(one);
  }
  {
    const std::lock_guard lock(mutex_);
    rows_.clear();
    label_.clear();
    step_ = 0;
    case_ = 0;
    cases_ = cases.size();
  }
  stop_ = false;
  running_ = started_ = true;
  thread_ = std::thread([this, cases, copy = std::move(flock)] {
    work(cases, copy);
    running_ = false;
  });
}

void BackendComparison::work(const std::vector<Case>& cases, const FlockCopy& flock) {
  const ExactArithmetic exact;
  for (size_t k = 0; k < cases.size() && !stop_; ++k) {
    {
      const std::lock_guard lock(mutex_);
      case_ = k;
      step_ = 0;
      label_ = cases[k].label;
    }
    CompareRow row{.label = cases[k].label, .skipped = cases[k].why_not};
    if (row.skipped.empty()) {
      try {
        run_case(cases[k], flock, row);
      } catch (const UserError& error) {
        row.skipped = error.what();
      } catch (const RunError& error) {
        row.skipped = error.what();
        row.failed = true;
      } catch (const std::bad_alloc&) {
        row.skipped = "not enough memory";
      }
    }
    if (stop_) return;
    const std::lock_guard lock(mutex_);
    rows_.push_back(std::move(row));
  }
}

void BackendComparison::run_case(const Case& one, const FlockCopy& flock, CompareRow& row) {
  Simulation<float> copy(flock.run, one.kind->make(one.options), flock.state);
  copy.cancel_when(stop_);
  std::vector<double> times;
  for (int64_t step = 1; step <= steps_ && !stop_; ++step) {
    {
      const std::lock_guard lock(mutex_);
      step_ = step;
    }
    const double begin = steady_milliseconds();
    copy.advance();
    copy.backend().last_step_times();  // waits for the end of the step on a device
    times.push_back(steady_milliseconds() - begin);
  }
  std::ranges::sort(times);
  row.step_ms = times.empty() ? 0.0 : percentile(times, 0.5);
  if (row.step_ms > 0.0) row.spread = (percentile(times, 0.75) - percentile(times, 0.25)) / row.step_ms;
  row.hash = copy.hash();
}

double BackendComparison::progress() const {
  const std::lock_guard lock(mutex_);
  if (cases_ == 0) return 0.0;
  const double within = static_cast<double>(std::max<int64_t>(step_ - 1, 0)) / static_cast<double>(steps_);
  return (static_cast<double>(case_) + within) / static_cast<double>(cases_);
}

std::string BackendComparison::doing() const {
  const std::lock_guard lock(mutex_);
  return fmt::format("{}, step {} of {}", label_, step_, steps_);
}

std::vector<CompareRow> BackendComparison::rows() const {
  const std::lock_guard lock(mutex_);
  return rows_;
}

}  // namespace murmur

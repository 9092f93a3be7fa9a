#include "app/sweep/figure_runs.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "app/options/interrupt.h"
#include "app/options/progress.h"
#include "app/sweep/run_pool.h"
#include "app/sweep/twin_runs.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/formats/run_id.h"
#include "sim/formats/scenario_files.h"
#include "sim/measure/flock_motion.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/metrics.h"
#include "sim/measure/sums.h"
#include "sim/run/simulation.h"
#include "sim/util/csv_text.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/thread_pool.h"

namespace murmur {
namespace {

constexpr std::string_view kColumns = "series,x,seed,run,value\n";
const std::string kAbsent = "nan";  // text of a value that the states did not have

/// A series that a run has values for, with the id of the inputs that decide these values.
struct RunSeries {
  size_t series = 0;
  std::string id;
};

struct FigureRun {
  std::vector<RunSeries> series;  ///< several share a run that has the same flock, or the same turn
  std::vector<size_t> points;     ///< one point, or all points when x belongs to the measure
  int64_t seed = 1, boids = 0;

  /// Beginning of the line that the run writes into the file of results.
  std::string line_begin(const Figure& figure, const RunSeries& one, size_t point) const {
    return fmt::format("{},{},{},{},", one.series + 1, figure.series[one.series].points[point].x, seed,
                       one.id);
  }
};

/// Whether a single run can give the values of both series.
bool share_runs(const FigureSeries& a, const FigureSeries& b) {
  const auto same_x = [](const FigurePoint& p, const FigurePoint& q) { return p.x == q.x; };
  const bool several = a.measure == Measure::kShape || a.measure == Measure::kFront;
  return several && a.measure == b.measure && a.turn == b.turn && !a.sequence && !b.sequence &&
         a.scenario == b.scenario && a.set == b.set && a.sampling == b.sampling &&
         std::ranges::equal(a.points, b.points, same_x);
}

std::string id_of(const FigureSeries& series, const ScenarioSource& source) {
  const Sampling& sampling = series.sampling;
  std::string text = fmt::format("{}# {} to {} every {}, measure {}", source.to_toml(), sampling.skip,
                                 sampling.steps, sampling.every, static_cast<int>(series.measure));
  if (!series.shape.empty()) text += ", shape " + series.shape;
  if (series.lag > 0.0) text += fmt::format(" after {}", series.lag);
  if (!series.front.empty())
    text += fmt::format(", front {} at {} after {}", series.front, series.threshold, series.turn);
  if (series.sequence) text += ", at one after the other";
  for (size_t k = 0; series.sequence && k < series.points.size(); ++k)
    text += fmt::format(" {}", series.points[k].x);
  return run_id({text, "float", 0, 0, files_digest(source.scenario())});
}

std::vector<FigureRun> plan(const Figure& figure) {
  std::vector<FigureRun> runs;
  for (size_t s = 0; s < figure.series.size(); ++s) {
    const FigureSeries& series = figure.series[s];
    std::vector<std::vector<size_t>> groups;  // indices of the points that share one run
    for (size_t k = 0; k < series.points.size(); ++k) {
      if (k == 0 || (!figure.x_keys.empty() && !series.sequence)) groups.emplace_back();
      groups.back().push_back(k);
    }
    for (const std::vector<size_t>& points : groups) {
      for (int64_t seed = 1; seed <= series.sampling.seeds; ++seed) {
        const ScenarioSource source = figure.scenario_of(series, series.points[points.front()].x, seed);
        const int64_t boids = source.scenario().boids;
        check_memory(boids, source.scenario().dimensions());
        const RunSeries one{s, id_of(series, source)};
        const auto same = std::ranges::find_if(runs, [&](const FigureRun& run) {
          return run.points == points && run.seed == seed &&
                 share_runs(figure.series[run.series.front().series], series);
        });
        if (same != runs.end())
          same->series.push_back(one);
        else
          runs.push_back({{one}, points, seed, boids});
      }
    }
  }
  return runs;
}

std::string results_text(const Figure& figure, const std::vector<FigureRun>& runs,
                         const FigureValues& values) {
  std::string text(kColumns);
  for (const FigureRun& run : runs) {
    for (const RunSeries& one : run.series)
      for (const size_t point : run.points) {
        const auto found = values.find({one.series, point, run.seed});
        if (found != values.end())
          text += fmt::format("{}{}\n", run.line_begin(figure, one, point),
                              std::isnan(found->second) ? kAbsent : fmt::format("{}", found->second));
      }
  }
  return text;
}

/// Takes values from an earlier file of results, as far as the figure still has their runs. A last line without its
/// line end may be cut, and is run again.
void read_results(const std::string& path, const Figure& figure, const std::vector<FigureRun>& runs,
                  FigureValues& values) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return;
  const std::string text = read_text_file(path);
  if (!text.starts_with(kColumns))
    throw UserError(
        fmt::format("{}: holds no results of a figure; choose another file with --results", path));
  CsvLines lines(std::string_view(text).substr(0, text.rfind('\n') + 1));
  std::set<std::string> kept;
  std::string_view line;
  lines.next(line);
  while (lines.next(line)) kept.emplace(line);
  size_t taken = 0;
  for (const FigureRun& run : runs) {
    for (const RunSeries& one : run.series)
      for (const size_t point : run.points) {
        const std::string begin = run.line_begin(figure, one, point);
        const auto found = kept.lower_bound(begin);
        if (found == kept.end() || !found->starts_with(begin)) continue;
        double& value = values[{one.series, point, run.seed}];
        const std::string_view kept_value = std::string_view(*found).substr(begin.size());
        const char* const fault = to_number(kept_value, value);
        if (kept_value == kAbsent)
          value = std::nan("");
        else if (*fault != '\0' && !std::isinf(value))
          throw UserError(fmt::format("{}: '{}': its value {}; take the line away to run this again", path,
                                      *found, fault));
        ++taken;
      }
  }
  if (taken < kept.size())
    throw UserError(
        fmt::format("{}: {} of its {} results are of another figure or form of it; choose another file with "
                    "--results, or take the file away",
                    path, kept.size() - taken, kept.size()));
}

/// The measured shapes of the series of a run. Some compare two states, so that earlier states are kept.
class Shapes {
 public:
  Shapes(const Figure& figure, const FigureRun& run, const Scenario& scenario, const Sampling& sampling) {
    for (const RunSeries& one : run.series) {
      const FigureSeries& series = figure.series[one.series];
      const double steps = series.lag / scenario.rules.time_step;
      wanted_.push_back({series.shape, static_cast<int64_t>(std::llround(steps))});
      if (series.lag > 0.0 && (wanted_.back().lag < 1 || std::fabs(steps - std::round(steps)) > 1e-6))
        throw UserError(fmt::format("{}: series {}: lag is {}; allowed: a multiple of rules.time_step, {}",
                                    figure.name, one.series + 1, series.lag, scenario.rules.time_step));
      if (wanted_.back().lag >= sampling.skip + sampling.every)
        throw UserError(fmt::format("{}: series {}: lag is {} steps; allowed: fewer than skip + every, {}",
                                    figure.name, one.series + 1, wanted_.back().lag,
                                    sampling.skip + sampling.every));
    }
  }
  /// Whether a later measurement needs the present state. `measuring`: steps since the first measured one.
  bool needs_present_state(int64_t measuring, int64_t every) const {
    return std::ranges::any_of(wanted_, [&](const Wanted& one) {
      return one.lag > 0 && measuring + one.lag > 0 && (measuring + one.lag) % every == 0;
    });
  }
  void keep(const Simulation<float>& simulation) {
    const int64_t step = simulation.step_number();
    kept_[step] = {simulation.state(), simulation.departures()};
    int64_t longest = 0;
    for (const Wanted& one : wanted_) longest = std::max(longest, one.lag);
    kept_.erase(kept_.begin(), kept_.lower_bound(step - longest));
  }
  /// Adds the shape of each series to the sum of that series.
  void add(const State<float>& state, const Simulation<float>& simulation, ThreadPool& pool,
           std::vector<double>& sums) const {
    const Scenario& scenario = simulation.scenario();
    std::map<int64_t, std::vector<std::pair<std::string_view, double>>> by_lag;
    for (size_t k = 0; k < wanted_.size(); ++k) {
      const auto& [shape, lag] = wanted_[k];
      const auto [found, is_new] = by_lag.try_emplace(lag);
      if (is_new && lag == 0) {
        found->second = shape_values(measure_shape(state, scenario, pool));
      } else if (is_new) {
        const auto& [before, departures] = kept_.at(state.step - lag);
        const auto motion =
            motion_values(measure_motion(before, state, scenario, pool, simulation.same_ids(departures)));
        found->second.assign(motion.begin(), motion.end());
      }
      const auto value = std::ranges::find(found->second, shape, &std::pair<std::string_view, double>::first);
      sums[k] += value->second;
    }
  }

 private:
  struct Wanted {
    std::string shape;
    int64_t lag;  // time between the two compared states [steps]
  };
  std::vector<Wanted> wanted_;
  struct Kept {
    State<float> state;
    size_t departures = 0;  // number of departures of the simulation until `state`
  };
  std::map<int64_t, Kept> kept_;  // states by step
};

double measured(Measure measure, const State<float>& state, const Scenario& scenario, double x,
                ThreadPool& pool) {
  if (measure == Measure::kOrder) return order_of(state);
  if (measure == Measure::kMilling) return std::fabs(murmur::measure(state, scenario, pool).milling);
  const double boids = static_cast<double>(state.count());
  return count_variance(state, scenario.world.size, std::lround(std::sqrt(boids / x)));
}

/// Runs the simulation and measures one value for each point of the run, or for each series; empty after a signal.
std::vector<double> values_of(const Figure& figure, const FigureRun& run, const MakeBackend& make_backend,
                              const Interrupt& interrupt) {
  const FigureSeries& series = figure.series[run.series.front().series];
  const ScenarioSource source = figure.scenario_of(series, series.points[run.points.front()].x, run.seed);
  if (series.measure == Measure::kFront) {
    std::vector<const FigureSeries*> all;
    for (const RunSeries& one : run.series) all.push_back(&figure.series[one.series]);
    return fronts_of(source, all, make_backend, interrupt);
  }
  const bool of_shapes = series.measure == Measure::kShape;
  const Sampling& sampling = series.sampling;
  Simulation<float> simulation(source, make_backend());
  simulation.cancel_when(interrupt.flag());
  std::optional<Shapes> shapes;
  if (of_shapes) shapes.emplace(figure, run, simulation.scenario(), sampling);
  ThreadPool pool(1);  // one thread for the measure, since small flocks run side by side
  std::vector<double> sums(of_shapes ? run.series.size() : run.points.size(), 0.0);
  const size_t turns = series.sequence ? sums.size() : 1;
  int64_t samples = 0;
  for (size_t turn = 0; turn < turns; ++turn) {
    const int64_t begin = simulation.step_number();
    for (const std::string& key : figure.x_keys) {
      if (turn == 0) break;
      Event event;
      event.kind = EventKind::kSet;
      event.key = key;
      event.value = series.points[turn].x;
      simulation.post(event);
    }
    samples = 0;
    while (simulation.step_number() < begin + sampling.steps) {
      if (!simulation.advance() || interrupt.came()) return {};
      const int64_t measuring = simulation.step_number() - begin - sampling.skip;
      if (shapes && shapes->needs_present_state(measuring, sampling.every)) shapes->keep(simulation);
      if (measuring <= 0 || measuring % sampling.every != 0) continue;
      const State<float> state = simulation.state();
      ++samples;
      if (shapes) {
        shapes->add(state, simulation, pool, sums);
        continue;
      }
      for (size_t k = turn; k < (series.sequence ? turn + 1 : sums.size()); ++k)
        sums[k] +=
            measured(series.measure, state, simulation.scenario(), series.points[run.points[k]].x, pool);
    }
  }
  for (double& sum : sums) {
    sum /= static_cast<double>(std::max<int64_t>(samples, 1));
    if (series.measure == Measure::kNumberFluctuation) sum = std::sqrt(sum);
  }
  return sums;
}

}  // namespace

double order_of(const State<float>& state) {
  const auto boids = static_cast<size_t>(state.count());
  HeadingSum<3> headings;
  for (size_t i = 0; i < boids; ++i)
    headings.add_unit_vector(row_of<3>(state.velocity, i, static_cast<size_t>(state.dimensions)));
  return boids > 0 ? headings.polarisation(static_cast<double>(boids)) : 0.0;
}

double count_variance(const State<float>& state, const std::vector<double>& size, int64_t boxes) {
  const int64_t side = std::max<int64_t>(boxes, 1);
  std::vector<int64_t> counts(static_cast<size_t>(side * side), 0);
  const auto box = [&](size_t i, size_t axis) {
    const double share = static_cast<double>(state.position[i + axis]) / size[axis];
    return std::clamp<int64_t>(static_cast<int64_t>(std::floor(share * static_cast<double>(side))), 0,
                               side - 1);
  };
  for (size_t i = 0; i < state.position.size(); i += 2)
    ++counts[static_cast<size_t>(box(i, 1) * side + box(i, 0))];
  const double mean = static_cast<double>(state.count()) / static_cast<double>(side * side);
  double sum = 0.0;
  for (const int64_t count : counts)
    sum += (static_cast<double>(count) - mean) * (static_cast<double>(count) - mean);
  return sum / static_cast<double>(side * side);
}

int run_figure(const Figure& figure, const CommonOptions& common, const std::string& results,
               FigureValues& values) {
  const std::vector<FigureRun> runs = plan(figure);
  read_results(results, figure, runs, values);
  std::vector<const FigureRun*> left;
  for (const FigureRun& run : runs)
    if (std::ranges::any_of(run.series, [&](const RunSeries& one) {
          return !values.contains({one.series, run.points.back(), run.seed});
        }))
      left.push_back(&run);
  const Interrupt interrupt;
  Progress progress(0, static_cast<int64_t>(left.size()), "run");
  std::mutex mutex;
  int64_t done = 0;
  const auto is_small = [&](size_t i) {
    return left[i]->boids < kLargeRun && (common.backend == "auto" || common.backend == "cpu");
  };
  run_all(left.size(), common.threads, is_small, [&](size_t i) {
    const FigureRun& run = *left[i];
    const auto make_backend = [&] {
      return is_small(i) ? make_cpu({.threads = 1, .simd = Simd::kAuto, .device = 0})
                         : choose_backend(common);
    };
    const std::vector<double> found = values_of(figure, run, make_backend, interrupt);
    if (found.empty()) return false;
    const std::lock_guard lock(mutex);
    const bool of_series = run.series.size() == found.size();  // each series of a shared run has one point
    for (size_t k = 0; k < found.size(); ++k)
      values[{run.series[of_series ? k : 0].series, run.points[of_series ? 0 : k], run.seed}] = found[k];
    if (!results.empty()) replace_file(results, results_text(figure, runs, values));
    progress.update(++done);
    return true;
  });
  progress.finish();
  return interrupt.came() ? interrupt.exit_code() : 0;
}

}  // namespace murmur

#include "app/figures/ensemble.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "app/options/interrupt.h"
#include "app/options/progress.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/formats/run_id.h"
#include "sim/measure/metrics.h"
#include "sim/run/simulation.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/csv_text.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/thread_pool.h"

namespace murmur {
namespace {

/// From here on a run takes all threads: its arrays fill the cache of more than one core.
constexpr int64_t kLarge = 100000;
constexpr const char* kColumns = "series,x,seed,run,value\n";

std::string sequence_text(const FigureSeries& series) {
  std::string text = ", at one after the other";
  for (const FigurePoint& point : series.points) text += fmt::format(" {}", point.x);
  return text;
}

struct Task {
  size_t series = 0;
  std::vector<size_t> points;  ///< one, or all when x is the measure's own
  int64_t seed = 1, boids = 0;
  std::string run;  ///< what gives the same values
};

/// Whether one run has the values of all points.
bool together(const Figure& figure, const FigureSeries& series) {
  return figure.x_keys.empty() || series.sequence;
}

std::vector<Task> tasks_of(const Figure& figure) {
  std::vector<Task> tasks;
  for (size_t s = 0; s < figure.series.size(); ++s) {
    const FigureSeries& series = figure.series[s];
    const size_t groups =
        together(figure, series) ? std::min<size_t>(series.points.size(), 1) : series.points.size();
    for (size_t group = 0; group < groups; ++group) {
      for (int64_t seed = 1; seed <= series.sampling.seeds; ++seed) {
        Task task{.series = s, .points = {group}, .seed = seed, .boids = 0, .run = {}};
        if (together(figure, series))
          for (size_t k = 1; k < series.points.size(); ++k) task.points.push_back(k);
        const ScenarioSource source = figure.scenario_of(series, series.points[group].x, seed);
        const Sampling& sampling = series.sampling;
        task.boids = source.scenario().boids;
        task.run = run_id(
            {.scenario = fmt::format("{}# {} to {} every {}, measure {}", source.to_toml(), sampling.skip,
                                     sampling.steps, sampling.every, static_cast<int>(series.measure)) +
                         (series.sequence ? sequence_text(series) : ""),
             .precision = "float",
             .first_step = 0,
             .start_hash = 0,
             .image_hash = {}});
        tasks.push_back(std::move(task));
      }
    }
  }
  return tasks;
}

std::string results_text(const Figure& figure, const std::vector<Task>& tasks, const FigureValues& values) {
  std::string text = kColumns;
  for (const Task& task : tasks) {
    for (const size_t point : task.points) {
      const auto found = values.find({task.series, point, task.seed});
      if (found == values.end()) continue;
      text += fmt::format("{},{},{},{},{}\n", task.series + 1, figure.series[task.series].points[point].x,
                          task.seed, task.run, found->second);
    }
  }
  return text;
}

/// Takes the values of the runs that the figure still has.
void read_results(const std::string& path, const Figure& figure, const std::vector<Task>& tasks,
                  FigureValues& values) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return;
  std::istringstream lines(read_text_file(path));
  std::string line;
  std::getline(lines, line);
  if (line + "\n" != kColumns)
    throw UserError(
        fmt::format("{}: holds no results of a figure; choose another file with --results", path));
  std::set<std::string> kept;
  while (std::getline(lines, line)) kept.insert(line);
  size_t taken = 0;
  for (const Task& task : tasks) {
    for (const size_t point : task.points) {
      const std::string head = fmt::format("{},{},{},{},", task.series + 1,
                                           figure.series[task.series].points[point].x, task.seed, task.run);
      const auto found = kept.lower_bound(head);
      if (found == kept.end() || !found->starts_with(head)) continue;
      const char* const fault =
          to_number(std::string_view(*found).substr(head.size()), values[{task.series, point, task.seed}]);
      if (*fault != '\0')
        throw UserError(
            fmt::format("{}: '{}': its value {}; take the line away to run this again", path, *found, fault));
      ++taken;
    }
  }
  if (taken < kept.size())
    throw UserError(
        fmt::format("{}: {} of its {} results are of another figure or form of it; choose another file with "
                    "--results, or take the file away",
                    path, kept.size() - taken, kept.size()));
}

double measured(Measure measure, const State<float>& state, const Scenario& scenario, double x,
                ThreadPool& pool) {
  if (measure == Measure::kOrder) return order_of(state);
  if (measure == Measure::kMilling) return std::fabs(murmur::measure(state, scenario, pool).milling);
  const double boids = static_cast<double>(state.count());
  return count_variance(state, scenario.world.size, std::lround(std::sqrt(boids / x)));
}

/// One value for each of the task's points; empty when a signal came first.
std::vector<double> run_task(const Figure& figure, const Task& task, std::unique_ptr<Backend<float>> backend,
                             const Interrupt& interrupt) {
  const FigureSeries& series = figure.series[task.series];
  const Sampling& sampling = series.sampling;
  Simulation<float> simulation(figure.scenario_of(series, series.points[task.points.front()].x, task.seed),
                               std::move(backend));
  simulation.cancel_when(interrupt.flag());
  ThreadPool pool(1);  // of the measure: small flocks run side by side
  std::vector<double> sums(task.points.size(), 0.0);
  const size_t turns = series.sequence ? sums.size() : 1;
  int64_t samples = 0;
  for (size_t turn = 0; turn < turns; ++turn) {
    const int64_t begin = simulation.step_number();
    for (const std::string& key : figure.x_keys) {
      if (turn == 0) break;
      Event event;
      event.kind = EventKind::kSet;
      event.key = key;
      event.value = number_text(series.points[turn].x);
      simulation.post(event);
    }
    samples = 0;
    while (simulation.step_number() < begin + sampling.steps) {
      if (!simulation.advance() || interrupt.came()) return {};
      const int64_t measuring = simulation.step_number() - begin - sampling.skip;
      if (measuring <= 0 || measuring % sampling.every != 0) continue;
      const State<float> state = simulation.state();
      ++samples;
      for (size_t k = turn; k < (series.sequence ? turn + 1 : sums.size()); ++k)
        sums[k] +=
            measured(series.measure, state, simulation.scenario(), series.points[task.points[k]].x, pool);
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
  const auto axes = static_cast<size_t>(state.dimensions);
  double sum[3] = {0.0, 0.0, 0.0};
  for (size_t i = 0; i < state.velocity.size(); i += axes) {
    double square = 0.0;
    for (size_t k = 0; k < axes; ++k) {
      const double v = static_cast<double>(state.velocity[i + k]);
      square += v * v;
    }
    for (size_t k = 0; square > 0.0 && k < axes; ++k)
      sum[k] += static_cast<double>(state.velocity[i + k]) / std::sqrt(square);
  }
  const double length = std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
  return state.count() > 0 ? length / static_cast<double>(state.count()) : 0.0;
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

int run_ensemble(const Figure& figure, const EnsembleOptions& options, FigureValues& values) {
  std::vector<Task> tasks = tasks_of(figure);
  for (const Task& task : tasks) {
    const int axes =
        figure.scenario_of(figure.series[task.series], figure.series[task.series].points.front().x, 1)
            .scenario()
            .dimensions();
    check_memory(task.boids, axes);
  }
  read_results(options.results, figure, tasks, values);
  std::vector<const Task*> small, large;
  for (const Task& task : tasks) {
    if (values.contains({task.series, task.points.back(), task.seed})) continue;
    const bool alone =
        task.boids >= kLarge || (options.common.backend != "auto" && options.common.backend != "cpu");
    (alone ? large : small).push_back(&task);
  }
  const Interrupt interrupt;
  Progress progress(0, static_cast<int64_t>(small.size() + large.size()), "run");
  std::mutex mutex;
  int64_t done = 0;
  const auto run = [&](const Task& task, std::unique_ptr<Backend<float>> backend) {
    const std::vector<double> found = run_task(figure, task, std::move(backend), interrupt);
    const std::lock_guard lock(mutex);
    for (size_t k = 0; k < found.size(); ++k) values[{task.series, task.points[k], task.seed}] = found[k];
    if (!found.empty() && !options.results.empty())
      replace_file(options.results, results_text(figure, tasks, values));
    progress.update(++done);
  };
  ThreadPool pool(options.common.threads);
  pool.parallel_for(static_cast<int64_t>(small.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end && !interrupt.came(); ++k)
      run(*small[static_cast<size_t>(k)], make_cpu({.threads = 1, .simd = Simd::kAuto, .device = 0}));
  });
  for (const Task* task : large)
    if (!interrupt.came()) run(*task, choose_backend(options.common));
  progress.finish();
  return interrupt.came() ? interrupt.exit_code() : 0;
}

}  // namespace murmur

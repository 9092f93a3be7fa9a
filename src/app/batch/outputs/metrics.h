// --metrics: writes a row of measures every K steps (docs/metrics.md).
#pragma once

#include <algorithm>

#include "app/batch/outputs/output.h"
#include "sim/formats/metrics_csv.h"
#include "sim/measure/metrics.h"
#include "sim/scenario/source.h"
#include "sim/util/thread_pool.h"

namespace murmur {

template <class T>
class MetricsOutput final : public Output<T> {
 public:
  static OutputOption option() {
    return {.name = "metrics",
            .type = "FILE.csv",
            .help = "order, density and clusters (see docs/metrics.md)",
            .on_resume = OnResume::kGoesOn,
            .every = 100,
            .every_help = "steps between rows of --metrics (100)"};
  }

  MetricsOutput(const OutputRequest& request, const RunStart<T>& start)
      : every_(request.every),
        last_step_(request.at_end ? start.last_step : -1),
        like_(metrics_without_values(
            ScenarioSource::from_text(start.origin.scenario, "the scenario").scenario())),
        file_(request.path, start.file_start(request), metrics_header(like_)),
        threads_(start.threads) {}
  bool due(int64_t step) const override {
    return (step % every_ == 0 || step == last_step_) && step > file_.last_step();
  }
  void before(RunView<T>& run) override {
    velocity_before_ = run.state()->velocity;
    departures_ = run.simulation().departures();
  }
  void write(RunView<T>& run) override {
    Metrics metrics =
        measure(*run.state(), run.simulation().scenario(), threads_,
                run.stepped() ? &velocity_before_ : nullptr, run.simulation().same_ids(departures_));
    // Events may have added, removed or moved species: the columns of the file are found by the names of species.
    Metrics row = metrics;
    row.species = like_.species;
    for (SpeciesMetrics& one : row.species) {
      const auto found = std::ranges::find(metrics.species, one.name, &SpeciesMetrics::name);
      if (found != metrics.species.end()) one = *found;
    }
    file_.write(row);
  }
  void flush() override { file_.flush(); }

 private:
  int64_t every_, last_step_;
  Metrics like_;  // metrics with the species that the columns of the file have
  MetricsCsv file_;
  ThreadPool threads_;
  std::vector<T> velocity_before_;
  size_t departures_ = 0;  // number of departures until the step of velocity_before_
};

}  // namespace murmur

// --shape: writes a row with the shape of the largest cluster every K steps (docs/metrics.md).
#pragma once

#include "app/batch/outputs/output.h"
#include "sim/formats/metrics_csv.h"
#include "sim/measure/flock_shape.h"
#include "sim/util/thread_pool.h"

namespace murmur {

template <class T>
class ShapeOutput final : public Output<T> {
 public:
  static OutputOption option() {
    return {.name = "shape",
            .type = "FILE.csv",
            .help = "shape, structure and correlations of the largest cluster (see docs/metrics.md)",
            .on_resume = OnResume::kGoesOn,
            .every = 100,
            .every_help = "steps between rows of --shape (100)"};
  }

  ShapeOutput(const OutputRequest& request, const RunStart<T>& start)
      : every_(request.every),
        last_step_(request.at_end ? start.last_step : -1),
        file_(request.path, start.file_start(request), shape_header(), "--shape"),
        threads_(start.threads) {}
  bool due(int64_t step) const override {
    return (step % every_ == 0 || step == last_step_) && step > file_.last_step();
  }
  void write(RunView<T>& run) override {
    const FlockShape shape = measure_shape(*run.state(), run.simulation().scenario(), threads_);
    file_.write(shape.step, shape_row(shape));
  }
  void flush() override { file_.flush(); }

 private:
  int64_t every_, last_step_;
  MetricsCsv file_;
  ThreadPool threads_;
};

}  // namespace murmur

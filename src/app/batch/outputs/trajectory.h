// --trajectory: writes all boids every K steps, on a separate thread (docs/trajectories.md).
#pragma once

#include <fmt/format.h>

#include "app/batch/outputs/output.h"
#include "sim/formats/trajectory_formats.h"
#include "sim/formats/trajectory_thread.h"

namespace murmur {

template <class T>
class TrajectoryOutput final : public Output<T> {
 public:
  static OutputOption option() {
    return {.name = "trajectory",
            .type = "FILE",
            .help = fmt::format("all boids: {}", trajectory_format_list()),
            .on_resume = OnResume::kGoesOn,
            .every = 10,
            .every_help = "steps between frames of --trajectory (10)"};
  }

  TrajectoryOutput(const OutputRequest& request, const RunStart<T>& start)
      : every_(request.every),
        file_(open_trajectory<T>(request.path, start.origin.scenario, start.file_start(request))) {}
  bool due(int64_t step) const override { return step % every_ == 0 && step > file_.first_step(); }
  void write(RunView<T>& run) override { file_.write(make_frame(run.state(), run.simulation().scenario())); }
  void flush() override { file_.flush(); }
  double waited() const override { return file_.waited(); }

 private:
  int64_t every_;
  TrajectoryThread<T> file_;
};

}  // namespace murmur

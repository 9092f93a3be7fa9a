// --step-log: writes the milliseconds of each step by phase. `run` also accepts the name --frame-log, under which
// `view` and `render` log frames.
#pragma once

#include <fmt/format.h>

#include "app/batch/outputs/output.h"
#include "sim/util/files.h"

namespace murmur {

template <class T>
class StepLogOutput final : public Output<T> {
 public:
  static OutputOption option() {
    return {.name = "step-log",
            .alias = "frame-log",
            .type = "FILE.csv",
            .help = "milliseconds of each step by phase"};
  }

  StepLogOutput(const OutputRequest& request, const RunStart<T>& start)
      : run_(start.origin.run), file_(request.path) {
    file_.write("step,sort_ms,gather_ms,rules_ms,total_ms,run\n");
  }
  bool due(int64_t) const override { return true; }
  void begin(RunView<T>& run) override { run.simulation().time_phases(true); }
  void write(RunView<T>& run) override {
    if (!run.stepped()) return;
    const PhaseTimes t = run.simulation().backend().last_step_times();
    file_.write(fmt::format("{},{:.4f},{:.4f},{:.4f},{:.4f},{}\n", run.step(), t.sort, t.gather, t.rules,
                            t.total, run_));
  }
  void flush() override { file_.flush(); }

 private:
  std::string run_;
  OutputFile file_;
};

}  // namespace murmur

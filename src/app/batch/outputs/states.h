// --output: states as CSV, the last one or those of --output-steps. The file appears when the run ends.
#pragma once

#include <set>

#include "app/batch/outputs/output.h"
#include "sim/formats/state_csv.h"

namespace murmur {

template <class T>
class StatesOutput final : public Output<T> {
 public:
  static OutputOption option() {
    OutputOption option;
    option.name = "output";
    option.type = "FILE.csv";
    option.help = "write the last state, or those of --output-steps";
    option.on_resume = OnResume::kReplaced;  // a run that was stopped left its last state there
    option.file_begin = "step,id,";
    option.steps_help = "which steps to write: 1,2,10";
    return option;
  }

  StatesOutput(const OutputRequest& request, const RunStart<T>& start)
      : steps_(request.steps.begin(), request.steps.end()), file_(request.path) {
    if (steps_.empty()) steps_.insert(start.last_step);
  }
  bool due(int64_t step) const override { return steps_.count(step) > 0; }
  void write(RunView<T>& run) override {
    written_ = run.step();
    file_.write(*run.state());
  }
  /// An interrupted run writes its last state.
  void finish(RunView<T>& run) override {
    if (written_ != run.step() && run.step() < *steps_.rbegin()) write(run);
    file_.finish();
  }

 private:
  std::set<int64_t> steps_;
  StateCsvWriter<T> file_;
  int64_t written_ = -1;
};

}  // namespace murmur

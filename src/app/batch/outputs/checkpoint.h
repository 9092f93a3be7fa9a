// --checkpoint: writes a checkpoint every K steps and at the end, for --resume.
#pragma once

#include "app/batch/outputs/output.h"
#include "sim/formats/checkpoint.h"

namespace murmur {

template <class T>
class CheckpointOutput final : public Output<T> {
 public:
  static OutputOption option() {
    OutputOption option;
    option.name = "checkpoint";
    option.type = "FILE";
    option.help = "keep the whole run, to go on with --resume";
    option.on_resume = OnResume::kReplaced;
    option.every = 1000;
    option.every_help = "steps between checkpoints (1000)";
    return option;
  }

  CheckpointOutput(const OutputRequest& request, const RunStart<T>& start)
      : path_(request.path), every_(request.every), scenario_(start.scenario) {}
  bool due(int64_t step) const override { return step % every_ == 0; }
  void write(RunView<T>& run) override {
    if (run.stepped()) save(run);
  }
  void finish(RunView<T>& run) override {
    if (written_ != run.step()) save(run);
  }
  bool needs_flushed_outputs() const override { return true; }

 private:
  void save(RunView<T>& run) {
    Simulation<T>& simulation = run.simulation();
    write_checkpoint<T>(path_, {scenario_, simulation.run_state(), *run.state(), simulation.hash()});
    written_ = run.step();
  }

  std::string path_;
  int64_t every_;
  std::string scenario_;
  int64_t written_ = -1;
};

}  // namespace murmur

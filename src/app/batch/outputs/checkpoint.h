// --checkpoint: writes a checkpoint every K steps and at the end of a run, for --resume.
#pragma once

#include <fmt/format.h>

#include "app/batch/outputs/output.h"
#include "sim/formats/checkpoint.h"
#include "sim/formats/scenario_files.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {

template <class T>
class CheckpointOutput final : public Output<T> {
 public:
  static OutputOption option() {
    return {.name = "checkpoint",
            .type = "FILE",
            .help = "keep the whole run, to go on with --resume",
            .on_resume = OnResume::kReplaced,
            .file_begin = kCheckpointBegin,
            .companion = kBefore,
            .replaces_checkpoint = true,
            .every = 1000,
            .every_help = "steps between checkpoints (1000)"};
  }

  CheckpointOutput(const OutputRequest& request, const RunStart<T>& start)
      : path_(request.path),
        every_(request.every),
        origin_(start.origin),
        files_(start.files),
        ours_(is_nonempty_file(path_)) {
    const bool of_this_run = path_ == start.resume || output_place(path_).path + kBefore == start.resume;
    if (start.resumed && !of_this_run && is_nonempty_file(path_) && checkpoint_run_id(path_) != origin_.run) {
      throw UserError(fmt::format("--checkpoint {}: is not of the run of --resume ({}); name another file",
                                  path_, origin_.run));
    }
  }
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
    const Scenario& scenario = simulation.scenario();
    if (auto files = scenario_files(scenario); files != files_) {  // an event changed the files
      files_ = std::move(files);
      origin_.image_hash = files_digest(scenario);
    }
    const std::string path = !ours_ && is_nonempty_file(path_) ? name_beside(path_) : path_;
    write_checkpoint<T>(path, {origin_, simulation.run_state(), *run.state(), simulation.hash()});
    if (path != path_) throw_made_meanwhile(path_, path);
    ours_ = true;
    written_ = run.step();
  }

  std::string path_;
  int64_t every_;
  RunOrigin origin_;
  std::vector<ScenarioFile> files_;  // files that the scenario names
  bool ours_;                        // the file at path_ belongs to this run, or may be replaced
  int64_t written_ = -1;
};

}  // namespace murmur

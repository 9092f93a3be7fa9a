// --log-events: writes every event, and a hash for each second of the window's time, for murmur replay.
#pragma once

#include <fmt/format.h>

#include "app/batch/outputs/output.h"
#include "build_info.h"
#include "sim/formats/log_player.h"
#include "sim/formats/state_csv.h"

namespace murmur {

template <class T>
class EventLogOutput final : public Output<T> {
 public:
  static OutputOption option() {
    return {.name = "log-events", .type = "FILE", .help = "event log that murmur replay checks"};
  }

  EventLogOutput(const OutputRequest& request, const RunStart<T>& start)
      : file_(request.path, header(start)) {}
  bool due(int64_t step) const override { return step % kHashEvery == 0; }
  void begin(RunView<T>& run) override {
    run.simulation().on_event = [this](const Event& event) { file_.write(event); };
    write(run);
  }
  void write(RunView<T>& run) override {
    if (hashed_ == run.step()) return;
    hashed_ = run.step();
    file_.write(HashRecord{hashed_, run.simulation().hash()});
  }
  void finish(RunView<T>& run) override { write(run); }

 private:
  static LogHeader header(const RunStart<T>& start) {
    LogHeader header;
    header.origin = start.origin;
    header.seed = start.seed;
    header.build = fmt::format("murmur {} {} ({})", kVersion, kBuildType, kCompiler);
    if (start.initial) header.initial = *start.initial;
    if (start.resumed) {
      header.initial = StateCsvWriter<T>::text(*start.state);
      header.resume = log_resume(*start.run_state, start.state->step);
    }
    return header;
  }

  EventLogWriter file_;
  int64_t hashed_ = -1;
};

}  // namespace murmur

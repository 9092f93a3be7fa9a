// --output: writes states as CSV, the last one or those of --output-steps. The file appears when the run ends.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/batch/outputs/output.h"
#include "sim/formats/state_csv.h"
#include "sim/run/event_effects.h"
#include "sim/scenario/custom_rules.h"
#include "sim/util/csv_text.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {

template <class T>
class StatesOutput final : public Output<T> {
 public:
  static OutputOption option() {
    // The kind is kReplaced, because a stopped run has left its last state in the file.
    return {.name = "output",
            .type = "FILE.csv",
            .help = "write the last state, or those of --output-steps",
            .on_resume = OnResume::kReplaced,
            .file_begin = "step,id,",
            .steps_help = "which steps to write: 1,2,10"};
  }

  StatesOutput(const OutputRequest& request, const RunStart<T>& start)
      : steps_(request.steps.begin(), request.steps.end()), file_(request.path) {
    if (steps_.empty()) steps_.insert(start.last_step);
    check_columns(start);
    if (start.resumed && *steps_.begin() < start.step) file_.write_earlier(earlier_rows(request.path, start));
  }
  bool due(int64_t step) const override { return steps_.count(step) > 0; }
  void write(RunView<T>& run) override {
    written_ = run.step();
    file_.write(*run.state());
  }
  /// Writes the last state of an interrupted run.
  void finish(RunView<T>& run) override {
    if (written_ != run.step() && run.step() < *steps_.rbegin()) write(run);
    file_.finish();
  }

 private:
  /// Checks before the run that the scenario's events do not change the columns of a state: a CSV file has only one header.
  void check_columns(const RunStart<T>& start) const {
    if (steps_.size() < 2) return;
    ScenarioSource now = ScenarioSource::from_text(start.origin.scenario, "the scenario");
    int64_t boids = now.scenario().boids;
    std::optional<std::pair<Carried, std::vector<std::string>>> columns;
    const std::vector<Event> events = by_step(now.scenario().events);
    auto event = events.begin();
    for (const int64_t step : steps_) {
      for (; event != events.end() && event->step < step; ++event) now.follow(*event, boids);
      const std::pair at_step(carried_by(now.scenario()), custom_state_names(now.scenario()));
      if (columns && columns != at_step)
        throw UserError(
            fmt::format("--output: what boids keep changes before step {}, and a CSV file has one list of "
                        "columns; allowed: "
                        "--output-steps with steps before it, or --trajectory, whose formats take columns "
                        "that come and go",
                        step));
      columns = at_step;
    }
  }
  /// The header, and the rows of the wanted steps before the checkpoint, from the file of the stopped run. That file
  /// has no run id, but must end with the state of the checkpoint.
  std::string earlier_rows(const std::string& path, const RunStart<T>& start) const {
    const auto refuse = [&](const std::string& why) {
      throw UserError(
          fmt::format("--output-steps {}: the checkpoint of --resume is of step {}, and {} {}; name only "
                      "later steps, and another "
                      "file",
                      *steps_.begin(), start.step, path, why));
    };
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) refuse("is not there to go on in");
    const std::string text = read_text_file(path), now = StateCsvWriter<T>::text(*start.state);
    const size_t header = now.find('\n') + 1;
    if (!text.starts_with(now.substr(0, header)) || !text.ends_with(now.substr(header)))
      refuse("does not end with its state");
    std::string kept = text.substr(0, header);
    std::set<int64_t> found;
    for (size_t begin = header; begin < text.size();) {
      const size_t end = text.find('\n', begin) + 1;
      int64_t step = -1;
      (void)to_integer(std::string_view(text).substr(begin, text.find(',', begin) - begin), step);
      if (step < start.step && steps_.count(step) > 0) {
        kept += text.substr(begin, end - begin);
        found.insert(step);
      }
      begin = end;
    }
    for (const int64_t step : steps_)
      if (step < start.step && found.count(step) == 0) refuse(fmt::format("has no state of step {}", step));
    return kept;
  }

  std::set<int64_t> steps_;
  StateCsvWriter<T> file_;
  int64_t written_ = -1;
};

}  // namespace murmur

#include "app/batch/run_outputs.h"

#include <cstdio>

#include <fmt/format.h>

#include "app/batch/outputs/kinds.h"
#include "sim/util/errors.h"
#include "sim/util/exact_arithmetic.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

/// Whether an output of a resumed run may use an existing file with its name.
/// @returns false for a file of another kind than the one to be replaced.
bool may_exist(const OutputOption& option, const std::string& path) {
  if (option.on_resume == OnResume::kGoesOn || !is_nonempty_file(path)) return true;
  if (option.on_resume == OnResume::kBegins) return false;
  const File file = open_to_read(path);
  std::string begin(option.file_begin.size(), '\0');
  return std::fread(begin.data(), 1, begin.size(), file.get()) == begin.size() && begin == option.file_begin;
}

/// Lists every file that this run reads or writes, before any is opened.
template <class T>
FileUses file_uses(const RunOptions& options, const RunStart<T>& start) {
  FileUses files(options.overwrite);
  files.reads("the scenario", options.common.scenario_file);
  files.reads("the state of --initial", options.initial.path);
  files.reads("the checkpoint of --resume", options.resume);
  for (const auto& [name, path] : start.files) files.reads("the " + name, path);
  for (const OutputKind& kind : output_kinds()) {
    const OutputOption& option = kind.option;
    const std::string& path = options.outputs.at(option.name).path;
    if (!path.empty() && option.replaces_checkpoint && !output_place(path).is_file()) {
      throw UserError(fmt::format(
          "--{} {}: is not a file; allowed: a name that is free or another checkpoint's", option.name, path));
    }
    files.writes({"--" + option.name, path, option.companion, start.resumed && may_exist(option, path),
                  option.replaces_checkpoint ? options.resume : ""});
  }
  return files;
}

/// Checks that each step of --NAME-steps is a step of this run.
template <class T>
void check_steps(const OutputOption& option, const OutputRequest& request, const RunStart<T>& start) {
  if (!request.steps.empty() && request.path.empty()) {
    throw UserError(
        fmt::format("--{0}-steps: gives the steps to write, but --{0} FILE is missing", option.name));
  }
  for (const int64_t step : request.steps) {
    const bool earlier =
        start.resumed && step < start.step;  // the output has this step, or reports its absence
    if (earlier || (step >= start.step && step <= start.last_step)) continue;
    throw UserError(fmt::format("--{}-steps {}: is not part of this run; allowed: {} to {}", option.name,
                                step, start.step, start.last_step));
  }
}

}  // namespace

template <class T>
RunOutputs<T>::RunOutputs(const RunOptions& options, const RunStart<T>& start) {
  std::vector<std::pair<const OutputKind*, const OutputRequest*>> wanted;
  for (const OutputKind& kind : output_kinds()) {
    const OutputRequest& request = options.outputs.at(kind.option.name);
    check_steps(kind.option, request, start);
    if (!request.path.empty()) wanted.emplace_back(&kind, &request);
  }
  files_ = file_uses(options, start);
  files_.check_and_lock();
  for (const auto& [kind, request] : wanted) outputs_.push_back(kind->template open<T>(*request, start));
}

template <class T>
void RunOutputs<T>::flush_for(const Output<T>& output) {
  if (!output.needs_flushed_outputs()) return;
  for (const auto& other : outputs_) {
    if (other.get() != &output) other->flush();
  }
}

template <class T>
void RunOutputs<T>::begin(Simulation<T>& simulation) {
  const ExactArithmetic exact;
  view_ = std::make_unique<RunView<T>>(simulation);
  for (const auto& output : outputs_) output->begin(*view_);
  after_step();
}

template <class T>
void RunOutputs<T>::before_step() {
  for (const auto& output : outputs_) {
    if (output->due(view_->step() + 1)) output->before(*view_);
  }
  view_->leave_step();
}

template <class T>
void RunOutputs<T>::after_step() {
  const ExactArithmetic exact;
  for (const auto& output : outputs_) {
    if (!output->due(view_->step())) continue;
    flush_for(*output);
    output->write(*view_);
  }
}

template <class T>
void RunOutputs<T>::finish() {
  const ExactArithmetic exact;
  for (const auto& output : outputs_) {
    flush_for(*output);
    output->finish(*view_);
  }
  files_.check_there();
}

template <class T>
double RunOutputs<T>::waited() const {
  double sum = 0.0;
  for (const auto& output : outputs_) sum += output->waited();
  return sum;
}

template class RunOutputs<float>;
template class RunOutputs<double>;

}  // namespace murmur

#include "app/batch/run_outputs.h"

#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "app/batch/outputs/kinds.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;

/// A resumed run keeps the files of the previous one.
void refuse_to_replace(const OutputOption& option, const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return;
  throw UserError(
      fmt::format("--{} {}: the file is there already and holds the first part of the run; name a "
                  "new one for the part that follows --resume",
                  option.name, path));
}

/// --NAME-steps: each of them a step of this run.
template <class T>
void check_steps(const OutputOption& option, const OutputRequest& request, const RunStart<T>& start) {
  if (!request.steps.empty() && request.path.empty()) {
    throw UserError(
        fmt::format("--{0}-steps: gives the steps to write, but --{0} FILE is missing", option.name));
  }
  for (const int64_t step : request.steps) {
    if (step >= start.step && step <= start.last_step) continue;
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
  std::set<std::string> seen;
  for (const auto& [kind, request] : wanted) {
    const std::string& path = request->path;
    std::error_code ignored;
    refuse_dash(path);
    const bool device = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
    if (device && !fs::is_directory(path, ignored) &&
        kind->option.name == "checkpoint") {  // would be replaced
      throw UserError(fmt::format(
          "--checkpoint {}: is not a file; allowed: a name that is free or another checkpoint's", path));
    }
    if (!device && !seen.insert(fs::weakly_canonical(path, ignored).string()).second)
      throw UserError(fmt::format("{}: was named for two outputs of this run; give each its own file", path));
    locks_.push_back(std::make_unique<OutputLock>(path));
  }
  for (const auto& [kind, request] : wanted) {
    if (start.resumed && kind->option.on_resume == OnResume::kBegins)
      refuse_to_replace(kind->option, request->path);
    outputs_.push_back(kind->template open<T>(*request, start));
  }
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
  for (const auto& output : outputs_) {
    if (!output->due(view_->step())) continue;
    flush_for(*output);
    output->write(*view_);
  }
}

template <class T>
void RunOutputs<T>::finish() {
  for (const auto& output : outputs_) {
    flush_for(*output);
    output->finish(*view_);
  }
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

// All outputs of a run: checks and locks their files, opens them before the first step, so that a missing folder is
// found at once, and passes each step to the outputs that are due. outputs/kinds.h lists the kinds of output. Used
// by run_once.
#pragma once

#include <memory>
#include <vector>

#include "app/batch/outputs/output.h"
#include "app/batch/run_options.h"
#include "app/options/file_uses.h"

namespace murmur {

template <class T>
class RunOutputs {
 public:
  /// Checks, locks and opens the files of all outputs. @throws UserError, RunError.
  RunOutputs(const RunOptions& options, const RunStart<T>& start);

  /// Passes the first step to the outputs.
  void begin(Simulation<T>& simulation);
  void before_step();
  void after_step();
  /// Passes the last step to the outputs; an interrupted run writes its last state and a checkpoint.
  void finish();
  double waited() const;  ///< time for which the run waited for its outputs [s]

 private:
  void flush_for(const Output<T>& output);

  FileUses files_{false};  // declared before the outputs, so that the locks are released last
  std::vector<std::unique_ptr<Output<T>>> outputs_;
  std::unique_ptr<RunView<T>> view_;
};

}  // namespace murmur

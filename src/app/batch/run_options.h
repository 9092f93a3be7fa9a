// The options of `murmur run`. Plain data; filled by run.cpp, read by run_once, run_outputs and sweep.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/batch/outputs/output.h"
#include "app/options/beginning.h"
#include "app/options/common_options.h"

namespace murmur {

class Interrupt;

struct RunOptions {
  CommonOptions common;
  bool names_scenario = false;                   ///< any option of the group Scenario was given
  int64_t steps = 0;                             ///< the step to end at
  InputFile initial;                             ///< a state to begin from
  std::string resume;                            ///< or a checkpoint
  std::map<std::string, OutputRequest> outputs;  ///< by OutputOption::name; run.cpp gives each kind an entry
  bool overwrite = false;                        ///< outputs may replace files that are there
  std::string precision = "float";
  std::string output_dir, shard;  ///< of a sweep
  int64_t jobs = 0;               ///< its runs side by side; 0: small ones on each core
  const Interrupt* interrupt =
      nullptr;  ///< of a sweep, for its runs, which show no progress; null: the run has its own

  bool wants(const std::string& output) const { return !outputs.at(output).path.empty(); }
};

}  // namespace murmur

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
  InputFile initial;                             ///< state to begin from
  std::string resume;                            ///< checkpoint to begin from
  std::map<std::string, OutputRequest> outputs;  ///< key: OutputOption::name; run.cpp fills it
  bool overwrite = false;                        ///< outputs may replace files that are there
  std::string precision = "float";
  std::string output_dir, shard;  ///< folder and share (--shard) of a sweep
  int64_t jobs = 0;               ///< its runs side by side; 0: small ones on each core
  const Interrupt* interrupt =
      nullptr;  ///< signal of the sweep that has this run, which then shows no progress; null: none

  bool wants(const std::string& output) const { return !outputs.at(output).path.empty(); }
};

}  // namespace murmur

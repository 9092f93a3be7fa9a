// The options of `murmur run`, filled by run.cpp and read by run_once, run_outputs and sweep.
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
  bool names_scenario = false;                   ///< the user gave an option of the group Scenario
  int64_t steps = 0;                             ///< the step at which the run ends
  InputFile initial;                             ///< file of the state to begin from
  std::string resume;                            ///< path of the checkpoint to begin from
  std::map<std::string, OutputRequest> outputs;  ///< requests by OutputOption::name
  bool overwrite = false;                        ///< outputs may replace existing files
  std::string precision = "float";
  std::string output_dir, shard;  ///< folder and share (--shard) of a sweep
  int64_t jobs = 0;               ///< parallel runs of a sweep; 0: one per core if they are small
  const Interrupt* interrupt =
      nullptr;  ///< signal handler of a sweep, whose runs show no progress; null: a single run

  bool wants(const std::string& output) const { return !outputs.at(output).path.empty(); }
};

}  // namespace murmur

// What `murmur run` was asked to do, as the command line says it. Plain data; filled by run.cpp, read by
// run_once, run_outputs and sweep.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/options/common_options.h"

namespace murmur {

struct RunOptions {
  CommonOptions common;
  bool names_scenario = false;  ///< any option of the group Scenario was given
  int64_t steps = 0;            ///< the step to end at
  std::string initial, resume;  ///< files to begin from; at most one of them
  std::string output, log_events, frame_log, metrics, trajectory, checkpoint;  ///< files to write; empty: not
  std::vector<int64_t> output_steps;
  int64_t metrics_every = 100, trajectory_every = 10, checkpoint_every = 1000;
  bool metrics_at_end = false;  ///< a row for the last step too
  std::string precision = "float";
  std::string output_dir, shard;  ///< of a sweep
};

}  // namespace murmur

// A CSV of metrics that grows with a run: a row is on disk as soon as it is written, and a resumed run
// continues at its checkpoint. Used by run and sweeps; computes no metrics.
#pragma once

#include <cstdint>
#include <string>

#include "sim/measure/metrics.h"
#include "sim/util/files.h"

namespace murmur {

class MetricsCsv {
 public:
  /// Creates or replaces the file, or, for a run resumed at step `resumed_at`, keeps its rows up to that
  /// step. @throws RunError; UserError when the existing file has other contents.
  explicit MetricsCsv(const std::string& path, int64_t resumed_at = -1);

  /// The step of the last row; -1 without any.
  int64_t last_step() const { return last_step_; }
  void write(const Metrics& metrics);  ///< @throws RunError when the disk refuses

 private:
  std::string path_;
  File file_;
  int64_t last_step_ = -1;
};

}  // namespace murmur

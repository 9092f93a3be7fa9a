// A CSV of metrics that grows with a run: a row is on disk as soon as it is written, and a resumed run
// continues at its checkpoint. Used by run and sweeps; computes no metrics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/formats/run_id.h"
#include "sim/measure/metrics.h"
#include "sim/util/files.h"

namespace murmur {

class MetricsCsv {
 public:
  /// Creates or replaces the file. For a run that continues, keeps the rows up to its step: later rows are removed at
  /// the first write() or flush(). The last column, `run`, is the id of the run. `columns`: the header without `run`;
  /// `option`: the option that named the file, for messages. @throws RunError; UserError when the existing file is of
  /// another run, has a gap or is no such file.
  explicit MetricsCsv(const std::string& path, const FileStart& start = {},
                      const std::string& columns = metrics_header(), const std::string& option = "--metrics");

  /// The step of the last row; -1 without rows.
  int64_t last_step() const { return last_step_; }
  void write(const Metrics& metrics) { write(metrics.step, metrics_row(metrics)); }
  void write(int64_t step, const std::string& row);  ///< writes a row. @throws RunError when the disk refuses
  void flush();                                      ///< syncs all rows to the disk

 private:
  void cut();

  std::string run_;
  std::optional<OutputFile> file_;
  size_t kept_ = 0;  // bytes to keep of a file that is still to be shortened; 0: nothing to remove
  int64_t last_step_ = -1;
};

}  // namespace murmur

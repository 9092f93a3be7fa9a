// Rows of the table of targets in docs/performance.md: name, target, measured value, met or not. Table and JSON.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/machine.h"
#include "sim/measure/bench.h"

namespace murmur {

struct TargetRow {
  std::string name;
  double value = 0;      ///< a ratio, or milliseconds for a guide
  double target = 0;     ///< 0: none, only reported
  bool at_most = false;  ///< the target is an upper limit
  bool guide = false;    ///< for another machine: reported, not judged
  std::string unit = "x";
  double ours_ms = 0, theirs_ms = 0;  ///< medians of a step; 0: not part of this row
  std::string remark;

  bool met() const { return target == 0 || (at_most ? value <= target : value >= target); }
};

struct TargetReport {
  Machine machine;
  std::vector<std::string> notes;
  std::vector<TargetRow> rows;
  std::vector<BenchRow> hashes;  ///< every backend variant after the same steps
};

std::string table_text(const std::vector<TargetRow>& rows);
std::string json_text(const TargetReport& report);

}  // namespace murmur

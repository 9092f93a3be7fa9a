// The reports of bench: the table on the terminal, CSV for spreadsheets, JSON for plots. The
// columns and fields are described in docs/bench-format.md; change both together.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/machine.h"
#include "sim/measure/bench.h"

namespace murmur {

constexpr int kBenchFormatVersion = 1;

/// Machine, scenario and plan of the measurements, for the head of a report.
struct BenchReport {
  Machine machine;
  std::string preset;
  uint64_t seed = 1;
  BenchPlan plan;
  std::vector<std::string> notes;  ///< parts that were left out, and why
  std::vector<BenchRow> rows;
};

std::string header_text(const BenchReport& report);
std::string table_text(const std::vector<BenchRow>& rows);
std::string csv_text(const std::vector<BenchRow>& rows);
std::string json_text(const BenchReport& report);

}  // namespace murmur

// Measures every row of the table of targets in docs/performance.md against the baselines of support/. The two sides
// of a ratio take turns in one run. `./dev bench` runs it. Usage: cpu_targets [--json FILE] [--quick], or --name for
// the machine's name in file names. Exit code 3: hashes differ; 1: a baseline does not compute the same flock.
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/util/errors.h"
#include "support/measure_targets.h"

namespace murmur {
namespace {

void print_report(const TargetReport& report) {
  for (const std::string& note : report.notes) fmt::print("note    {}\n", note);
  fmt::print("\n{}\n{:>7}  {:<13}  {:>9}  hash\n", table_text(report.rows), "boids", "backend", "median ms");
  for (const BenchRow& row : report.hashes) {
    fmt::print("{:>7}  {:<13}  {:>9.3f}  {:016x}{}\n", row.boids, row.label, row.times.median, row.hash,
               row.differs ? " DIFFERS" : "");
  }
}

int run(int count, char** words) {
  std::string json;
  bool quick = false;
  for (int k = 1; k < count; ++k) {
    if (std::strcmp(words[k], "--name") == 0) {
      fmt::print("{}\n", slug(this_machine()));
      return 0;
    }
    if (std::strcmp(words[k], "--quick") == 0) {
      quick = true;
    } else if (std::strcmp(words[k], "--json") == 0 && k + 1 < count) {
      json = words[++k];
    } else {
      throw UserError(
          fmt::format("'{}' is not known; usage: cpu_targets [--json FILE] [--quick] [--name]", words[k]));
    }
  }
  TargetReport report;
  report.machine = this_machine();
  fmt::print("{}, {} threads, {}; {} {}, {}\n", report.machine.cpu, report.machine.threads,
             report.machine.simd, kBuildType, kCompiler, kBuildFlags);
  measure_targets(report, quick);
  print_report(report);
  if (!json.empty()) {
    std::FILE* file = std::fopen(json.c_str(), "w");
    if (file == nullptr) throw RunError(fmt::format("cannot write {}", json));
    fmt::print(file, "{}", json_text(report));
    std::fclose(file);
  }
  require_equal_hashes(report.hashes);
  return 0;
}

}  // namespace
}  // namespace murmur

int main(int count, char** words) {
  try {
    return murmur::run(count, words);
  } catch (const murmur::MismatchError& error) {
    fmt::print(stderr, "cpu_targets: {}\n", error.what());
    return 3;
  } catch (const murmur::UserError& error) {
    fmt::print(stderr, "cpu_targets: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "cpu_targets: {}\n", error.what());
    return 1;
  }
}

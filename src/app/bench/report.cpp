#include "app/bench/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "build_info.h"

namespace murmur {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::string>;

/// The number with at least three significant digits, without an exponent.
std::string number(double value) {
  if (value >= 100.0) return fmt::format("{:.0f}", value);
  if (value >= 10.0) return fmt::format("{:.1f}", value);
  if (value >= 1.0) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3f}", value);
}

/// A large number with a prefix: "1.23 G".
std::string large(double value) {
  for (const auto& [unit, name] :
       {std::pair(1e12, "T"), std::pair(1e9, "G"), std::pair(1e6, "M"), std::pair(1e3, "k")}) {
    if (value >= unit) return fmt::format("{} {}", number(value / unit), name);
  }
  return number(value);
}

std::string phase(double ms) { return ms > 0.0 ? number(ms) : "-"; }

std::string speed_up(double times) {
  if (times <= 0.0) return "-";
  return times < 0.001 ? "<0.001x" : number(times) + "x";
}

Cells cells(const BenchRow& row) {
  const bool counted = row.pairs.tests > 0;
  return {fmt::format("{}", row.boids),
          row.label,
          row.threads > 0 ? fmt::format("{}", row.threads) : "-",
          row.state,
          number(row.times.median),
          number(row.times.p95),
          number(row.times.p99),
          number(row.ns_per_boid()),
          counted ? large(row.pair_tests_per_s()) : "-",
          counted ? large(row.neighbour_pairs_per_s()) : "-",
          counted ? number(row.neighbours_mean()) : "-",
          phase(row.phases.sort),
          phase(row.phases.gather),
          phase(row.phases.rules),
          row.render_ms >= 0.0 ? number(row.render_ms) : "-",
          speed_up(row.speed_up),
          fmt::format("{:016x}{}", row.hash, row.differs ? " DIFFERS" : "")};
}

double to_nanoseconds(double ms) {
  return std::round(ms * 1e6) / 1e6;
}  // still in ms, because further digits are noise

Json phases_json(const BenchRow& row) {
  Json phases = {{"sort", to_nanoseconds(row.phases.sort)},
                 {"gather", to_nanoseconds(row.phases.gather)},
                 {"rules", to_nanoseconds(row.phases.rules)}};
  if (row.render_ms >= 0.0) phases["render"] = to_nanoseconds(row.render_ms);
  return phases;
}

Json row_json(const BenchRow& row) {
  Json json = {{"boids", row.boids},
               {"label", row.label},
               {"backend", row.backend},
               {"description", row.description},
               {"kernel", row.kernel},
               {"threads", row.threads},
               {"state", row.state},
               {"median_ms", to_nanoseconds(row.times.median)},
               {"p95_ms", to_nanoseconds(row.times.p95)},
               {"p99_ms", to_nanoseconds(row.times.p99)},
               {"min_ms", to_nanoseconds(row.times.min)},
               {"worst_ms", to_nanoseconds(row.times.worst)},
               {"mean_ms", to_nanoseconds(row.times.mean)},
               {"ns_per_boid", row.ns_per_boid()},
               {"pair_tests", row.pairs.tests},
               {"pair_tests_per_s", row.pair_tests_per_s()},
               {"neighbour_pairs", row.pairs.neighbours},
               {"neighbour_pairs_per_s", row.neighbour_pairs_per_s()},
               {"neighbours_mean", row.neighbours_mean()},
               {"neighbours_max", row.pairs.neighbours_max},
               {"phases_ms", phases_json(row)},
               {"speed_up", row.speed_up},
               {"hash", fmt::format("{:016x}", row.hash)},
               {"hash_differs", row.differs}};
  Json steps = Json::array();
  for (const double ms : row.step_ms) steps.push_back(to_nanoseconds(ms));
  json["step_ms"] = std::move(steps);
  return json;
}

}  // namespace

std::string header_text(const BenchReport& report) {
  const Machine& machine = report.machine;
  std::string text =
      fmt::format("murmur {}  {}, {}\nflags   {}\ncpu     {}, {} threads, {}\n", kVersion, kBuildType,
                  kCompiler, kBuildFlags, machine.cpu, machine.threads, machine.simd);
  if (machine.gpus.empty()) {
    text += fmt::format("gpu     none: {}\n", machine.why_no_gpu);
  } else {
    text += fmt::format("gpu     {}; driver {}\n", fmt::join(machine.gpus, "; "), machine.gpu_driver);
  }
  text +=
      fmt::format("preset  {}, seed {}; {} timed steps in turns of {}, after {} of warm-up\n", report.preset,
                  report.seed, report.plan.steps, report.plan.steps_per_turn, report.plan.warmup);
  for (const std::string& note : report.notes) text += fmt::format("note    {}\n", note);
  return text;
}

std::string table_text(const std::vector<BenchRow>& rows) {
  std::vector<Cells> table = {{"boids", "backend", "threads", "state", "median", "p95", "p99 ms", "ns/boid",
                               "tests/s", "pairs/s", "neighbours", "sort", "gather", "rules", "render",
                               "speed-up", "hash"}};
  for (const BenchRow& row : rows) table.push_back(cells(row));
  std::vector<size_t> width(table.front().size(), 0);
  for (const Cells& line : table) {
    for (size_t k = 0; k < line.size(); ++k) width[k] = std::max(width[k], line[k].size());
  }
  const auto is_text = [&](size_t column) {
    return column == 1 || column == 3 || column + 1 == width.size();
  };
  std::string text;
  for (const Cells& line : table) {
    for (size_t k = 0; k < line.size(); ++k) {
      if (k > 0) text += "  ";
      text +=
          is_text(k) ? fmt::format("{:<{}}", line[k], width[k]) : fmt::format("{:>{}}", line[k], width[k]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string csv_text(const std::vector<BenchRow>& rows) {
  std::string text =
      "boids,backend,threads,state,median_ms,p95_ms,p99_ms,ns_per_boid,pair_tests_per_s,neighbours_mean,"
      "neighbour_pairs_per_s,min_ms,mean_ms,worst_ms,sort_ms,gather_ms,rules_ms,render_ms,speed_up,hash_"
      "differs,hash\n";
  for (const BenchRow& row : rows) {
    text += fmt::format(
        "{},{},{},{},{:.6f},{:.6f},{:.6f},{:.4f},{:.6g},{:.4f},{:.6g},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:."
        "6f},",
        row.boids, row.label, row.threads, row.state, row.times.median, row.times.p95, row.times.p99,
        row.ns_per_boid(), row.pair_tests_per_s(), row.neighbours_mean(), row.neighbour_pairs_per_s(),
        row.times.min, row.times.mean, row.times.worst, row.phases.sort, row.phases.gather, row.phases.rules);
    if (row.render_ms >= 0.0) text += fmt::format("{:.6f}", row.render_ms);
    text += fmt::format(",{:.4f},{},{:016x}\n", row.speed_up, row.differs ? 1 : 0, row.hash);
  }
  return text;
}

std::string json_text(const BenchReport& report) {
  const Machine& machine = report.machine;
  Json json = {{"format", "murmur-bench"},
               {"version", kBenchFormatVersion},
               {"build",
                {{"murmur", kVersion},
                 {"type", kBuildType},
                 {"optimised", kOptimised},
                 {"compiler", kCompiler},
                 {"flags", kBuildFlags}}},
               {"machine",
                {{"cpu", machine.cpu},
                 {"threads", machine.threads},
                 {"simd", machine.simd},
                 {"gpus", machine.gpus},
                 {"gpu_driver", machine.gpu_driver}}},
               {"scenario", {{"preset", report.preset}, {"seed", report.seed}}},
               {"plan",
                {{"warmup", report.plan.warmup},
                 {"steps", report.plan.steps},
                 {"steps_per_turn", report.plan.steps_per_turn},
                 {"steps_taken", report.plan.steps_taken()}}},
               {"notes", report.notes},
               {"rows", Json::array()}};
  for (const BenchRow& row : report.rows) json["rows"].push_back(row_json(row));
  return json.dump(1) + "\n";
}

}  // namespace murmur

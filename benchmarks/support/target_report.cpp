#include "support/target_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "build_info.h"

namespace murmur {
namespace {

using Json = nlohmann::ordered_json;

std::string number(double value) {
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string verdict(const TargetRow& row) {
  if (row.target == 0) return "-";
  const std::string word = row.met() ? "yes" : "NO";
  return row.guide ? fmt::format("({})", row.met() ? "yes" : "no") : word;
}

std::string target_text(const TargetRow& row) {
  if (row.target == 0) return "-";
  return fmt::format("{} {}{}", row.at_most ? "<=" : ">=", number(row.target), row.unit);
}

double rounded(double value) { return std::round(value * 1e5) / 1e5; }

}  // namespace

std::string table_text(const std::vector<TargetRow>& rows) {
  size_t name = 4;
  for (const TargetRow& row : rows) name = std::max(name, row.name.size());
  std::string text = fmt::format("{:<{}}  {:>10}  {:>10}  {:>4}  {:>11}  {:>11}\n", "row", name, "target",
                                 "measured", "met", "ours ms", "theirs ms");
  for (const TargetRow& row : rows) {
    text +=
        fmt::format("{:<{}}  {:>10}  {:>10}  {:>4}  {:>11}  {:>11}  {}", row.name, name, target_text(row),
                    number(row.value) + row.unit, verdict(row), row.ours_ms > 0 ? number(row.ours_ms) : "-",
                    row.theirs_ms > 0 ? number(row.theirs_ms) : "-", row.remark);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string json_text(const TargetReport& report) {
  Json json = {
      {"format", "murmur-cpu-targets"},
      {"version", 1},
      {"build",
       {{"murmur", kVersion}, {"type", kBuildType}, {"compiler", kCompiler}, {"flags", kBuildFlags}}},
      {"machine",
       {{"cpu", report.machine.cpu}, {"threads", report.machine.threads}, {"simd", report.machine.simd}}},
      {"notes", report.notes},
      {"rows", Json::array()},
      {"hashes", Json::array()}};
  for (const TargetRow& row : report.rows) {
    Json line = {{"name", row.name}, {"value", rounded(row.value)}, {"unit", row.unit}};
    if (row.target != 0) {
      line["target"] = row.target;
      line["at_most"] = row.at_most;
      line["guide"] = row.guide;
      line["met"] = row.met();
    }
    if (row.ours_ms > 0) line["ours_ms"] = rounded(row.ours_ms);
    if (row.theirs_ms > 0) line["theirs_ms"] = rounded(row.theirs_ms);
    if (!row.remark.empty()) line["remark"] = row.remark;
    json["rows"].push_back(std::move(line));
  }
  for (const BenchRow& row : report.hashes) {
    json["hashes"].push_back({{"boids", row.boids},
                              {"label", row.label},
                              {"median_ms", rounded(row.times.median)},
                              {"hash", fmt::format("{:016x}", row.hash)},
                              {"hash_differs", row.differs}});
  }
  return json.dump(1) + "\n";
}

}  // namespace murmur

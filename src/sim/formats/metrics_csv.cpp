#include "sim/formats/metrics_csv.h"

#include <cerrno>
#include <filesystem>

#include <fmt/format.h>

#include "sim/util/csv_text.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// The header and the whole rows up to `step`, with the last row's step. An incomplete last line is removed.
std::string kept_rows(const std::string& path, int64_t step, int64_t& last) {
  const std::string text = read_text_file(path);
  size_t end = text.find('\n');
  if (text.empty() || (end == std::string::npos && metrics_header().starts_with(text))) return "";
  if (text.substr(0, end) != metrics_header()) {
    throw UserError(
        fmt::format("{}: is not the metrics file of the run to resume: its first line is not the "
                    "header of murmur's metrics; name another file with --metrics",
                    path));
  }
  for (size_t begin = end + 1; begin < text.size();) {
    const size_t line_end = text.find('\n', begin);
    if (line_end == std::string::npos) break;
    int64_t row = 0;
    const std::string_view line = std::string_view(text).substr(begin, line_end - begin);
    if (!to_integer(line.substr(0, line.find(',')), row) || row > step) break;
    last = row;
    end = line_end;
    begin = line_end + 1;
  }
  return text.substr(0, end + 1);
}

}  // namespace

MetricsCsv::MetricsCsv(const std::string& path, int64_t resumed_at) : path_(path) {
  std::error_code error;
  std::string kept;
  if (resumed_at >= 0 && std::filesystem::is_regular_file(path, error))
    kept = kept_rows(path, resumed_at, last_step_);
  if (kept.empty()) {
    file_ = open_to_write(path);
    kept = metrics_header() + "\n";
    write_all(file_.get(), path_, kept.data(), kept.size());
    flush(file_.get(), path_);
    return;
  }
  // Truncated instead of rewritten: if the program is killed here, the rows must remain.
  std::filesystem::resize_file(path, kept.size(), error);
  if (error) cannot_write(path, error.value());
  file_.reset(std::fopen(path.c_str(), "ab"));
  if (!file_) cannot_write(path, errno);
}

void MetricsCsv::write(const Metrics& metrics) {
  const std::string line = metrics_row(metrics) + "\n";
  write_all(file_.get(), path_, line.data(), line.size());
  flush(file_.get(), path_);
  last_step_ = metrics.step;
}

}  // namespace murmur

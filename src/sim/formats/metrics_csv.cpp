#include "sim/formats/metrics_csv.h"

#include <cerrno>
#include <filesystem>

#include <fmt/format.h>

#include "sim/util/csv_text.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

struct KeptRows {
  size_t size = 0;  // bytes of the header and of whole rows up to a step
  FileFound found;
};

/// Finds the rows to keep up to a step, without an unfinished last line.
KeptRows kept_rows(const std::string& path, int64_t step, const std::string& columns,
                   const std::string& option) {
  const std::string header = columns + ",run";
  const std::string text = read_text_file(path);
  KeptRows kept;
  size_t end = text.find('\n');
  if (text.empty() || (end == std::string::npos && header.starts_with(text))) return kept;
  const std::string first = text.substr(0, end);
  const bool has_run = first == header;
  if (!has_run && first != columns) {
    throw UserError(
        fmt::format("{}: is not the {} file of the run to resume: its first line is not the "
                    "header of murmur's {}; name another file with {}",
                    path, option.substr(2), option.substr(2), option));
  }
  for (size_t begin = end + 1; begin < text.size();) {
    const size_t line_end = text.find('\n', begin);
    if (line_end == std::string::npos) break;
    int64_t row = 0;
    const std::string_view line = std::string_view(text).substr(begin, line_end - begin);
    if (!to_integer(line.substr(0, line.find(',')), row) || row > step) break;
    if (has_run) kept.found.run = line.substr(line.rfind(',') + 1);
    if (kept.found.last_step >= 0) kept.found.spacing = row - kept.found.last_step;
    kept.found.last_step = row;
    end = line_end;
    begin = line_end + 1;
  }
  kept.size = has_run || kept.found.last_step >= 0 ? end + 1 : 0;  // else: the file has only an old header
  return kept;
}

}  // namespace

MetricsCsv::MetricsCsv(const std::string& path, const FileStart& start, const std::string& columns,
                       const std::string& option)
    : run_(start.run) {
  std::error_code error;
  if (start.resumed_at >= 0 && std::filesystem::is_regular_file(path, error)) {
    const KeptRows kept = kept_rows(path, start.resumed_at, columns, option);
    check_goes_on(option.c_str(), path, start, kept.found);
    kept_ = kept.size;
    last_step_ = kept.found.last_step;
  }
  file_.emplace(path, kept_ > 0 ? Begin::kAppended : Begin::kEmpty);
  if (kept_ > 0) return;
  file_->write(columns + ",run\n");
  file_->flush();
}

/// Shortens the file instead of rewriting it: if the program is killed here, the kept rows are safe.
void MetricsCsv::cut() {
  if (kept_ == 0) return;
  std::error_code ignored;
  if (!std::filesystem::exists(file_->path(), ignored)) cannot_write(file_->path(), ENOENT);
  file_->cut(static_cast<int64_t>(kept_));
  kept_ = 0;
}

void MetricsCsv::write(int64_t step, const std::string& row) {
  cut();
  file_->write(fmt::format("{},{}\n", row, run_));
  file_->flush();
  last_step_ = step;
}

void MetricsCsv::flush() {
  cut();
  file_->sync();
}

}  // namespace murmur

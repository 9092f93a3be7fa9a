// Extended XYZ: each frame has a line with the number of rows, a line of key=value pairs, and a row per boid. 2D
// flocks are at z = 0 in a world of height 1. Predators are rows with ids -1, -2, ..., as in state CSV. A column
// whose numbers have names is written as `type`, the name, which is OVITO's particle type, and as `Z`, the number +
// 1, which is ASE's element.
#include "sim/formats/trajectory_xyz.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "sim/util/csv_text.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

constexpr std::string_view kLattice = "Lattice=\"", kStepKey = " Step=", kRunKey = " Run=";

/// Reads lines of a file that may be much larger than memory.
class LineReader {
 public:
  explicit LineReader(const std::string& path) : file_(open_to_read(path)) {}
  ~LineReader() { std::free(line_); }
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  /// Reads the next complete line, which is valid until the next call; false: there is none.
  bool next(std::string_view& line) {
    const ssize_t size = ::getline(&line_, &room_, file_.get());
    if (size <= 0 || line_[size - 1] != '\n') return false;
    position_ += size;
    line = std::string_view(line_, static_cast<size_t>(size) - 1);
    return true;
  }
  int64_t position() const { return position_; }

 private:
  File file_;
  char* line_ = nullptr;
  size_t room_ = 0;
  int64_t position_ = 0;
};

/// Column name of a number that rules keep, "state_hunger": by name, because its index changes when a rule is removed.
template <class T>
std::string column_name(const ColumnInfo& info, const Frame<T>& frame) {
  for (size_t k = 0; k < frame.states.size(); ++k)
    if (info.bit == custom_state_info(static_cast<int>(k), "").bit) return "state_" + frame.states[k];
  return info.name;
}

/// Names for `type`, in the order of `Z`: predators, then the names of the column. Empty without names.
std::vector<std::string> types_of(const std::vector<std::string>& names) {
  std::vector<std::string> types;
  if (!names.empty()) types.push_back("predators 0 ");
  for (const std::string& name : names) {
    int64_t number = 0;  // OVITO would read a numeric name as the index of another type
    types.push_back(fmt::format("{}{} {} ", to_integer(name, number) ? "species-" : "", name, types.size()));
  }
  return types;
}

/// The value of a key in a frame's second line, or "".
std::string_view value_of(std::string_view comment, std::string_view key) {
  const size_t at = comment.find(key);
  if (at == std::string_view::npos) return "";
  const std::string_view value = comment.substr(at + key.size());
  return value.substr(0, value.find(' '));
}

int64_t step_of(std::string_view comment) {
  int64_t step = -1;
  return to_integer(value_of(comment, kStepKey), step) ? step : -1;
}

template <class T>
class Xyz final : public Trajectory<T> {
 public:
  Xyz(const std::string& path, const FileStart& start) : path_(path), run_(start.run) {
    std::error_code ignored;
    const bool go_on = start.resumed_at >= 0 && std::filesystem::is_regular_file(path, ignored);
    if (go_on) check_goes_on("--trajectory", path, start, find_end(start.resumed_at));
    file_.emplace(path, go_on ? Begin::kUpdated : Begin::kEmpty);
    has_more_ = go_on;
  }

  void write(const Frame<T>& frame) override {
    cut_what_follows();
    try {
      write_frame(frame);
      file_->flush();
    } catch (...) {
      cut();
      throw;
    }
    end_ = ftello(file_->get());
    this->last_step_ = frame.state->step;
  }
  void flush() override {
    cut_what_follows();
    file_->sync();
  }

 private:
  /// Finds the end of the last whole frame up to `step`.
  FileFound find_end(int64_t step) {
    FileFound found;
    LineReader lines(path_);
    std::string_view line;
    while (lines.next(line)) {
      int64_t rows = -1, frame_step = -1;
      if (!to_integer(line, rows) || rows < 0 || !lines.next(line)) break;
      frame_step = step_of(line);
      if (frame_step < 0 || frame_step > step) break;
      const std::string run(value_of(line, kRunKey));
      int64_t row = 0;
      while (row < rows && lines.next(line)) ++row;
      if (row < rows) break;
      end_ = lines.position();
      if (this->last_step_ >= 0) found.spacing = frame_step - this->last_step_;
      this->last_step_ = found.last_step = frame_step;
      found.run = run;
    }
    std::error_code ignored;
    if (this->last_step_ < 0 && std::filesystem::file_size(path_, ignored) > 0 && !starts_like_ours()) {
      throw UserError(
          fmt::format("{}: is not the trajectory of the run to resume; name another file with "
                      "--trajectory",
                      path_));
    }
    return found;
  }
  /// Whether the file begins like a frame of murmur; the only frame of a killed run may be incomplete.
  bool starts_like_ours() const {
    char begin[32];  // room for a number, a line end and kLattice
    const std::string_view text(begin, std::fread(begin, 1, sizeof begin, open_to_read(path_).get()));
    const size_t end = std::min(text.find('\n'), text.size());
    uint64_t rows = 0;
    if (!to_integer(text.substr(0, end), rows)) return false;
    const std::string_view comment = text.substr(std::min(end + 1, text.size()), kLattice.size());
    return kLattice.starts_with(comment);
  }

  void cut_what_follows() {
    if (std::exchange(has_more_, false)) cut();
  }
  /// Removes everything after the last whole frame.
  void cut() {
    try {
      file_->cut(end_);
    } catch (const RunError&) {  // a pipe, or a full disk: the first error is reported instead
    }
  }

  void write_frame(const Frame<T>& frame) {
    const State<T>& state = *frame.state;
    const bool deep = state.dimensions == 3;
    const char* const wraps = frame.periodic ? "T" : "F";
    std::string properties = "id:I:1:pos:R:3:velo:R:3";
    each_column(
        [&](const ColumnInfo& info, const auto& rows, const std::vector<std::string>& names) {
          if (rows.empty()) return;
          constexpr bool kWhole = std::is_same_v<decltype(rows), const std::vector<uint32_t>&>;
          properties += !names.empty() ? ":type:S:1:Z:I:1"
                                       : fmt::format(":{}:{}:{}", column_name(info, frame),
                                                     kWhole ? "I" : "R", info.csv[1] ? 3 : 1);
        },
        state.columns, frame.names);
    ColumnNames types;
    each_column([](const ColumnInfo&, const auto& names, auto& texts) { texts = types_of(names); },
                frame.names, types);
    text_ = fmt::format(
        "{}\n{}{} 0 0 0 {} 0 0 0 {}\" Properties={} pbc=\"{} {} {}\"{}{} "
        "Time={}{}{}\n",
        state.count() + state.predator_count(), kLattice, frame.size[0], frame.size[1],
        deep ? frame.size[2] : 1.0, properties, wraps, wraps, deep ? wraps : "F", kStepKey, state.step,
        frame.time, run_.empty() ? "" : kRunKey, run_);
    const auto rows = [&](const std::vector<T>& position, const std::vector<T>& velocity, int64_t count,
                          int64_t first, int64_t direction) {
      const auto width = static_cast<size_t>(state.dimensions);
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        number(first + direction * static_cast<int64_t>(i), ' ');
        for (size_t k = 0; k < 3; ++k) number(k < width ? position[i * width + k] : T(0), ' ');
        for (size_t k = 0; k < 3; ++k) number(k < width ? velocity[i * width + k] : T(0), ' ');
        each_column(
            [&](const ColumnInfo& info, const auto& numbers, const std::vector<std::string>& texts) {
              if (!texts.empty()) {
                if (!numbers.empty()) text_ += texts[direction > 0 ? static_cast<size_t>(numbers[i]) + 1 : 0];
                return;
              }
              const auto own = static_cast<size_t>(info.width(state.dimensions));
              for (size_t k = 0; k < (info.csv[1] ? 3u : 1u) && !numbers.empty(); ++k)
                number(k < own && direction > 0 ? numbers[i * own + k] : 0, ' ');
            },
            state.columns, types);
        text_.back() = '\n';
        if (text_.size() > (1 << 20)) empty();
      }
    };
    rows(state.position, state.velocity, state.count(), 0, 1);
    rows(state.predator_position, state.predator_velocity, state.predator_count(), -1, -1);
    empty();
  }
  template <class N>
  void number(N value, char end) {
    char digits[64];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    text_ += end;
  }
  void empty() {
    file_->write(text_);
    text_.clear();
  }

  std::string path_, run_, text_;
  std::optional<OutputFile> file_;
  off_t end_ = 0;          // end of the last whole frame
  bool has_more_ = false;  // frames after end_ from before the run was resumed
};

}  // namespace

template <class T>
std::unique_ptr<Trajectory<T>> open_xyz(const std::string& path, const std::string&, const FileStart& start) {
  return std::make_unique<Xyz<T>>(path, start);
}

template std::unique_ptr<Trajectory<float>> open_xyz(const std::string&, const std::string&,
                                                     const FileStart&);
template std::unique_ptr<Trajectory<double>> open_xyz(const std::string&, const std::string&,
                                                      const FileStart&);

}  // namespace murmur

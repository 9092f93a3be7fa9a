// Reads state CSV strictly: every fault is reported with its line, even a single one in a million rows.
// state_csv_writer.cpp writes state CSV.
#include "sim/formats/state_csv.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "sim/state/start.h"
#include "sim/util/csv_text.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/utf8.h"

namespace murmur {

std::string state_csv_header(int dimensions, Carried carried) {
  std::string header = dimensions == 3 ? "step,id,x,y,z,vx,vy,vz" : "step,id,x,y,vx,vy";
  each_column([&](const ColumnInfo& info) {
    for (int k = 0; k < info.width(dimensions) && carried & info.bit; ++k)
      header += fmt::format(",{}", info.csv[k]);
  });
  return header;
}

namespace {

constexpr int kMaxColumns = [] {
  int columns = 8;  // step, id, and three numbers each for position and velocity
  each_column([&](const ColumnInfo& info) { columns += info.width(3); });
  return columns;
}();

template <class T>
struct Row {
  int64_t line = 0, id = 0;
  T place[3] = {}, velocity[3] = {};
  Columns<3, T, ValueOf> kept{};
};

/// Reads rows, then sorts them by id, because ids may come in any order.
template <class T>
class Reader {
 public:
  Reader(std::string_view text, const std::string& name, const Scenario& scenario, int64_t first_line)
      : lines_(text),
        before_(first_line - 2),
        name_(name),
        scenario_(scenario),
        dimensions_(scenario.dimensions()) {
    allowed_ = carried_by(scenario);
    places_ = column_places(scenario);
    const T margin = static_cast<T>(scenario.start_allowance());
    for (int k = 0; k < dimensions_; ++k) {
      low_[k] = T(0) - margin;  // never -0
      high_[k] = static_cast<T>(scenario.world.size[static_cast<size_t>(k)]) + margin;
    }
  }

  State<T> read() {
    read_header();
    std::string_view line;
    std::vector<Row<T>> boids, predators;
    while (lines_.next(line)) {
      if (line.empty() && lines_.rest().find_first_not_of("\r\n") == std::string_view::npos) break;
      Row<T> row;
      if (!read_row(line, row)) continue;
      (row.id < 0 ? predators : boids).push_back(row);
    }
    // A file without rows may be truncated; it is accepted only for a scenario without boids.
    if (boids.empty() && predators.empty() && !faults_.any() && scenario_.boids > 0) {
      faults_.add(fmt::format(
          "{}: holds no boids: rows must follow the header, or --boids 0 allow that there are none", name_));
    }
    State<T> state;
    state.dimensions = dimensions_;
    state.step = std::max<int64_t>(0, step_);  // a flock without boids has only predators' rows, or none
    place(
        boids, "id", [](int64_t i) { return i; }, state.position, state.velocity,
        [&](size_t) { begin_columns(scenario_, 0, state); },
        [&](size_t i, const Row<T>& row) { keep(row, i, state); });
    place_predators(predators, state);
    faults_.raise();
    return state;
  }

 private:
  int64_t line_number() const { return before_ + lines_.number(); }  // line number of the current row
  void fault(std::string_view what) { faults_.add(fmt::format("{}:{}: {}", name_, line_number(), what)); }

  void read_header() {
    std::string_view line;
    if (!lines_.next(line))
      throw UserError(
          fmt::format("{}: is empty: a state file begins with {}", name_, state_csv_header(dimensions_, {})));
    if (line.substr(0, 3) == "\xEF\xBB\xBF") line.remove_prefix(3);  // byte order mark of spreadsheets
    const int other = 5 - dimensions_;
    std::string hint;
    for (const int dimensions : {dimensions_, other}) {
      const Carried carried = columns_of(line, dimensions);
      if (line != state_csv_header(dimensions, carried)) continue;
      if (dimensions == other) {
        hint = fmt::format(" (the file has {} dimensions, the scenario {})", other, dimensions_);
        break;
      }
      each_column([&](const ColumnInfo& info) {
        if (carried & info.bit & ~allowed_)
          throw UserError(
              fmt::format("{}:1: column {} needs a scenario with {}", name_, info.csv[0], info.needs));
      });
      has_ = carried;
      return;
    }
    throw UserError(fmt::format("{}:1: the header is '{}', but must be '{}'{}", name_, shortened(line),
                                state_csv_header(dimensions_, {}), hint));
  }

  /// The columns that a header names.
  static Carried columns_of(std::string_view header, int dimensions) {
    Carried carried = 0;
    each_column([&](const ColumnInfo& info) {
      if (header.starts_with(state_csv_header(dimensions, carried | info.bit))) carried |= info.bit;
    });
    return carried;
  }

  /// Copies a row's columns to the state; columns that the file lacks keep their start values.
  void keep(const Row<T>& row, size_t i, State<T>& state) const {
    each_column(
        [&](const ColumnInfo& info, const auto& value, auto& rows) {
          if (!(has_ & info.bit)) return;
          if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
            rows[i] = value;
          } else {
            std::copy_n(value.c, dimensions_, rows.begin() + static_cast<std::ptrdiff_t>(i) * dimensions_);
          }
        },
        row.kept, state.columns);
  }

  bool read_row(std::string_view line, Row<T>& row) {
    std::string_view fields[kMaxColumns];
    int wanted = 2 + 2 * dimensions_;
    each_column([&](const ColumnInfo& info) { wanted += has_ & info.bit ? info.width(dimensions_) : 0; });
    if (const int found = split(line, fields); found != wanted) {
      fault(fmt::format("the row has {}{} columns, but the header {}",
                        found > kMaxColumns ? "more than " : "", std::min(found, kMaxColumns), wanted));
      return false;
    }
    bool good = true;
    const auto wrong = [&](std::string_view what) {
      fault(what);
      good = false;
    };
    row.line = line_number();
    int64_t step = 0;
    if (!to_integer(fields[0], step) || step < 0 || step > kLastStep) {
      wrong(fmt::format("step '{}' is not a whole number from 0 to {}", fields[0], kLastStep));
    } else if (step_ < 0) {
      step_ = step;
    } else if (step != step_) {
      if (!other_step_)  // reports this fault once, not for each row
        fault(
            fmt::format("step {} after rows of step {}: a file to start from holds one step; keep its rows "
                        "alone, or choose it "
                        "with --initial-step of murmur run",
                        step, step_));
      other_step_ = true;
      good = false;
    }
    if (!to_integer(fields[1], row.id)) wrong(fmt::format("id '{}' is not a whole number", fields[1]));
    int at = 2;  // index into the fields of a row
    const auto number = [&](const char* name, T& value) {
      const char* const what = to_number(fields[at], value);
      if (*what) wrong(fmt::format("{} '{}' {}", name, fields[at], what));
      ++at;
      return *what == 0;
    };
    static const char* const kNames[2][3] = {{"x", "y", "z"}, {"vx", "vy", "vz"}};
    for (int k = 0; k < dimensions_; ++k) {
      const T& value = row.place[k];
      if (number(kNames[0][k], row.place[k]) && has_walls(scenario_.world.boundary) &&
          (value < low_[k] || value > high_[k]))
        wrong(fmt::format("{} = {} lies outside the world: allowed {} to {}", kNames[0][k], value, low_[k],
                          high_[k]));
    }
    for (int k = 0; k < dimensions_; ++k) number(kNames[1][k], row.velocity[k]);
    each_column(
        [&](const ColumnInfo& info, auto& value, size_t places) {
          if (!(has_ & info.bit)) return;
          if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>) {
            if (!to_integer(fields[at], value) || value >= places)
              wrong(fmt::format("{} '{}' is not an index of {}: allowed 0 to {}", info.csv[0], fields[at],
                                info.place, places - 1));
            ++at;
          } else if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(value)>>) {
            number(info.csv[0], value);
          } else {
            for (int k = 0; k < dimensions_; ++k) number(info.csv[k], value[k]);
          }
        },
        row.kept, places_);
    return good;
  }

  /// Sorts rows by id_of(row), which must take each value 0 .. count-1 once. Calls room(count), then rest(index, row)
  /// for the other fields of each row.
  template <class IdOf, class Room, class Rest>
  void place(const std::vector<Row<T>>& rows, const char* what, IdOf id_of, std::vector<T>& position,
             std::vector<T>& velocity, const Room& room, const Rest& rest) {
    // Stops here, because the ids of faulty rows, which were skipped, would be reported as missing.
    if (faults_.any()) return;
    const auto count = static_cast<int64_t>(rows.size());
    const auto width = static_cast<size_t>(dimensions_);
    std::vector<int64_t> line_of(rows.size(), 0);
    position.resize(rows.size() * width);
    velocity.resize(rows.size() * width);
    room(rows.size());
    for (const Row<T>& row : rows) {
      const int64_t index = row.id < 0 ? -1 - row.id : row.id;
      if (index >= count) {
        faults_.add(fmt::format("{}:{}: {} {} in a file of {} such rows: each of {} to {} must come once",
                                name_, row.line, what, row.id, count, id_of(0), id_of(count - 1)));
        continue;
      }
      const auto i = static_cast<size_t>(index);
      if (line_of[i]) {
        faults_.add(fmt::format("{}:{}: {} {} comes again (first in line {})", name_, row.line, what, row.id,
                                line_of[i]));
        continue;
      }
      line_of[i] = row.line;
      std::copy_n(row.place, width, &position[i * width]);
      std::copy_n(row.velocity, width, &velocity[i * width]);
      rest(i, row);
    }
    for (int64_t i = 0; i < count; ++i) {
      if (!line_of[static_cast<size_t>(i)])
        faults_.add(fmt::format("{}: {} {} is missing", name_, what, id_of(i)));
    }
  }

  void place_predators(const std::vector<Row<T>>& rows, State<T>& state) {
    if (faults_.any()) return;
    const size_t wanted = scenario_.predators.size();
    if (rows.empty() && wanted > 0) {
      Scenario alone = scenario_;
      alone.boids = 1;  // the start of predators does not depend on N
      const State<T> start = state_as<T>(start_parts(alone)(0, 0));
      state.predator_position = start.predator_position;
      state.predator_velocity = start.predator_velocity;
      return;
    }
    if (rows.size() != wanted) {
      faults_.add(fmt::format("{}:{}: the file has {} predators (ids below 0), but the scenario {}", name_,
                              rows.front().line, rows.size(), wanted));
      return;
    }
    place(
        rows, "predator", [](int64_t k) { return -1 - k; }, state.predator_position, state.predator_velocity,
        [](size_t) {}, [](size_t, const Row<T>&) {});
  }

  CsvLines lines_;
  const int64_t before_;  // lines of the file before the text
  const std::string& name_;
  const Scenario& scenario_;
  const int dimensions_;
  ColumnPlaces places_{};
  T low_[3] = {}, high_[3] = {};
  Carried allowed_ = 0, has_ = 0;  // columns that the scenario allows; columns that the file has
  int64_t step_ = -1;
  bool other_step_ = false;  // whether a row has another step than the first one
  FaultList faults_;
};

}  // namespace

template <class T>
State<T> parse_state_csv(std::string_view text, const std::string& name, const Scenario& scenario,
                         int64_t first_line) {
  return Reader<T>(text, name, scenario, first_line).read();
}

template <class T>
State<T> read_state_csv(const std::string& path, const Scenario& scenario) {
  return parse_state_csv<T>(read_text_file(path), path, scenario);
}

StateCsvSummary summarise_state_csv(std::string_view text) {
  StateCsvSummary summary;
  CsvLines lines(text);
  std::string_view line;
  for (lines.next(line); lines.next(line);) {
    const size_t comma = line.find(',');
    if (comma == std::string_view::npos) continue;
    if (lines.number() == 2 && !to_integer(line.substr(0, comma), summary.step)) summary.step = 0;
    if (comma + 1 < line.size() && line[comma + 1] != '-') ++summary.boids;  // predators have negative ids
  }
  return summary;
}

std::string rows_of_step(std::string_view text, const std::string& name, int64_t step) {
  CsvLines lines(text);
  std::string_view line;
  std::string rows;
  int64_t least = -1, last = -1, found = 0;
  for (bool header = true; lines.next(line); header = false) {
    int64_t own = -1;
    if (!header && !to_integer(line.substr(0, line.find(',')), own)) continue;
    if (!header) {
      least = least < 0 ? own : std::min(least, own);
      last = std::max(last, own);
    }
    if (!header && own != step) continue;
    found += header ? 0 : 1;
    rows += line;
    rows += '\n';
  }
  if (found == 0)
    throw UserError(
        last < 0 ? fmt::format("{}: has no rows; allowed: a state file with rows of step {}", name, step)
                 : fmt::format("{}: has no rows of step {}; allowed: a step that it has, {} to {}", name,
                               step, least, last));
  return rows;
}

template State<float> parse_state_csv(std::string_view, const std::string&, const Scenario&, int64_t);
template State<double> parse_state_csv(std::string_view, const std::string&, const Scenario&, int64_t);
template State<float> read_state_csv(const std::string&, const Scenario&);
template State<double> read_state_csv(const std::string&, const Scenario&);

}  // namespace murmur

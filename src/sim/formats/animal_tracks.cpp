#include "sim/formats/animal_tracks.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/formats/state_csv.h"
#include "sim/util/csv_text.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

struct AnimalRow {
  int64_t id = 0, line = 0;
  std::string_view rest;  // rest of the line, after the id
};

/// Makes the text of a state CSV for one step; rows keep the order of the file.
std::string text_of(std::string_view header, int64_t step, const std::vector<AnimalRow>& rows,
                    const std::string& name) {
  std::vector<AnimalRow> by_id = rows;
  std::ranges::stable_sort(by_id, {}, &AnimalRow::id);
  const auto again = std::ranges::adjacent_find(by_id, {}, &AnimalRow::id);
  if (again != by_id.end())
    throw UserError(fmt::format("{}:{}: id {} comes again in step {} (first in line {})", name, again[1].line,
                                again[1].id, step, again[0].line));
  std::string text = fmt::format("{}\n", header);
  for (const AnimalRow& row : rows) {
    const auto place = std::ranges::lower_bound(by_id, row.id, {}, &AnimalRow::id) - by_id.begin();
    text += fmt::format("{},{},{}\n", step, place, row.rest);
  }
  return text;
}

}  // namespace

std::vector<StepOfTracks> steps_of_tracks(std::string_view text, const std::string& name) {
  std::vector<StepOfTracks> steps;
  std::vector<AnimalRow> rows;
  CsvLines lines(text);
  std::string_view header, line;
  lines.next(header);
  int64_t step = -1;
  const auto end_step = [&] {
    if (!rows.empty()) steps.push_back({step, rows.front().line, text_of(header, step, rows, name)});
    rows.clear();
  };
  while (lines.next(line)) {
    if (line.empty() && lines.rest().find_first_not_of("\r\n") == std::string_view::npos) break;
    const size_t first = line.find(','), second = line.find(',', first + 1);
    int64_t own = 0;
    AnimalRow row{.line = lines.number()};
    if (second == std::string_view::npos || !to_integer(line.substr(0, first), own) ||
        !to_integer(line.substr(first + 1, second - first - 1), row.id) || own < 0 || row.id < 0)
      throw UserError(fmt::format(
          "{}:{}: a row of tracks begins with a step and an id, whole numbers of 0 or more", name, row.line));
    if (own < step)
      throw UserError(fmt::format("{}:{}: step {} after rows of step {}; allowed: steps in order", name,
                                  row.line, own, step));
    if (own > step) end_step();
    step = own;
    row.rest = line.substr(second + 1);
    rows.push_back(row);
  }
  end_step();
  if (steps.empty())
    throw UserError(fmt::format("{}: has no tracks; allowed: rows of {}, as murmur.Tracks.save writes them",
                                name, state_csv_header(2, {})));
  return steps;
}

AnimalTracks::AnimalTracks(const std::vector<StepOfTracks>& steps, const std::string& name,
                           const Scenario& scenario) {
  for (const StepOfTracks& one : steps) {
    State<float>& state =
        states_.emplace_back(parse_state_csv<float>(one.text, name, scenario, one.first_line));
    state.predator_position.clear();  // predators come from the scenario, not from tracks
    state.predator_velocity.clear();
  }
}

const State<float>& AnimalTracks::at(int64_t step) const {
  const auto later = std::ranges::upper_bound(states_, step, {}, &State<float>::step);
  return later == states_.begin() ? *later : *(later - 1);
}

}  // namespace murmur

// Changes of the panel to species: the matrices of [pairs], and which species catches which.
#include <cmath>

#include <fmt/format.h>

#include "app/controls/scenario_editor.h"
#include "sim/scenario/entries.h"
#include "sim/scenario/species.h"

namespace murmur {
namespace {

std::string key_of(std::string_view matrix) { return fmt::format("pairs.{}", matrix); }

bool is_distance(std::string_view matrix) { return usual_pair(matrix) == 0.0; }

/// The number rounded to so many digits, without a minus before 0.
double with_digits(int digits, double value) {
  const double power = std::pow(10.0, digits);
  return std::round(power * value) / power + 0.0;
}

}  // namespace

ScenarioEditor::Matrix ScenarioEditor::pairs(std::string_view matrix) const {
  const Scenario& now = run_.expected().scenario;
  Matrix values;
  const std::vector<Entry> entries = now.pairs ? entries_of(*now.pairs) : std::vector<Entry>();
  if (const Entry* const given = find_entry(entries, matrix))
    values = *std::get<murmur::Matrix*>(given->member);
  if (values.empty())
    values.assign(now.species.size(), std::vector<double>(now.species.size(), usual_pair(matrix)));
  return values;
}

double ScenarioEditor::most_pair(std::string_view matrix) const {
  return is_distance(matrix) ? run_.expected().scenario.rules.radius : 0.0;
}

void ScenarioEditor::set_pair(std::string_view matrix, size_t row, size_t column, double value) {
  if (pairs(matrix).at(row).at(column) == value) return;
  post({.kind = EventKind::kSet,
        .key = fmt::format("{}[{}][{}]", key_of(matrix), row, column),
        .value = value});
}

void ScenarioEditor::set_pairs(std::string_view matrix, const Matrix& values) {
  if (pairs(matrix) != values) set(key_of(matrix), values);
}

void ScenarioEditor::randomise_pairs(std::string_view matrix) {
  const double most = most_pair(matrix);
  std::uniform_real_distribution<double> number(is_distance(matrix) ? 0.0 : -1.0, most > 0.0 ? most : 1.0);
  Matrix values = pairs(matrix);
  for (std::vector<double>& row : values)
    for (double& value : row) value = with_digits(2, number(random_));
  set_pairs(matrix, values);
}

void ScenarioEditor::balance_pairs(std::string_view matrix) {
  Matrix values = pairs(matrix);
  for (size_t row = 0; row < values.size(); ++row)
    for (size_t column = 0; column < row; ++column)
      values[row][column] = values[column][row] =
          with_digits(9, 0.5 * (values[row][column] + values[column][row]));
  set_pairs(matrix, values);
}

/// Resets a matrix of [pairs]; a matrix that the start did not have is removed.
void ScenarioEditor::reset_pairs(std::string_view matrix) { set(key_of(matrix), SetValue()); }

void ScenarioEditor::set_caught_by(size_t species, const std::string& hunter) {
  const std::string element = fmt::format("species[{}]", species);
  if (hunter == word(element + ".caught_by")) return;
  const Scenario& now = run_.expected().scenario;
  const double near = now.rules.separation_radius, reach = near > 0.0 ? near : 0.5 * now.rules.radius;
  const bool caught = now.species.at(species).catch_radius > 0.0;
  const SetValue by = SetValue::word(hunter);
  if (caught && !hunter.empty()) return set(element + ".caught_by", by);
  post({.kind = EventKind::kSet,
        .key = element,
        .value = SetValue::table(
            {{"catch_radius", hunter.empty() ? 0.0 : reach}, {"caught_by", by}, {"becomes", by}})});
}

}  // namespace murmur

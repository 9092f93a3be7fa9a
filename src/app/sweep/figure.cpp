#include "app/sweep/figure.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/embedded.h"
#include "sim/measure/flock_motion.h"
#include "sim/measure/flock_shape.h"
#include "sim/measure/turning_front.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_text.h"
#include "sim/util/csv_text.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"
#include "sim/util/near_names.h"

namespace murmur {
namespace {

constexpr Word<Measure> kMeasureWords[] = {{"order", Measure::kOrder},
                                           {"milling", Measure::kMilling},
                                           {"number-fluctuation", Measure::kNumberFluctuation}};
constexpr Word<CheckKind> kCheckWords[] = {{"jump", CheckKind::kJump},     {"slope", CheckKind::kSlope},
                                           {"above", CheckKind::kAbove},   {"below", CheckKind::kBelow},
                                           {"steady", CheckKind::kSteady}, {"linear", CheckKind::kLinear}};
constexpr int64_t kMost = 1000000000;
constexpr int64_t kMostBoxes = 4096;

void read_sampling(TableReader& reader, Sampling& sampling) {
  reader.whole("seeds", sampling.seeds, 1, 100000);
  reader.whole("steps", sampling.steps, 1, kMost);
  reader.whole("skip", sampling.skip, 0, kMost);
  reader.whole("every", sampling.every, 1, kMost);
}

template <class V>
std::vector<V> list_of(TableReader& reader, const char* key, const char* what) {
  std::vector<V> out;
  const toml::node* const node = reader.node(key);
  if (!node) return out;
  const toml::array* const array = node->as_array();
  for (size_t i = 0; array && i < array->size(); ++i) {
    const std::optional<V> value = (*array)[i].value<V>();
    if constexpr (std::is_same_v<V, double>)
      if (!std::isfinite(value.value_or(INFINITY))) break;
    if (value) out.push_back(*value);
  }
  if (!array || out.size() != array->size()) reader.fault(key, fmt::format("is no array of {}", what));
  return out;
}
std::vector<double> numbers(TableReader& reader, const char* key) {
  return list_of<double>(reader, key, "numbers");
}
std::vector<std::string> texts(TableReader& reader, const char* key) {
  return list_of<std::string>(reader, key, "texts");
}

/// Reads what a series measures of the largest cluster's shape.
void read_shape(TableReader& reader, FigureSeries& series) {
  reader.text("shape", series.shape);
  if (reader.has("shape")) {
    series.measure = Measure::kShape;
    std::vector<std::string> names;
    for (const auto& value : shape_values({})) names.emplace_back(value.first);
    for (const auto& value : motion_values({})) names.emplace_back(value.first);
    if (std::ranges::find(names, series.shape) == names.end())
      reader.fault("shape", fmt::format("is \"{}\"; allowed: {}", series.shape, fmt::join(names, ", ")));
  }
  reader.number("lag", series.lag, kNotNegative);
  const auto motions = motion_values({});
  const bool moves =
      std::ranges::find(motions, series.shape, &decltype(motions)::value_type::first) != motions.end();
  if (moves != (series.lag > 0.0))
    reader.fault("lag", moves ? fmt::format("is 0; allowed: the time over which {} is measured", series.shape)
                              : "is for the shapes squared_displacement and neighbours_kept");
  if (series.measure == Measure::kShape && series.sequence)
    reader.fault("sequence", "is true; allowed: false with shape");
}

/// Reads what a series measures of a turn that spreads.
void read_front(TableReader& reader, FigureSeries& series) {
  reader.text("front", series.front);
  reader.number("threshold", series.threshold, {1e-6, 90.0});
  reader.number("turn", series.turn, kPositive);
  if (!reader.has("front")) {
    for (const char* const key : {"threshold", "turn"})
      if (reader.has(key)) reader.fault(key, "needs front");
    return;
  }
  if (series.measure == Measure::kShape) reader.fault("front", "is set beside shape; allowed: one of them");
  if (series.sequence) reader.fault("sequence", "is true; allowed: false with front");
  series.measure = Measure::kFront;
  std::vector<std::string_view> names;
  for (const auto& value : front_values({})) names.push_back(value.first);
  if (std::ranges::find(names, series.front) == names.end())
    reader.fault("front", fmt::format("is \"{}\"; allowed: {}", series.front, fmt::join(names, ", ")));
}

void read_field(TableReader& reader, FigureSeries& series) {
  reader.text("source", series.source);
  const std::vector<double> field = numbers(reader, "field");
  if (reader.has("field") && (field.size() != 2 || field[0] > field[1]))
    reader.fault("field", "is not [LOWEST, HIGHEST]");
  else if (field.size() == 2)
    series.field = Range{field[0], field[1]};
}

FigureSeries read_series(const toml::table& table, const std::string& path, FigureSeries series, bool quick,
                         Faults& faults) {
  TableReader reader(table, path, faults);
  bool in_quick = true;
  reader.text("label", series.label);
  reader.text("scenario", series.scenario);
  reader.flag("quick", in_quick);
  reader.flag("sequence", series.sequence);
  reader.choice("measure", series.measure, kMeasureWords);
  reader.number("tolerance", series.tolerance, kNotNegative);
  series.set = texts(reader, "set");
  read_shape(reader, series);
  read_front(reader, series);
  read_field(reader, series);
  Sampling own = series.sampling;
  read_sampling(reader, own);
  if (!quick) series.sampling = own;
  const std::vector<double> x = numbers(reader, "x"), expected = numbers(reader, "expected");
  if (x.empty()) reader.fault("x", "is missing or empty");
  if (!expected.empty() && expected.size() != x.size())
    reader.fault("expected",
                 fmt::format("has {} numbers; allowed: as many as x, {}", expected.size(), x.size()));
  for (size_t i = 0; i < x.size(); ++i) {
    series.points.push_back({.x = x[i], .expected = {}});
    if (i < expected.size()) series.points.back().expected = expected[i];
  }
  reader.finish();
  if (quick && !in_quick) series.points.clear();
  return series;
}

FigureCheck read_check(const toml::table& table, const std::string& path, size_t count, Faults& faults) {
  TableReader reader(table, path, faults);
  FigureCheck check;
  reader.choice("kind", check.kind, kCheckWords);
  const int64_t most = static_cast<int64_t>(std::max<size_t>(count, 1));
  if (table["series"].is_array()) {
    for (const double series : numbers(reader, "series")) {
      if (series < 1.0 || series > static_cast<double>(most) || series != std::floor(series))
        reader.fault("series", fmt::format("has {}; allowed: whole numbers from 1 to {}", series, most));
      check.series.push_back(static_cast<size_t>(std::clamp(series, 1.0, static_cast<double>(most))) - 1);
    }
    if (check.series.empty()) reader.fault("series", "is empty");
  } else {
    int64_t series = 1;
    reader.whole("series", series, 1, most);
    check.series = {static_cast<size_t>(series - 1)};
  }
  reader.number("expected", check.expected, kAnyNumber);
  reader.number("tolerance", check.tolerance, kNotNegative);
  reader.number("within", check.within, kNotNegative);
  reader.number("offset", check.offset, kAnyNumber);
  reader.number("from", check.from, kAnyNumber);
  reader.number("to", check.to, kAnyNumber);
  reader.finish();
  return check;
}

/// The number of boids in a file: "50" as a user writes it, or "1e+05" as number_text() does.
int64_t boids_of(const std::string& text, const std::string& figure) {
  double number = 0.0;
  if (*to_number(text, number) != '\0' || number != std::floor(number) || number < 0.0 ||
      number > 2147483647.0)
    throw UserError(
        fmt::format("{}: boids: '{}' is not allowed: a whole number from 0 to 2147483647", figure, text));
  return static_cast<int64_t>(number);
}

/// Checks that boxes which hold x boids on average can be counted along a side of the world.
void check_boxes(const Figure& figure, double x, const Scenario& scenario) {
  if (scenario.world.size.size() != 2)
    throw UserError(
        fmt::format("{}: measure: number-fluctuation needs a world of 2 dimensions", figure.name));
  const double boxes = x > 0.0 ? std::sqrt(static_cast<double>(scenario.boids) / x) : 0.0;
  if (!(boxes >= 0.5 && boxes <= kMostBoxes))
    throw UserError(fmt::format(
        "{}: x: is {:g}; allowed: boids in a box on average, so that there are 1 to {} boxes along a side",
        figure.name, x, kMostBoxes));
}

const EmbeddedText* find_figure(const std::string& name) {
  for (const EmbeddedText& figure : embedded_figures())
    if (figure.name == name) return &figure;
  return nullptr;
}

}  // namespace

ScenarioSource Figure::scenario_of(const FigureSeries& one, double x, int64_t seed) const {
  ScenarioOverrides overrides;
  overrides.seed = static_cast<uint64_t>(seed);
  const auto add = [this, &overrides](const std::string& key, const std::string& value) {
    if (key == "boids") {
      overrides.boids = boids_of(value, name);
    } else {
      overrides.set.emplace_back(key, value);
    }
  };
  for (const std::string& text : one.set) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UserError(fmt::format("{}: set: '{}' is not KEY=VALUE", name, text));
    add(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const std::string& key : x_keys) add(key, number_text(x));
  return ScenarioSource::from_text(one.scenario, name + " (scenario)", overrides);
}

std::vector<std::string> figure_names() {
  std::vector<std::string> names;
  for (const EmbeddedText& figure : embedded_figures()) names.emplace_back(figure.name);
  return names;
}

Figure read_figure(const std::string& name, bool quick) {
  if (const EmbeddedText* figure = find_figure(name)) return parse_figure(figure->text, name, quick);
  if (name.ends_with(".toml")) {
    const std::string stem = std::filesystem::path(name).stem().string();
    if (find_figure(stem) && !std::filesystem::exists(name))
      throw UserError(
          fmt::format("{} does not exist; the program has this figure: murmur reproduce {}", name, stem));
    Figure figure = parse_figure(read_text_file(name), name, quick);
    figure.name = stem;
    return figure;
  }
  const std::vector<std::string> names = figure_names(), near = near_names(name, names);
  throw UserError(near.empty() ? fmt::format("figure '{}' does not exist; there are {}, or a file NAME.toml",
                                             name, fmt::join(names, ", "))
                               : fmt::format("figure '{}' does not exist; did you mean {}?", name,
                                             fmt::join(near, " or ")));
}

Figure parse_figure(std::string_view text, const std::string& name, bool quick) {
  const toml::table table = parse_toml(text, name);
  Faults faults(name);
  TableReader reader(table, "", faults);
  Figure figure;
  figure.name = name;
  reader.text("title", figure.title);
  reader.text("source", figure.source);
  reader.text("quantity", figure.quantity);
  reader.text("x_label", figure.x_label);
  reader.text("verdict", figure.verdict);
  const toml::node* const x_key = reader.node("x_key");
  if (x_key && x_key->is_array()) {
    figure.x_keys = texts(reader, "x_key");
  } else if (x_key) {
    reader.text("x_key", figure.x_keys.emplace_back());
  }
  FigureSeries defaults;
  reader.text("scenario", defaults.scenario);
  reader.choice("measure", defaults.measure, kMeasureWords);
  Sampling& sampling = defaults.sampling;
  read_sampling(reader, sampling);
  if (const toml::table* short_form = reader.table("quick")) {
    TableReader inner(*short_form, "quick", faults);
    Sampling shorter = sampling;
    read_sampling(inner, shorter);
    inner.finish();
    if (quick) sampling = shorter;
  }
  if (const toml::array* series = reader.tables("series"))
    for (size_t i = 0; i < series->size(); ++i)
      figure.series.push_back(
          read_series(*(*series)[i].as_table(), fmt::format("series[{}]", i), defaults, quick, faults));
  if (const toml::array* checks = reader.tables("check"))
    for (size_t i = 0; i < checks->size(); ++i)
      figure.checks.push_back(
          read_check(*(*checks)[i].as_table(), fmt::format("check[{}]", i), figure.series.size(), faults));
  reader.finish();
  if (figure.series.empty()) faults.add(nullptr, "series", "is missing: a figure has [[series]]");
  for (const FigureSeries& series : figure.series) {
    if (series.measure != Measure::kNumberFluctuation && figure.x_keys.empty())
      faults.add(nullptr, "x_key", "is missing: the key of the scenario that x sets");
    const Sampling& one = series.sampling;
    if (one.skip >= one.steps) {
      faults.add(nullptr, "skip",
                 fmt::format("is {}; allowed: below steps, which is {}", one.skip, one.steps));
    } else if (one.every > one.steps - one.skip) {
      faults.add(nullptr, "every",
                 fmt::format("is {}; allowed: at most the {} steps that are measured", one.every,
                             one.steps - one.skip));
    }
  }
  faults.raise();
  // A check that misses one of its curves is left out.
  std::erase_if(figure.checks, [&](const FigureCheck& check) {
    return std::ranges::any_of(check.series, [&](size_t s) { return figure.series[s].points.empty(); });
  });
  for (const FigureSeries& series : figure.series)
    for (const FigurePoint& point : series.points) {
      const ScenarioSource source = figure.scenario_of(series, point.x, 1);
      if (series.measure == Measure::kNumberFluctuation) check_boxes(figure, point.x, source.scenario());
    }
  return figure;
}

}  // namespace murmur

#include "app/sweep/verdict.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/util/slope.h"

namespace murmur {
namespace {

CheckVerdict judge_check(const FigureCheck& check, const FigureSeries& series,
                         const std::vector<double>& means) {
  CheckVerdict verdict;
  if (check.kind == CheckKind::kSlope) {
    std::vector<std::pair<double, double>> points;
    for (size_t k = 0; k < means.size(); ++k)
      points.emplace_back(std::log(series.points[k].x), std::log(means[k] - check.offset));
    verdict.found = slope_of(points);
    verdict.passes = std::fabs(verdict.found - check.expected) <= check.tolerance;
    verdict.text = fmt::format("{}: exponent {:.3f}, published {:g} ± {:g}", series.label, verdict.found,
                               check.expected, check.tolerance);
    return verdict;
  }
  if (check.kind == CheckKind::kAbove || check.kind == CheckKind::kBelow) {
    const bool above = check.kind == CheckKind::kAbove;
    const auto& points = series.points;
    double low = std::numeric_limits<double>::infinity(), high = -low, first = low, last = high;
    for (size_t k = 0; k < means.size(); ++k) {
      if (points[k].x < check.from || points[k].x > check.to) continue;
      low = std::min(low, means[k]);
      high = std::max(high, means[k]);
      first = std::min(first, points[k].x);
      last = std::max(last, points[k].x);
    }
    verdict.found = above ? low : high;
    verdict.passes = above ? low >= check.expected : high <= check.expected;
    verdict.text = fmt::format("{}: {:.3f} {} from {:g} to {:g}; the check asks for {} {:g}", series.label,
                               verdict.found, above ? "and more" : "and less", first, last,
                               above ? "at least" : "at most", check.expected);
    return verdict;
  }
  if (check.kind == CheckKind::kLinear) {
    const size_t half = means.size() / 2;  // means: first curve, then second curve
    std::vector<std::pair<double, double>> points, turned;
    for (size_t k = 0; k < half; ++k) {
      points.emplace_back(means[k], means[half + k]);
      turned.emplace_back(means[half + k], means[k]);
    }
    verdict.found = std::sqrt(std::max(slope_of(points) * slope_of(turned), 0.0));
    verdict.passes = verdict.found >= check.expected;
    verdict.text = fmt::format("{}: correlation {:.3f}; the check asks for at least {:g}", series.label,
                               verdict.found, check.expected);
    return verdict;
  }
  if (check.kind == CheckKind::kSteady) {
    const auto [low, high] = std::ranges::minmax(means);
    verdict.found = high - low;
    verdict.passes = verdict.found <= check.expected;
    verdict.text = fmt::format("{}: values differ by {:.3f}; the check asks for at most {:g}", series.label,
                               verdict.found, check.expected);
    return verdict;
  }
  for (size_t a = 0; a < means.size(); ++a)
    for (size_t b = 0; b < means.size(); ++b)
      if (std::fabs(series.points[a].x - series.points[b].x) <= check.within * (1.0 + 1e-9))
        verdict.found = std::max(verdict.found, std::fabs(means[a] - means[b]));
  verdict.passes = verdict.found >= check.expected;
  verdict.text = fmt::format("{}: jump of {:.3f} within {:g}; the check asks for at least {:g}", series.label,
                             verdict.found, check.within, check.expected);
  return verdict;
}

bool has_field_values(const Figure& figure) {
  return std::ranges::any_of(figure.series,
                             [](const FigureSeries& series) { return series.field.has_value(); });
}

bool has_published_values(const Figure& figure) {
  return !figure.checks.empty() || has_field_values(figure) ||
         std::ranges::any_of(figure.series, [](const FigureSeries& series) {
           return std::ranges::any_of(series.points,
                                      [](const FigurePoint& point) { return point.expected.has_value(); });
         });
}

}  // namespace

bool FigureVerdict::passes() const {
  return std::ranges::all_of(points, &PointVerdict::passes) &&
         std::ranges::all_of(checks, &CheckVerdict::passes);
}

FigureVerdict judge(const Figure& figure, const FigureValues& values) {
  FigureVerdict verdict;
  std::vector<std::vector<double>> means(figure.series.size());
  for (size_t s = 0; s < figure.series.size(); ++s) {
    const FigureSeries& series = figure.series[s];
    const double seeds = static_cast<double>(series.sampling.seeds);
    for (size_t p = 0; p < series.points.size(); ++p) {
      PointVerdict point{.series = s, .point = p, .one_run = series.sampling.seeds == 1};
      for (int64_t seed = 1; seed <= series.sampling.seeds; ++seed)
        point.mean += values.at({s, p, seed}) / seeds;
      double squares = 0.0;
      for (int64_t seed = 1; seed <= series.sampling.seeds; ++seed) {
        const double away = values.at({s, p, seed}) - point.mean;
        squares += away * away;
      }
      if (seeds > 1.0) point.error = std::sqrt(squares / (seeds - 1.0) / seeds);
      point.allowed = series.tolerance + 3.0 * point.error;
      if (series.field) point.passes = point.mean >= series.field->low && point.mean <= series.field->high;
      if (const auto expected = series.points[p].expected)
        point.passes = std::fabs(point.mean - *expected) <= point.allowed;
      means[s].push_back(point.mean);
      verdict.points.push_back(point);
    }
  }
  for (const FigureCheck& check : figure.checks) {
    FigureSeries together{.label = figure.series[check.series.front()].label};
    std::vector<double> values_together;
    for (const size_t s : check.series) {
      together.points.insert(together.points.end(), figure.series[s].points.begin(),
                             figure.series[s].points.end());
      values_together.insert(values_together.end(), means[s].begin(), means[s].end());
      if (s != check.series.front()) together.label += ", " + figure.series[s].label;
    }
    verdict.checks.push_back(judge_check(check, together, values_together));
  }
  return verdict;
}

namespace {

/// A table of the values that are compared with observations in the field: a row per value with range and source.
/// Lists every value, and counts how many pass.
std::string field_table(const Figure& figure, const FigureVerdict& verdict) {
  size_t wide = 6, passed = 0, judged = 0;
  for (const FigureSeries& series : figure.series) wide = std::max(wide, series.label.size());
  std::string text = fmt::format("{:<{}}  {:>7}  {:>18}  {:>13}  {:<6}  {}\n", "value", wide, figure.x_label,
                                 "measured", "field", "", "source");
  for (const PointVerdict& point : verdict.points) {
    const FigureSeries& series = figure.series[point.series];
    const std::string measured = std::isnan(point.mean) ? "none"
                                 : point.one_run        ? fmt::format("{:.3f}", point.mean)
                                                 : fmt::format("{:.3f} ± {:.3f}", point.mean, point.error);
    const std::string field =
        series.field ? fmt::format("{:g} to {:g}", series.field->low, series.field->high) : "";
    std::string row = fmt::format("{:<{}}  {:>7g}  {:>18}  {:>13}  {:<6}  {}", series.label, wide,
                                  series.points[point.point].x, measured, field,
                                  !series.field  ? ""
                                  : point.passes ? "passes"
                                                 : "fails",
                                  series.source);
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    judged += series.field ? 1 : 0;
    passed += series.field && point.passes ? 1 : 0;
  }
  for (const CheckVerdict& check : verdict.checks) {
    text += fmt::format("{}  {}\n", check.text, check.passes ? "passes" : "fails");
    ++judged;
    passed += check.passes ? 1 : 0;
  }
  return text + fmt::format("{}: {} of {} field figures\n", figure.name, passed, judged);
}

}  // namespace

std::string verdict_table(const Figure& figure, const FigureVerdict& verdict) {
  if (has_field_values(figure)) return field_table(figure, verdict);
  size_t wide = 6;
  for (const FigureSeries& series : figure.series) wide = std::max(wide, series.label.size());
  std::string text =
      fmt::format("{:<{}}  {:>10}  {:>18}  {:>10}  {:>9}\n", "series", wide,
                  figure.x_label.empty() ? "x" : figure.x_label, "measured", "published", "allowed ±");
  size_t failed = 0, undecided = 0;
  for (const PointVerdict& point : verdict.points) {
    const FigureSeries& series = figure.series[point.series];
    const FigurePoint& wanted = series.points[point.point];
    const std::string measured = point.one_run ? fmt::format("{:.4f}", point.mean)
                                               : fmt::format("{:.4f} ± {:.4f}", point.mean, point.error);
    text += fmt::format("{:<{}}  {:>10.7g}  {:>18}  {:>10}  {:>9}{}\n", series.label, wide, wanted.x,
                        measured, wanted.expected ? fmt::format("{:.4f}", *wanted.expected) : "",
                        wanted.expected ? fmt::format("{:.4f}", point.allowed) : "",
                        point.passes    ? ""
                        : point.one_run ? "  one run: its error is unknown"
                                        : "  differs");
    failed += point.passes || point.one_run ? 0 : 1;
    undecided += !point.passes && point.one_run ? 1 : 0;
  }
  for (const CheckVerdict& check : verdict.checks) {
    text += fmt::format("{}{}\n", check.text, check.passes ? "" : "  differs");
    failed += check.passes ? 0 : 1;
  }
  if (failed > 0)
    return text + fmt::format("{}: NOT as published: {} of its values differ\n", figure.name, failed);
  if (undecided > 0) {
    return text + fmt::format(
                      "{}: not decided: {} of its values have one run each; --seeds 2 or more gives "
                      "their error\n",
                      figure.name, undecided);
  }
  if (!has_published_values(figure))
    return text + fmt::format("{}: nothing to compare with: no point has an expected value\n", figure.name);
  return text +
         fmt::format("{}: {}\n", figure.name, figure.verdict.empty() ? "as published" : figure.verdict);
}

Json verdict_json(const Figure& figure, const FigureVerdict& verdict, double seconds) {
  Json points = Json::array(), checks = Json::array();
  for (const PointVerdict& point : verdict.points) {
    const FigureSeries& series = figure.series[point.series];
    const FigurePoint& wanted = series.points[point.point];
    Json one = {{"series", series.label}, {"x", wanted.x}, {"mean", point.mean}};
    one["error"] = point.one_run ? Json() : Json(point.error);
    if (series.field) {
      one["field"] = {series.field->low, series.field->high};
      one["source"] = series.source;
      one["passes"] = point.passes;
    }
    if (wanted.expected) {
      one["expected"] = *wanted.expected;
      one["allowed"] = point.allowed;
      one["passes"] = point.passes;
    }
    points.push_back(one);
  }
  for (const CheckVerdict& check : verdict.checks)
    checks.push_back({{"check", check.text}, {"found", check.found}, {"passes", check.passes}});
  return {{"figure", figure.name},
          {"title", figure.title},
          {"source", figure.source},
          {"quantity", figure.quantity},
          {"x_label", figure.x_label},
          {"seconds", seconds},
          {"passes", has_published_values(figure) ? Json(verdict.passes()) : Json()},
          {"verdict", figure.verdict},
          {"points", points},
          {"checks", checks}};
}

}  // namespace murmur

// Draws the live half of the panel: measures of flock and frames, the machine, and the comparison of backends.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "app/controls/panel.h"
#include "sim/measure/field_ranges.h"
#include "sim/util/processors.h"

namespace murmur {
namespace {

std::string ms_text(double ms) { return fmt::format("{:.{}f}", ms, ms < 10.0 ? 2 : ms < 100.0 ? 1 : 0); }

/// A number with a prefix: "6.0 M".
std::string si_text(double number) {
  if (number >= 1e9) return fmt::format("{:.2f} G", number / 1e9);
  if (number >= 1e6) return fmt::format("{:.2f} M", number / 1e6);
  if (number >= 1e3) return fmt::format("{:.1f} k", number / 1e3);
  return fmt::format("{:.0f}", number);
}

/// The least of 1, 2 or 5 times a power of ten that is not below `value`: the end of an axis.
double round_above(double value) {
  if (!(value > 0.0)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value) return factor * power;
  }
  return 10.0 * power;
}

}  // namespace

/// Shows the shape of the flock beside field data of starlings.
void Panel::shape(Widgets& widgets, const FlockShape& shape) {
  if (shape.boids == 0)
    return widgets.text(
        "None yet. The shape is measured where that takes a blink: not on a GPU, not of millions of pairs.",
        Tone::kQuiet);
  std::map<std::string_view, double> values;
  for (const auto& [column, value] : shape_values(shape)) values.emplace(column, value);
  std::vector<std::vector<std::string>> rows;
  for (const auto& [column, label, range] : kStarlingsInTheField) {
    if (const double value = values.at(column); !std::isnan(value))
      rows.push_back(
          {label, fmt::format("{:.2f}", value), fmt::format("{:g} to {:g}", range.low, range.high)});
  }
  widgets.fact("largest cluster", fmt::format("{} boids, step {}", grouped(shape.boids), shape.step));
  if (values.at("closes") > 0.0)
    widgets.text("It closes around the world, so it has no axes and no outline.", Tone::kQuiet);
  widgets.table("shape.rows", {"", "now", "starlings"}, rows);
  widgets.text("starlings: the ranges of flocks in the field", Tone::kQuiet);
}

void Panel::live(Widgets& widgets, const PanelFacts& facts) {
  const FrameRow& frame = facts.means.frame;
  const FrameRow& step = facts.means.step;
  const auto boids = static_cast<double>(model_.run().expected().boids);
  widgets.fact("boids per s", si_text(boids * facts.steps_per_second));
  widgets.fact("a frame",
               fmt::format("{} ms, {:.0f} per s", ms_text(frame.total_ms), facts.means.frames_per_second));
  const double rest = frame.total_ms - frame.step_ms - frame.upload_ms - frame.draw_ms - frame.swap_ms;
  widgets.parts("frame_parts", {{"steps", frame.step_ms},
                                {"upload", frame.upload_ms},
                                {"draw", frame.draw_ms},
                                {"swap", frame.swap_ms},
                                {"rest", std::max(rest, 0.0)}});
  widgets.fact("a step", fmt::format("{} ms, {:.0f} per s", ms_text(step.step_ms), facts.steps_per_second));
  const double other = step.step_ms - step.sort_ms - step.gather_ms - step.rules_ms;
  widgets.parts("step_parts", {{"sort", step.sort_ms},
                               {"gather", step.gather_ms},
                               {"rules", step.rules_ms},
                               {"rest", std::max(other, 0.0)}});
  const FlockSample& sample = facts.sampler.latest();
  widgets.fact("speeds", fmt::format("mean {:.2f} L/t", sample.speed_mean));
  widgets.histogram("speeds", {sample.speeds.begin(), sample.speeds.end()}, "0",
                    fmt::format("{:g} L/t", model_.run().expected().scenario.rules.max_speed));
  curves(widgets, facts.sampler.samples());
}

/// Draws curves of the measures over the last steps.
void Panel::curves(Widgets& widgets, const std::vector<LiveMeasures>& samples) {
  constexpr std::array<std::pair<const char*, double>, 4> kRanges{
      {{"300 steps", 300.0}, {"3,000 steps", 3e3}, {"30,000 steps", 3e4}, {"all steps", 0.0}}};
  std::vector<Widgets::Option> options;
  for (const auto& [words, steps] : kRanges) options.push_back({words});
  const Widgets::Row row{.name = "live.range",
                         .label = "curves of",
                         .help = "the last steps, which the curves below show",
                         .differs = live_range_ != kUsualRange};
  if (widgets.choice(row, options, live_range_) == Edit::kReset) live_range_ = kUsualRange;
  const double last = samples.empty() ? 0.0 : samples.back().step;
  const double steps = kRanges[static_cast<size_t>(live_range_)].second;
  double first = samples.empty() ? 0.0 : samples.front().step;
  if (steps > 0.0) first = std::max(first, last - steps);
  bool missing = false;
  for (const LiveCurve& curve : kLiveCurves) {
    Widgets::Curve shown{
        .name = curve.column, .from = first, .to = std::max(last, first + 1.0), .low = curve.low};
    double most = 0.0;
    for (const LiveMeasures& one : samples) {
      if (std::isnan(one.*curve.value)) continue;
      shown.points.emplace_back(one.step, one.*curve.value);
      if (one.step >= first) most = std::max(most, one.*curve.value);
    }
    missing = missing || (shown.points.empty() && !curve.always);
    if (shown.points.empty()) continue;
    shown.high = curve.high > 0.0 ? curve.high : round_above(most);
    const double now = shown.points.back().second;
    shown.words = fmt::format("{} {:.{}f} {}", curve.label, now,
                              curve.high > 0.0                        ? 2
                              : now < 100.0 && now != std::floor(now) ? 1
                                                                      : 0,
                              curve.unit);
    widgets.curve(shown);
  }
  if (missing && !samples.empty())
    widgets.text(
        "Milling, nearest, clusters and the largest share are measured where that takes a blink: not on a "
        "GPU, not of millions of pairs.",
        Tone::kQuiet);
}

void Panel::machine(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands) {
  const std::vector<BackendChoice> choices = backends_.choices(model_.run().expected().boids);
  std::vector<Widgets::Option> options;
  int chosen = -1;
  for (const BackendChoice& choice : choices) {
    if (choice.kind->name == model_.run().backend()) chosen = static_cast<int>(options.size());
    options.push_back({choice.kind->name, choice.why_not});
  }
  const std::string description = model_.run().device();
  if (widgets.choice({.name = "backend", .label = "backend", .help = "C; the same bits on each"}, options,
                     chosen) == Edit::kChanged)
    commands.emplace_back(command::UseBackend{choices[static_cast<size_t>(chosen)].kind->name});
  widgets.fact(" ", description, Tone::kQuiet);
  int64_t threads = backends_.options().threads;
  const int64_t most = processors();
  const Edit edit = widgets.whole({.name = "threads",
                                   .label = "threads",
                                   .help = "of the cpu backend; 0: one for each core",
                                   .differs = threads != 0,
                                   .zero = "all",
                                   .least = 0.0,
                                   .most = 4096.0},
                                  threads, 0, most);
  if (edit != Edit::kNone)
    commands.emplace_back(command::SetThreads{edit == Edit::kReset ? 0 : static_cast<int>(threads)});
  auto cap = static_cast<int64_t>(settings_.most_frames_per_second);
  if (widgets.whole({.name = "fps",
                     .label = "frames cap",
                     .unit = "per s",
                     .help = "0: none",
                     .differs = cap != 0,
                     .zero = "none",
                     .least = 0.0,
                     .most = 10000.0},
                    cap, 0, 240) == Edit::kReset)
    cap = 0;
  settings_.most_frames_per_second = static_cast<double>(cap);
  std::vector<Widgets::Option> sizes;
  for (const double size : kInterfaceSizes) sizes.push_back({fmt::format("{:.0f} %", 100.0 * size)});
  int size =
      static_cast<int>(std::ranges::find(kInterfaceSizes, settings_.interface) - kInterfaceSizes.begin());
  const Widgets::Row interface {
    .name = "interface", .label = "interface",
    .help =
        "size of text and controls, as --interface sets it at the start; less where the window has no room",
    .differs = settings_.interface != 1.0
  };
  if (const Edit of_size = widgets.choice(interface, sizes, size); of_size != Edit::kNone)
    settings_.interface = of_size == Edit::kReset ? 1.0 : kInterfaceSizes[static_cast<size_t>(size)];
  widgets.flag({.name = "vsync", .label = "vsync", .help = "wait for the display's rhythm"}, settings_.vsync);
  const int pressed = widgets.buttons("", {"frame_log", "screenshot"},
                                      {facts.frame_log ? "End frame log" : "Frame log", "Screenshot"});
  if (pressed == 0) commands.emplace_back(command::ToggleFrameLog{});
  if (pressed == 1) commands.emplace_back(command::Save{SaveChoice::kWindow, {}});
}

void Panel::compare(Widgets& widgets, const BackendComparison& compare, CommandQueue& commands) {
  const bool running = compare.running();
  widgets.disable(running);
  const Widgets::Row row{.name = "compare.steps",
                         .label = "steps",
                         .help = "for which each backend runs a copy of the current flock",
                         .differs = settings_.compare_steps != 20,
                         .least = 1.0,
                         .most = 100000.0};
  if (widgets.whole(row, settings_.compare_steps, 1, 200) == Edit::kReset) settings_.compare_steps = 20;
  widgets.disable(false);
  if (widgets.buttons("", {"compare"}, {running ? "Stop comparing" : "Compare the backends"}) == 0)
    commands.emplace_back(command::ToggleComparison{});
  if (running) widgets.progress(compare.progress(), compare.doing());
  const std::vector<CompareRow> rows = compare.rows();
  const CompareVerdict end = verdict(rows, compare.first_step(), compare.steps());
  std::vector<std::vector<std::string>> cells;
  for (const CompareRow& one : rows) {
    if (!one.skipped.empty()) continue;
    const double factor = speed_up(one, rows);
    cells.push_back({one.label, fmt::format("{:.3f}", one.step_ms),
                     fmt::format("{:.0f} %", 100.0 * one.spread),
                     factor > 0.0 ? fmt::format("{:.3g}", factor) : ""});
    if (!end.agree) cells.back().push_back(short_hash(one.hash));  // otherwise the verdict has it
  }
  if (!cells.empty()) {
    std::vector<std::string> heads{"backend", "ms/step", "spread", "speed-up"};
    if (!end.agree) heads.push_back("hash");
    widgets.table("compare.rows", heads, cells);
    widgets.text("medians; spread: of the middle half of the steps", Tone::kQuiet);
  }
  for (const CompareRow& one : rows) {
    if (!one.skipped.empty()) widgets.text(one.label + ": " + one.skipped, Tone::kQuiet);
  }
  if (!running && !rows.empty()) {
    widgets.text(end.text, end.agree ? Tone::kGood : Tone::kWarning, "compare.result");
    if (const std::string unsteady = unsteady_text(rows); !unsteady.empty())
      widgets.text(unsteady, Tone::kWarning, "compare.unsteady");
  }
}

}  // namespace murmur

// The text over the picture and the panel beside it: what they show in a frame.
#include <fmt/format.h>

#include "app/live/seconds.h"
#include "app/window/view_loop.h"
#include "sim/util/errors.h"

namespace murmur {

/// The measures in the panel are of an earlier step than the picture, and the flock can be sampled now.
bool ViewLoop::pulse_is_stale() const {
  if (!shows_measures() || !flight_.whole() || compare_.running()) return false;
  const FlockSample& last = pulse_.latest();
  return last.step != flight_.step_number() || last.boids != flight_.drawn_count();
}

void ViewLoop::draw_overlay(int width, int height) {
  time_.show();
  OverlayStatus now = status();
  now.panel_width = panel_width(width);
  if (!flight_.whole()) {
    pulse_.collect();
  } else if (pulse_is_stale() || pulse_.has_news()) {
    // A flying flock is copied on the thread of its steps.
    wants_sample_ = pulse_.due(seconds());
    if (wants_sample_ && (view_.paused || compare_.running()))
      pulse_.give(simulation_, seconds), wants_sample_ = false;
  }
  const PanelFacts facts{.frame_log = key_log_.has_value(),
                         .steps_per_second = view_.paused ? 0.0 : clock_.achieved(),
                         .means = means_,
                         .pulse = pulse_,
                         .compare = compare_};
  overlay_.draw(width, height, now, view_.show_text, view_.show_help,
                [&](Widgets& widgets) { panel_.draw(widgets, facts); });
  if (view_.question && !now.question.empty()) view_.question->shown = true;
  try {
    panel_places_.update(overlay_.widgets().places());
  } catch (const RunError& error) {
    fail(error.what());
    panel_places_ = PanelPlaces("");
  }
}

Legend ViewLoop::legend() const {
  const Look& look = view_.look;
  if (!look.legend || look.by == ColourBy::kOne) return {};
  const PaintTables& tables = scene_.boids().tables();
  if (look.by == ColourBy::kHeading) return {tables.headings(), "heading", {"0°", "", "180°", "", "360°"}};
  if (look.by == ColourBy::kDensity) return {tables.amounts(), "boids, times the mean", {"1/2", "16"}};
  const auto& range = scene_.speed_range();
  return {tables.amounts(), "speed", {fmt::format("{:.3g}", range[0]), fmt::format("{:.3g} L/t", range[1])}};
}

OverlayStatus ViewLoop::status() {
  OverlayStatus status;
  const Scenario& scenario = flight_.drawn_scenario();
  status.preset = scenario.preset.empty() ? "scenario" : scenario.preset;
  status.backend = flight_.backend_name() + ": " + flight_.backend_description();
  status.boids = flight_.count();
  status.step = flight_.step_number();
  status.frames_per_second = means_.frames_per_second();
  status.steps_per_second = clock_.achieved();
  status.wanted_steps_per_second = clock_.rate();
  status.step_ms = means_.step().step_ms;
  status.paused = view_.paused;
  status.comparing = compare_.running();
  status.machine_limited = clock_.limited();
  status.replay = replay_text();
  status.replay_differs = options_.replay && options_.replay->difference();
  status.labels = watch_.labels();
  status.message = message_;
  if (!message_.empty() && message_ == saved_message_) status.message_button = "Open folder";
  status.menu = menu();
  status.legend = legend();
  status.time = time_.bar();
  if (!view_.replay) {
    status.tools.assign(kToolNames.begin(), kToolNames.end());
    status.tool = static_cast<int>(view_.tool);
    const double reach = controls_.reach();
    if (view_.pointer_x >= 0.0 && !overlay_.wants_mouse()) {
      status.reach = reach * camera_.pixels_per_unit();
      status.reach_x = view_.pointer_x;
      status.reach_y = view_.pointer_y;
    }
  }
  if (const double under_way = flight_.seconds_under_way(); under_way > kLongStep)
    status.under_way = under_way;
  if (view_.question) {
    status.question = view_.question->text;
    status.yes = view_.question->yes;
    status.no = view_.question->no;
  }
  return status;
}

}  // namespace murmur

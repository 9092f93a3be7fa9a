// Draws the section A/B of the panel: the values that differ between two flocks.
#include <cmath>

#include <fmt/format.h>

#include "app/controls/panel.h"

namespace murmur {
namespace {

std::string number(double value) { return std::isnan(value) ? "" : fmt::format("{:.3f}", value); }

std::string hash_text(const std::optional<uint64_t>& hash) { return hash ? short_hash(*hash) : ""; }

}  // namespace

void Panel::side_by_side(Widgets& widgets, const PanelFacts& facts, CommandQueue& commands) {
  using Act = command::SideBySide::Act;
  const LiveRun& run = model_.run();
  const auto& second = run.second();
  const auto ask = [&](Act act) { commands.emplace_back(command::SideBySide{.act = act}); };
  if (!second) {
    widgets.text(
        "Two flocks from the same start take the same steps: A with the values of the panel, and B, which "
        "keeps those of now.",
        Tone::kQuiet);
    if (widgets.buttons("", {"ab"}, {"Begin A/B"}) == 0) ask(Act::kBegin);
    return;
  }
  if (widgets.buttons("", {"ab"}, {"End A/B"}, {"flock A flies on alone"}) == 0) ask(Act::kEnd);
  if (second->tracks) {
    const std::string help = fmt::format(
        "the flock goes back to step {}, where the tracks begin, with its values of now", second->start_step);
    if (widgets.buttons("", {"ab.start"}, {"Both from the start"}, {help}) == 0) ask(Act::kToStart);
  } else {
    const int pressed = widgets.buttons(
        "", {"ab.start", "ab.swap"}, {"Both from the start", "Swap values"},
        {fmt::format("both flocks go back to step {}, where B was begun, each with its values of now",
                     second->start_step),
         "A gets the values of B, and B those of A"});
    if (pressed >= 0) ask(pressed == 0 ? Act::kToStart : Act::kSwap);
  }
  std::vector<std::vector<std::string>> rows;
  for (const DifferentValue& one : facts.differences) rows.push_back({one.key, one.first, one.second});
  const auto& of_a = facts.sampler.samples();
  if (facts.second && !of_a.empty() && !facts.second->samples().empty()) {
    const LiveMeasures &a = of_a.back(), &b = facts.second->samples().back();
    rows.push_back({"polarisation", number(a.polarisation), number(b.polarisation)});
    rows.push_back({"mean speed", number(a.speed_mean), number(b.speed_mean)});
    if (!std::isnan(a.nearest_mean) || !std::isnan(b.nearest_mean))
      rows.push_back({"nearest", number(a.nearest_mean), number(b.nearest_mean)});
  }
  rows.push_back({"boids", grouped(run.shown().boids), grouped(second->boids)});
  if (second->hash && run.hash()) rows.push_back({"hash", hash_text(run.hash()), hash_text(second->hash)});
  widgets.table("ab.rows", {"", "A", second->tracks ? "tracks" : "B"}, rows);
  if (second->tracks) {
    widgets.text(
        "Values and tools act on the flock alone. Films and pictures show both; the log, files and what is "
        "shared "
        "have the flock alone.",
        Tone::kQuiet);
    return;
  }
  widgets.text(
      "Values are set in A alone. Tools, gusts and numbers of boids act on both. Going back before step " +
          grouped(second->start_step) +
          ", another preset or file ends A/B. Films and pictures show both flocks; the log, files and what "
          "is shared have A alone.",
      Tone::kQuiet);
}

}  // namespace murmur

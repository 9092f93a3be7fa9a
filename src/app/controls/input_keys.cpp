// The table of the keyboard. The key handler, the list of F1, the buttons of the panel with the same actions, and
// the check of docs/window.md all use it: a new key is one entry here and a line in docs/window.md.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/controls/input_keys.h"

namespace murmur {
namespace {

constexpr std::string_view kEnter;  // not listed: questions name this key

}  // namespace

/// All keys in the order of F1's list, with the uses of the mouse.
std::span<const KeyUse> KeyActions::all() {
  using C = KeyActions;
  static const KeyUse kKeys[] = {
      {"left click", "the tool chosen at the left; add boids: drag paints"},
      {"1 ... 9", "choose the tool", "123456789",
       [](C& c, char key) { c.tools_.choose(static_cast<Tool>(key - '1')); }},
      {"Ctrl + wheel", "a larger, smaller brush"},
      {"right click", "scatter the flock; on an obstacle, predator, goal or wall: remove it"},
      {"Ctrl + left click", "follow a boid; elsewhere, or Esc: stop following"},
      {"middle drag, Shift + left drag",
       "pan; orbit in 3D (with Ctrl: pan); 2D, tool wall: Shift draws straight"},
      {"wheel", "zoom to the pointer; sideways, or with Shift: pan"},
      {"F", "fit the whole world", "f", [](C& c, char) { c.camera_.fit(); }},
      {"V", "the first view again", "v", [](C& c, char) { c.camera_.reset(), c.settings_.orbiting = false; }},
      {"O", "3D: the camera goes around the world", "o", [](C& c, char) { c.toggle_orbit(); }},
      {"F5", "presentation: flock after flock without text; Right: the next, Esc: back", Key::kF5,
       [](C& c, char) { c.commands_.emplace_back(command::Present{}); }, "present"},
      {"F11", "full screen", Key::kF11,
       [](C& c, char) { c.commands_.emplace_back(command::ToggleFullscreen{}); }},
      {"Space", "pause", " ", [](C& c, char) { c.settings_.paused = !c.settings_.paused; }, "pause"},
      {"N", "one step", "n", [](C& c, char) { c.step_forward(); }, "step"},
      {"Left", "one step back, one step on", Key::kLeft,
       [](C& c, char) { c.run_.seek(c.run_.seen_step() - 1); }},
      {"Right", "", Key::kRight, [](C& c, char) { c.step_forward(); }},
      {"Ctrl + Left", "go to the moment before, after an act", KeyStroke::ctrl(Key::kLeft),
       [](C& c, char) { c.run_.undo(1); }},
      {"Ctrl + Right", "", KeyStroke::ctrl(Key::kRight), [](C& c, char) { c.run_.undo(-1); }},
      {"Ctrl + Z", "take the last act back, make it again", KeyStroke::ctrl("z"),
       [](C& c, char) { c.take_back(); }},
      {"Ctrl + Y", "", KeyStroke::ctrl("yYZ"), [](C& c, char) { c.changes_.take_back(true); }},
      {"Ctrl + Enter", "apply the text of your own rule that is typed; Esc: the old text"},
      {"+", "steps per second; on the keypad, too", "+=", [](C& c, char) { c.change_pace(2.0); }},
      {"-", "", "-_", [](C& c, char) { c.change_pace(0.5); }},
      {"R", "restart", "r", [](C& c, char) { c.restart(); }, "restart"},
      {"F2", "presets and scenarios; or drop a file on the window", Key::kF2,
       [](C& c, char) { c.toggle(ViewMenu::kGallery); }, "gallery"},
      {"Ctrl + O", "open a file: the last ones, and those of the folder", KeyStroke::ctrl("oO"),
       [](C& c, char) { c.toggle(ViewMenu::kOpen); }, "open"},
      {"X", "surprise me: a flock at random", "x", [](C& c, char) { c.surprise(); }, "surprise"},
      {"P", "next preset", "p", [](C& c, char) { c.next_preset(); }},
      {"B", "grow, shrink the neighbour radius", "b", [](C& c, char) { c.change_radius(1); }},
      {"S", "", "s", [](C& c, char) { c.change_radius(-1); }},
      {"W", "a gust of wind", "w", [](C& c, char) { c.gust(); }, "gust"},
      {"T", "startle: for a while boids fly apart", "t", [](C& c, char) { c.startle(); }, "startle"},
      {"M", "the flock ignores, flees, follows the pointer", "m",
       [](C& c, char) { c.tools_.next_cursor_mode(); }},
      {"C", "compute the same flight on the next backend (CPU, GPU)", "c",
       [](C& c, char) { c.commands_.emplace_back(command::NextBackend{}); }},
      {"D",
       "radius and heading of boids, in a large flock of those near the pointer; numbers of the one under it",
       "d", [](C& c, char) { c.settings_.debug = !c.settings_.debug; }},
      {"H", "hide the panel, the text; show both", "h", [](C& c, char) { c.hide(); }, "hide"},
      {"Ctrl + S", "save: the flock, a picture, a film, a share; More has the rest", KeyStroke::ctrl("sS"),
       [](C& c, char) { c.save(); }, "save"},
      {"L", "start, end a log of frame times", "l",
       [](C& c, char) { c.commands_.emplace_back(command::ToggleFrameLog{}); }},
      {"F1", "show and hide this list", Key::kF1,
       [](C& c, char) { c.settings_.show_help = !c.settings_.show_help; }, "help"},
      {"?", "", "?", [](C& c, char) { c.settings_.show_help = !c.settings_.show_help; }},
      {"F12", "screenshot", Key::kF12,
       [](C& c, char) {
         c.commands_.emplace_back(command::Save{SaveChoice::kWindow, {}});
       }},
      {"Q", "quit; asks if a film or a changed flock would be lost", "q",
       [](C& c, char) { c.commands_.emplace_back(command::Quit{}); }},
      {"Esc", "close what is open, stop following", Key::kEscape, [](C& c, char) { c.escape(); }},
      {kEnter, "", Key::kEnter, [](C& c, char) { c.confirm(); }},
  };
  return kKeys;
}

const KeyUse& KeyActions::use_of_button(std::string_view button) {
  return *std::ranges::find(all(), button, &KeyUse::button);
}

std::span<const HelpRow> KeyActions::help() {
  /// The groups of the list, by the text of their first row, and the rows of the first one.
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kGroups{
      {{"left click", "To begin with"},
       {"1 ... 9", "Mouse"},
       {"F", "View"},
       {"N", "Time"},
       {"R", "Flock"},
       {"C", "Window"}}};
  static constexpr std::array<std::string_view, 9> kFirst{
      "left click", "right click", "wheel", "Space", "Ctrl + Z", "F2", "X", "Ctrl + S", "Q"};
  static const std::vector<HelpRow> kRows = [] {
    std::vector<HelpRow> rows;
    for (const KeyUse& use : all()) {
      if (use.shown.empty()) continue;
      if (use.help.empty()) {
        rows.back().keys += fmt::format("  {}", use.shown);
      } else {
        rows.push_back({std::string(use.shown), std::string(use.help)});
        const auto group =
            std::ranges::find(kGroups, use.shown, &std::pair<std::string_view, std::string_view>::first);
        if (group != kGroups.end()) rows.back().group = group->second;
      }
    }
    std::ranges::stable_partition(rows, [](const HelpRow& row) {
      return std::ranges::count(kFirst, std::string_view(row.keys).substr(0, row.keys.find("  "))) > 0;
    });
    return rows;
  }();
  return kRows;
}

bool KeyStroke::is(const InputEvent& input) const {
  if (input.key != Key::kNone) return input.key == key && input.control == control;
  if (input.control != control || input.character == 0 || input.character >= 128) return false;
  const auto typed = static_cast<char>(input.character);  // case matters only with Ctrl
  return characters.find(control ? typed : static_cast<char>(std::tolower(typed))) != std::string_view::npos;
}

/// The only rule for keys while something is open over the picture: the keys in this table act, all others do nothing.
const KeyUse* KeyActions::use_of(const InputEvent& input, OnTop open) {
  static const std::map<OnTop, std::vector<std::string_view>> kActing{
      {OnTop::kHelp, {"F1", "?", "Esc", "Q", "F11", "F12"}},
      {OnTop::kSave, {"Ctrl + S", "Esc", "Q", "F11", "F12"}},
      {OnTop::kOpen, {"Ctrl + O", "Esc", "Q", "F11", "F12"}},
      {OnTop::kGallery, {"F2", "Esc", "F11", "F12"}},                      // letters go into the search
      {OnTop::kQuestion, {kEnter, "Esc", "Ctrl + S", "Q", "F11", "F12"}},  // the second Q quits
      {OnTop::kPresentation, {"Right", "F5", "Esc", "Q", "F11"}}};         // Presentation uses them
  const auto use =
      std::ranges::find_if(all(), [&](const KeyUse& one) { return one.act && one.stroke.is(input); });
  if (use == all().end()) return nullptr;
  const auto acting = kActing.find(open);
  const bool acts = acting == kActing.end() || std::ranges::count(acting->second, use->shown) > 0;
  return acts ? &*use : nullptr;
}

void KeyActions::type(const InputEvent& input, OnTop open) {
  if (const KeyUse* const use = use_of(input, open)) use->act(*this, static_cast<char>(input.character));
}

}  // namespace murmur

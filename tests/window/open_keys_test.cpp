// What is open over the picture takes all keys and clicks: each key of the keyboard is tried under each of it.
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "support/user_controls.h"

namespace murmur {
namespace {

using Open = UserControls;

/// What a key has done, in a few words; empty: nothing.
std::string done_by(const ViewSettings& before, const ViewSettings& now) {
  std::string done;
  const auto note = [&](bool differs, const char* what) { done += differs ? what : ""; };
  note(before.paused != now.paused, "pause ");
  note(before.show_text != now.show_text || before.show_panel != now.show_panel, "hide ");
  note(before.show_help != now.show_help, "help ");
  note(before.menu != now.menu, "menu ");
  note(before.orbiting != now.orbiting || before.debug != now.debug, "view ");
  note(before.tool != now.tool || before.look != now.look || before.chosen != now.chosen, "settings ");
  return done;
}

/// Each key, pressed while something is open; a list that is open and a field in which text is typed block input.
TEST_F(Open, WhatIsOpenTakesAllKeysAndClicks) {
  struct Case {
    const char* name;
    std::set<std::string_view> acting;
    std::function<void()> open;
    bool blocked = false;
  };
  const auto ask = [&](WindowCommand act) {
    notices.ask({.text = "Sure?", .yes = "Yes", .no = "No", .act = std::move(act), .shown = true});
  };
  const Case cases[] = {
      {"F1's list", {"F1", "?", "Esc", "Q", "F11", "F12"}, [&] { settings.show_help = true; }},
      {"Save", {"Ctrl + S", "Esc", "Q", "F11", "F12"}, [&] { settings.menu = ViewMenu::kSave; }},
      {"gallery", {"F2", "Esc", "F11", "F12"}, [&] { settings.menu = ViewMenu::kGallery; }},
      {"question of Q", {"", "Esc", "Q", "F11", "F12"}, [&] { ask(command::Quit{true}); }},
      {"question about slow steps", {"", "Esc", "Q", "F11", "F12"}, [&] { ask(command::AddBoids{7}); }},
      {"question over Save",
       {"", "Esc", "Q", "F11", "F12"},
       [&] {
         settings.menu = ViewMenu::kSave;
         ask(command::Quit{true});
       }},
      {"open list", {"F1", "F2", "F5", "F11", "F12"}, [] {}, true},
  };
  for (const Case& one : cases) {
    for (const KeyUse& use : KeyActions::all()) {
      if (!use.act) continue;
      SCOPED_TRACE(std::string(one.name) + ": " + std::string(use.shown));
      open("book", 20);
      flock->steps(3);
      commands.clear();
      notices = {};
      one.open();
      const ViewSettings before = settings;
      const bool asked_before = notices.question().has_value();
      const auto place = camera->place_at(100, 100);
      InputEvent input{.kind = InputEvent::Kind::kKey, .control = use.stroke.control, .key = use.stroke.key};
      if (use.stroke.key == Key::kNone) {
        input.kind = use.stroke.control ? InputEvent::Kind::kKey : InputEvent::Kind::kCharacter;
        input.character = static_cast<uint32_t>(use.stroke.characters.front());
      }
      controls->handle(input, one.blocked);
      const bool commanded = !commands.empty();
      settle();
      std::string done = done_by(before, settings);
      if (commanded) done += "command ";
      if (notices.question().has_value() != asked_before) done += "answer ";
      if (!notices.text().empty()) done += notices.text();
      if (camera->place_at(100, 100) != place) done += "camera ";
      if (!flock->applied.empty() || flock->arrivals > 0) done += "flock ";
      EXPECT_EQ(!done.empty(), one.acting.contains(use.shown)) << done;
    }
    SCOPED_TRACE(one.name);
    open("book", 20);
    notices = {};
    one.open();
    const auto place = camera->place_at(100, 100);
    controls->handle({.kind = InputEvent::Kind::kScroll, .x = 5, .y = 5, .scroll = 3}, one.blocked);
    controls->handle({.kind = InputEvent::Kind::kPress, .x = 500, .y = 400}, one.blocked);
    controls->handle({.kind = InputEvent::Kind::kMove, .x = 600, .y = 400}, one.blocked);
    controls->handle({.kind = InputEvent::Kind::kRelease, .x = 600, .y = 400}, one.blocked);
    EXPECT_EQ(camera->place_at(100, 100), place);
    EXPECT_TRUE(events().empty());
  }
}

/// Its keys are looked up by Presentation.
TEST(Keys, APresentationTakesAllKeysButItsOwn) {
  std::set<std::string_view> acting;
  for (const KeyUse& use : KeyActions::all()) {
    if (!use.act) continue;
    InputEvent input{.control = use.stroke.control, .key = use.stroke.key};
    if (use.stroke.key == Key::kNone) input.character = static_cast<uint32_t>(use.stroke.characters.front());
    if (KeyActions::use_of(input, OnTop::kPresentation)) acting.insert(use.shown);
  }
  EXPECT_EQ(acting, (std::set<std::string_view>{"Right", "F5", "Esc", "Q", "F11"}));
}

}  // namespace
}  // namespace murmur

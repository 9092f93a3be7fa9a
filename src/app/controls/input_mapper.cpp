#include "app/controls/input_mapper.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "render/panel/widgets.h"
#include "render/scene/complete_look.h"
#include "sim/scenario/field_text.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kPaintPixels = 12.0;  // between brush strokes of a drag
constexpr double kSlowFlock = 200.0;   // [ms] a step: boids that are added on purpose may take some time
constexpr double kZoomPerNotch = 1.2;
constexpr double kPanPerNotch = 40.0;  // [pixels]
constexpr std::string_view kView = "view.";

/// As key_values() has those of a scenario.
KeyValues look_values(const Look& look) {
  KeyValues values;
  visit_look([&](const Field& field, auto member) {
    values[std::string(kView) + field.key] = SetValue(field_text(field, look.*member));
  });
  return values;
}

}  // namespace

bool InputMapper::send(PostedEvent posted) {
  // What the pointer does while a button is down is no value.
  const std::string key = posted.event.key;
  const bool pointer = table_of(key).table == "cursor" && (posted.tag.press != 0 || key == "cursor.at");
  const bool value = posted.event.kind == EventKind::kSet && !pointer && !takes_back_;
  const KeyValues before = value ? key_values(run_.expected().scenario) : KeyValues();
  try {
    run_.post(std::move(posted.event), posted.tag);
  } catch (const UserError& error) {
    // The user has just set it: the fault begins with the key, and needs no kind and no step of an event.
    std::string fault = error.what();
    const std::string before_key = fmt::format("set {}: ", key);
    if (const size_t at = fault.find(before_key); !key.empty() && at != std::string::npos)
      fault.erase(0, at + before_key.size());
    notices_.say(std::move(fault));
    return false;
  }
  if (value) values_.note({.key = key, .tag = posted.tag}, before, key_values(run_.expected().scenario));
  return true;
}

void InputMapper::note_look(const Look& before) {
  const KeyValues were = look_values(before), are = look_values(settings_.look);
  const auto differs =
      std::ranges::find_if(are, [&](const auto& one) { return were.at(one.first) != one.second; });
  if (differs != are.end()) values_.note({.key = differs->first, .tag = tag_}, were, are);
}

void InputMapper::set_look(const Event& event) {
  const LookOptions one =
      read_look(fmt::format("{} = {}", event.key.substr(kView.size()), event.value.text()));
  visit_look([&](const Field& field, auto member) {
    if (one.has(field.key)) settings_.look.*member = one.look.*member;
  });
  settings_.look = complete_look(settings_.look);
}

void InputMapper::take_back(int changes) {
  KeyValues now = look_values(settings_.look);
  now.merge(key_values(run_.expected().scenario));
  const std::vector<Event> events = changes > 0 ? values_.back(now) : values_.again(now);
  if (events.empty()) {
    notices_.say(fmt::format("no change of a value to {}; the bar below goes {} in time",
                             changes > 0 ? "take back" : "make again", changes > 0 ? "back" : "on"));
    return;
  }
  takes_back_ = true;
  const bool sent = std::ranges::all_of(events, [this](const Event& event) {
    if (!event.key.starts_with(kView)) return post(event);
    set_look(event);
    return true;
  });
  takes_back_ = false;
  if (!sent) return;
  const Event& last = events.back();
  notices_.say(last.value.empty() ? fmt::format("{} is off again", last.key)
                                  : fmt::format("{} = {} again", last.key, last.value.text()));
}

bool InputMapper::send_now(Event event) {
  if (run_.is_replay()) {
    notices_.say("this is a replay: what happens to the flock is in the log");
    return false;
  }
  return send({.event = std::move(event), .tag = tag_});
}

bool InputMapper::post(Event event) {
  const bool asks = !run_.is_replay() && asks_first(event, command::Post{{event, tag_}});
  return !asks && send_now(std::move(event));
}

/// A typing error such as a radius ten times too large makes all boids neighbours of each other.
bool InputMapper::asks_first(const Event& event, WindowCommand act) {
  const bool adds = event.kind == EventKind::kAdd;
  if (event.kind != EventKind::kSet && !adds) return false;
  const auto& [now, boids] = run_.expected();
  StepCost cost;
  try {
    // A brush adds with each stroke, and the scenario stays.
    cost = adds ? cost_of_change(cost_, now, boids, now, boids + event.count)
                : cost_of_change(cost_, now, boids, run_.after(event).scenario(), boids);
  } catch (const UserError&) {
    return false;  // the event is refused when it is posted, with a notice
  }
  if (!(adds ? cost.asks(kSlowFlock) : cost.asks())) return false;
  const std::string change = adds ? fmt::format("{} boids more make", grouped(event.count))
                                  : fmt::format("{} = {} makes", event.key, event.value.text());
  notices_.ask({.text = fmt::format("{} a step about {:.0f} times slower: about {} each.", change,
                                    cost.factor, duration_text(cost.ms)),
                .yes = adds ? "Add them" : "Set it",
                .no = "Cancel",
                .act = std::move(act)});
  return true;
}

void InputMapper::answer(bool yes) {
  const auto question = std::exchange(notices_.question(), std::nullopt);
  if (question && yes) commands_.push_back(question->act);
}

void InputMapper::end_input() {
  const bool moved = std::exchange(pointer_moved_, false);
  if (moved && (drag_ == Drag::kObstacle || drag_ == Drag::kGoal)) drag_thing();
  if (!moved || !cursor_on() || run_.is_replay()) return;
  set("cursor.at", camera_.place_at(pointer_x_, pointer_y_));
}

void InputMapper::press(const InputEvent& input) {
  tag_.press = ++presses_;
  x_ = input.x;
  y_ = input.y;
  const bool moves_camera =
      input.button == MouseButton::kMiddle || (input.button == MouseButton::kLeft && input.shift);
  if (moves_camera) {
    drag_ = camera_.dimensions() == 3 && !input.control ? Drag::kOrbit : Drag::kPan;
  } else if (input.button == MouseButton::kLeft && input.control) {
    choose_at(x_, y_);
  } else if (input.button == MouseButton::kLeft) {
    use_tool(x_, y_);
  } else {
    remove_at(x_, y_);
  }
}

void InputMapper::move(const InputEvent& input) {
  const double right = input.x - x_, down = input.y - y_;
  if (drag_ == Drag::kPaint) {
    const double length = std::hypot(right, down);
    const int strokes = static_cast<int>(length / kPaintPixels);
    for (int k = 0; k < strokes; ++k) {
      x_ += right / length * kPaintPixels;
      y_ += down / length * kPaintPixels;
      add_at(x_, y_);
    }
    return;
  }
  if (drag_ == Drag::kPan) camera_.pan(right, down);
  if (drag_ == Drag::kOrbit) {
    settings_.orbiting = false;
    camera_.orbit(right, down);
  }
  x_ = input.x;
  y_ = input.y;
}

/// Two fingers on a touchpad scroll sideways too: then, and with Shift, the picture is moved.
void InputMapper::scroll(const InputEvent& input) {
  if (input.control) {
    settings_.brush = std::clamp(settings_.brush * std::pow(kZoomPerNotch, input.scroll), 0.2, 8.0);
    notices_.say(fmt::format("size {:.1f} x", settings_.brush));
  } else if (input.shift || input.scroll_sideways != 0.0) {
    camera_.pan(kPanPerNotch * input.scroll_sideways, kPanPerNotch * input.scroll);
  } else {
    camera_.zoom(std::pow(kZoomPerNotch, input.scroll), input.x, input.y);
  }
}

void InputMapper::handle(const InputEvent& input, bool blocked) {
  using Kind = InputEvent::Kind;
  // A release ends a drag even over a control; F keys are not text input.
  if (blocked && input.kind != Kind::kRelease && input.kind != Kind::kKey) return;
  const bool function_key = input.key >= Key::kF1;
  if (blocked && input.kind == Kind::kKey && !function_key) return;  // of the text field
  if (input.kind == Kind::kPress || input.kind == Kind::kMove) {
    pointer_moved_ = pointer_moved_ || input.x != pointer_x_ || input.y != pointer_y_;
    pointer_x_ = input.x;
    pointer_y_ = input.y;
    settings_.pointer_x = input.x;
    settings_.pointer_y = input.y;
  }
  switch (input.kind) {
    case Kind::kPress:
      press(input);
      break;
    case Kind::kRelease:
      release();
      break;
    case Kind::kMove:
      move(input);
      break;
    case Kind::kScroll:
      scroll(input);
      break;
    case Kind::kCharacter:
    case Kind::kKey:
      type(input);
      break;
  }
}

}  // namespace murmur

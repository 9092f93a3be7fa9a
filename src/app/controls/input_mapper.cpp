#include "app/controls/input_mapper.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace murmur {
namespace {

constexpr double kZoomPerNotch = 1.2;
constexpr double kPanPerNotch = 40.0;  // [pixels]

}  // namespace

void InputMapper::press(const InputEvent& input) {
  changes_.begin_press();
  tools_.begin_press();
  const bool left = input.button == MouseButton::kLeft;
  if (input.button == MouseButton::kMiddle || (left && input.shift && !tools_.takes_shift()))
    drag_ = camera_.dimensions() == 3 && !input.control ? Drag::kOrbit : Drag::kPan;
  else if (left && input.control)
    tools_.follow_boid();
  else if (left)
    drag_ = tools_.use(drag_, input.shift);
  else
    tools_.remove();
}

void InputMapper::move(double right, double down) {
  tools_.move(drag_);
  if (drag_ == Drag::kPan) camera_.pan(right, down);
  if (drag_ == Drag::kOrbit) {
    settings_.orbiting = false;
    camera_.orbit(right, down);
  }
}

/// Zooms with the wheel. With Shift, or when two fingers on a touchpad scroll sideways, moves the picture instead.
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

OnTop InputMapper::on_top() const {
  if (notices_.question()) return OnTop::kQuestion;
  if (settings_.menu == ViewMenu::kOpen) return OnTop::kOpen;
  if (settings_.menu != ViewMenu::kNone)
    return settings_.menu == ViewMenu::kSave ? OnTop::kSave : OnTop::kGallery;
  return settings_.show_help ? OnTop::kHelp : OnTop::kNothing;
}

void InputMapper::handle(const InputEvent& input, bool blocked) {
  using Kind = InputEvent::Kind;
  // A release ends a drag even over a control, and F keys are never text input.
  if (blocked && input.kind != Kind::kRelease && input.kind != Kind::kKey) return;
  const bool function_key = input.key >= Key::kF1;
  if (blocked && input.kind == Kind::kKey && !function_key) return;  // a text field takes the key
  const OnTop open = on_top();
  if (open != OnTop::kNothing && (input.kind == Kind::kPress || input.kind == Kind::kScroll)) return;
  const double right = input.x - settings_.pointer_x, down = input.y - settings_.pointer_y;
  if (input.kind == Kind::kPress || input.kind == Kind::kMove) tools_.point_at(input.x, input.y);
  switch (input.kind) {
    case Kind::kPress:
      press(input);
      break;
    case Kind::kRelease:
      tools_.release(std::exchange(drag_, Drag::kNone));
      changes_.end_press();
      break;
    case Kind::kMove:
      move(right, down);
      break;
    case Kind::kScroll:
      scroll(input);
      break;
    case Kind::kCharacter:
    case Kind::kKey:
      keys_.type(input, open);
      break;
  }
}

}  // namespace murmur

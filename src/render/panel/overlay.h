// The text over the picture and the panel beside it: owns Dear ImGui, and draws into the bound framebuffer. Shows
// the given values and changes nothing. Used by the view command.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "render/panel/letters.h"
#include "render/panel/menu.h"
#include "render/panel/overlay_input.h"
#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"
#include "render/scene/camera.h"

namespace murmur {

class PlateStack;

inline constexpr float kLeastWidthForText = 240.0f;  ///< least width of a picture with text [usual pixels]

class Overlay {
 public:
  /// `window`: null for an overlay without a window (films, tests), which gets no input. Existing callbacks of the window are still called.
  Overlay(GLFWwindow* window, float scale);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  /// Draws the text of a frame into the bound framebuffer of this size. `panel`: called once to fill the panel, if there is room for it.
  void draw(int width, int height, const OverlayStatus& status, bool show_status,
            const std::function<void(Widgets&)>& panel = {});

  OverlayInput& input() { return *input_; }

  /// Margins of the picture that text, tools and time bar cover, whether or not they are shown now.
  const Margins& margins() const { return margins_; }
  /// Input of the user to the overlay in the last frame.
  const OverlayUse& use() const { return use_; }

  /// Sets the scale of text and controls, which depends on the display.
  void set_scale(float scale);
  float scale() const { return scale_; }
  const Widgets& widgets() const { return widgets_; }
  /// Scrolls the panel to a section, and gives the focus to a name in it.
  void type_in(const std::string& section, const std::string& name) {
    widgets_.go_to(section);
    widgets_.type_in(name);
  }

  bool wants_mouse() const;  ///< the pointer is on a control, or drags one
  /// Whether a press, or the wheel, at this point of the picture [pixels] is for a control.
  bool takes_press(double x, double y) const;
  bool wants_keyboard() const;  ///< text is being typed into a control, or a list is open

 private:
  void make_font();
  PlateStack draw_plates(const OverlayStatus& status, bool text, float width, float foot);
  void draw_message(const OverlayStatus& status, float width, float foot, PlateStack& stack);
  void note_plates();
  void ask(const OverlayStatus& status, float width, float height);

  float scale_;
  Widgets widgets_;
  Letters letters_;
  std::optional<OverlayInput> input_;
  OverlayUse use_;
  Margins margins_;
  float status_width_ = 0.0f, status_bottom_ = 0.0f;  // width of the picture, lower end of the status
  MenuState menu_;
};

}  // namespace murmur

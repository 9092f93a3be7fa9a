// The bar of tools at the picture's left edge: a drawing and the number of its key for each, the name and the use in a tooltip; below
// them the size and the strength of what they do. Drawn with Dear ImGui, within a frame of Overlay.
#pragma once

#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"

namespace murmur {

/// What was done with the bar in a frame, and where it ends.
struct ToolUse {
  int tool = -1;                      ///< the tool whose button was pressed; -1: none
  double size = 0.0, strength = 0.0;  ///< new values that the user set; 0: unchanged
  float top = 0.0f, foot = 0.0f;      ///< upper and lower end of the bar [pixels]
};

struct ToolBarShape {
  int columns = 0;
  float button = 0.0f, width = 0.0f, height = 0.0f;  ///< [pixels]; button: the width of one
};
/// The shape with as few columns as fit into a height of `room` [pixels].
ToolBarShape tool_bar_shape(const ToolBar& bar, float room, float scale);
/// Draws the bar in the middle of the picture's `height`, but between `top` and `bottom` if there is room [pixels].
ToolUse draw_tool_bar(const ToolBar& bar, const ToolBarShape& shape, Widgets& widgets, float top,
                      float bottom, float height, float scale);

}  // namespace murmur

// The list of mouse uses and keys over the picture, in two columns where there is room. Drawn with Dear ImGui, within a frame of Overlay.
#pragma once

#include <span>

#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"

namespace murmur {

/// Draws the list. `picture`, `window`: widths, `height`: free height [pixels]. @returns whether the button "Close" was pressed.
bool draw_help(std::span<const HelpRow> rows, Widgets& widgets, float picture, float window, float height,
               float scale);

}  // namespace murmur

// The list of mouse and keys over the picture, in two columns where there is room. Drawn with Dear ImGui, within a frame of Overlay.
#pragma once

#include <span>

#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"

namespace murmur {

/// `picture`, `window`: their widths, `height`: that is free [pixels]. @returns whether its button "Close" was pressed.
bool draw_help(std::span<const HelpRow> rows, Widgets& widgets, float picture, float window, float height,
               float scale);

}  // namespace murmur

// The list of mouse and keys that F1 shows. Drawn with Dear ImGui, within a frame of Overlay.
#pragma once

#include <span>

#include "render/panel/overlay_status.h"

namespace murmur {

/// `picture`, `window`: their widths [pixels]. A list too wide for the picture covers the panel; one too high is
/// scrolled with the wheel.
void draw_help(std::span<const HelpRow> rows, float picture, float window, float height, float scale);

}  // namespace murmur

// A menu over the picture: a list of buttons, or tiles with a picture and a line each. Drawn with Dear ImGui, within a
// frame of Overlay. Does nothing by itself.
#pragma once

#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"

namespace murmur {

constexpr int kNoChoice = -1, kMenuClosed = -2;

/// `width`, `height`: of the picture [pixels]. @returns the index of the chosen entry, kNoChoice or kMenuClosed.
int draw_menu(const Menu& menu, Widgets& widgets, float width, float height, float scale);

}  // namespace murmur

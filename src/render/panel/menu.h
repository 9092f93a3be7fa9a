// A menu over the picture: a list of buttons, or tiles with a picture and a line each. Drawn with Dear ImGui, within
// a frame of Overlay. Only returns the choice.
#pragma once

#include <string>

#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"

namespace murmur {

/// The text that the user has typed, and the chosen tile, while a menu of tiles is open.
struct MenuState {
  bool open = false;
  std::string filter;
  size_t chosen = 0;  ///< index among the shown tiles, for Enter
};

/// Draws a menu into a picture of this size [pixels]. @returns the index of the chosen entry, kNoChoice or kMenuClosed.
int draw_menu(const Menu& menu, MenuState& state, Widgets& widgets, float width, float height, float scale);
/// Draws a menu of tiles (menu_tiles.cpp), as draw_menu() does.
int draw_tiles(const Menu& menu, MenuState& state, Widgets& widgets, float width, float height, float scale);

}  // namespace murmur

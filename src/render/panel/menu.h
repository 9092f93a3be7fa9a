// A menu over the picture: a list of buttons, or tiles with a picture and a line each. Drawn with Dear ImGui, within a
// frame of Overlay. Does nothing by itself.
#pragma once

#include <string>

#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"

namespace murmur {

/// What the user has typed and chosen in a menu of tiles while it is open.
struct MenuState {
  bool open = false;
  std::string filter;
  size_t chosen = 0;  ///< index among the tiles that are shown: Enter takes it
};

/// `width`, `height`: of the picture [pixels]. @returns the index of the chosen entry, kNoChoice or kMenuClosed.
int draw_menu(const Menu& menu, MenuState& state, Widgets& widgets, float width, float height, float scale);
/// Draws a menu of tiles, in menu_tiles.cpp. Arguments and result are those of draw_menu().
int draw_tiles(const Menu& menu, MenuState& state, Widgets& widgets, float width, float height, float scale);

}  // namespace murmur

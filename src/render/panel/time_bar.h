// The bar below the picture that shows the present step among those that can be gone to, with undo and redo. Drawn
// with Dear ImGui, within a frame of Overlay. Goes nowhere by itself: the frame loop does.
#pragma once

#include <cstdint>
#include <optional>

#include "render/panel/overlay_status.h"
#include "render/panel/widgets.h"

namespace murmur {

struct TimeUse {
  std::optional<int64_t> step;  ///< where the pointer drags it
  int undo = 0;                 ///< 1 undoes an act, -1 redoes one
};

float time_bar_room(float scale);  ///< height at the picture's lower edge, margin included [pixels]
/// Height of the bar [pixels]; 0: there is nothing to show.
float time_bar_height(const TimeBar& bar, float scale);
TimeUse draw_time_bar(const TimeBar& bar, Widgets& widgets, float width, float height, float scale);

}  // namespace murmur

// Small texts at places in the picture, under the overlay's windows. Drawn by Dear ImGui, between the
// overlay's frame and its rendering. Used by Overlay; filled by BoidInspector.
#pragma once

#include <string>
#include <vector>

namespace murmur {

struct Label {
  float x = 0.0f, y = 0.0f;  ///< upper left corner [pixels]; moved to stay inside the picture
  std::string text;          ///< may have several lines
  bool strong = false;       ///< the boid is the followed one
};

/// `width`, `height`: of the picture [pixels].
void draw_labels(const std::vector<Label>& labels, float scale, float width, float height);

}  // namespace murmur

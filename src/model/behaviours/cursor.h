// Cursor: boids near the mouse flee it or are drawn to it (the blog's player). Without a mouse, [cursor] places it.
#pragma once

#include "model/behaviours/displacement.h"

namespace murmur {

template <class T, int D>
MURMUR_HD void add_cursor(const Parameters<T, D>& q, const Vec<T, D>& p, Vec<T, D>& dv) {
  const Behaviours<T, D>& b = q.behaviours;
  if (b.cursor_mode == CursorMode::kNone) return;
  const T push = b.cursor_mode == CursorMode::kFlee ? b.cursor_push : T(0) - b.cursor_push;
  flee(q.world, b.cursor_at, b.cursor_radius_squared, push, p, dv);
}

}  // namespace murmur

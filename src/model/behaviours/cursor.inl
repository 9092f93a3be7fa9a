// Cursor: boids near it flee it or are attracted (the blog's player). The mouse or [cursor] sets its place.

template <Own T, int D, class S>
MURMUR_INLINE void add_cursor(const Parameters<S, D>& q, const Vec<T, D>& p, Vec<T, D>& dv) {
  const Behaviours<S, D>& b = q.behaviours;
  if (b.cursor_mode == CursorMode::kNone) return;
  const S push = b.cursor_mode == CursorMode::kFlee ? b.cursor_push : S(0) - b.cursor_push;
  flee(q.world, b.cursor_at, b.cursor_radius_squared, push, p, dv);
}

// Cursor: boids near the cursor flee it or are attracted (the blog's player). The mouse or [cursor] sets its position.

template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_cursor(const Parameters<S, D>& q, const Vec<T, D>& p, Vec<T, D>& dv) {
  const auto& cursor = q.behaviours.cursor;
  if (!cursor.acts) return;
  const S push = cursor.mode == CursorMode::kFlee ? cursor.push : S(0) - cursor.push;
  flee(q.world, cursor.at, cursor.radius, push, p, dv);
}

// load_bodies and store_bodies for one boid, as update_row.inl and finish_block.inl call them.

template <int D>
MURMUR_INLINE void load_bodies(const Body<float, D>* bodies, Vec<float, D>& p, Vec<float, D>& v) {
  p = bodies->p;
  v = bodies->v;
}
template <int D>
MURMUR_INLINE void store_bodies(const Vec<float, D>& p, const Vec<float, D>& v, Body<float, D>* bodies,
                                uint32_t) {
  bodies->p = p;
  bodies->v = v;
}

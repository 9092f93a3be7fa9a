// The sums of boid i over its neighbours. A new term is a member here that steering.inl uses; no walker or backend changes.

/// A Sum (pair.inl) over V and S (docs/model.md), in the contract's order.
template <Arithmetic T, int D>
struct NeighbourSum {
  T count = T(0);  // n, the number of neighbours
  // Numbers s, n_a and n_c of separated, aligned and cohering neighbours. Plain pairs leave them 0, because n_a = n_c
  // = n. With species, n_a and n_c are sums of |factors|.
  T separated = T(0), aligned = T(0), cohered = T(0);
  T catchers = T(0);  // number of boids that catch this one
  Vec<T, D> velocity{};
  Vec<T, D> cohesion{};  // sum of d_ij, of p_j for position-sum, of unit(d_ij) for directions
  Vec<T, D> separation{};

  MURMUR_INLINE NeighbourSum() {
    for (int k = 0; k < D; ++k) velocity[k] = cohesion[k] = separation[k] = T(0);
  }

  template <class Pairs, class J>
  MURMUR_INLINE void add(const Pairs& pairs, const J& j, const MaskOf<T>& near, const MaskOf<T>& close) {
    pairs.add(*this, j, near, close);
  }
};

// The sums of boid i over its neighbours. A new term is a member here, and steering.inl uses it; all walkers and backends then have it.

/// A Sum (pair.inl): the sums over V and S (docs/model.md), each in the contract's order.
template <Arithmetic T, int D>
struct NeighbourSum {
  T count = T(0);  // n
  // s, n_a and n_c. Plain pairs leave them at 0, and n_a = n_c = n. With species n_a and n_c are sums of |factors|.
  T separated = T(0), aligned = T(0), cohered = T(0);
  T catchers = T(0);  // boids that catch this one
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

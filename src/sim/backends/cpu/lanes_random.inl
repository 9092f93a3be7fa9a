// The random numbers of base/random.h for a block of boids, one per lane. Included by lanes_step.cpp after lanes.inl.

/// Random numbers of a block. All lanes draw the k-th number of their boid together. A draw after unit_vector() would
/// differ from Random's, because lanes need different numbers of tries.
class LaneRandom {
 public:
  using Unsigned = hn::RebindToUnsigned<Tag>;
  using Bits = hn::Vec<Unsigned>;

  MURMUR_INLINE LaneRandom(uint64_t seed, Stream stream, const uint32_t* ids, uint64_t step)
      : id_(hn::LoadU(Unsigned(), ids)),
        key_{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)},
        step_(static_cast<uint32_t>(step)),
        tag_(static_cast<uint32_t>(stream) | (static_cast<uint32_t>(step >> 32) << 8)) {}

  MURMUR_INLINE Lanes uniform() {
    const hn::RebindToSigned<Tag> ints;
    const Bits high = hn::ShiftRight<8>(bits());
    return Lanes(hn::ConvertTo(Tag(), hn::BitCast(ints, high))) * Lanes(5.9604644775390625e-8f);
  }

  template <int D>
  MURMUR_INLINE Vec<Lanes, D> unit_vector() {
    Vec<Lanes, D> found;
    for (int k = 0; k < D; ++k) found[k] = Lanes(0.0f);
    LaneMask missing{hn::FirstN(Tag(), static_cast<size_t>(kLanesOf<Lanes>))};
    while (any(missing)) {
      Vec<Lanes, D> p;
      for (int k = 0; k < D; ++k) p[k] = Lanes(2.0f) * uniform() - Lanes(1.0f);
      const Lanes square = dot(p, p);
      const LaneMask good = both(missing, both(square<Lanes(1.0f), square> Lanes(1e-6f)));
      for (int k = 0; k < D; ++k) found[k] = select(good, p[k], found[k]);
      missing.m = hn::AndNot(good.m, missing.m);
    }
    return found / square_root(dot(found, found));
  }

 private:
  MURMUR_INLINE Bits bits() {
    if (used_ == 4) {
      draw();
      used_ = 0;
    }
    return block_[used_++];
  }

  /// Philox4x32-10 (Salmon et al., SC 2011), with the same bits as r123::Philox4x32.
  MURMUR_INLINE void draw() {
    const Unsigned d;
    Bits a = id_, b = hn::Set(d, step_), c = hn::Set(d, tag_), e = hn::Set(d, round_++);
    uint32_t key_0 = key_[0], key_1 = key_[1];
    for (int round = 0; round < 10; ++round) {
      Bits high_0, low_0, high_1, low_1;
      multiply(a, 0xD2511F53u, high_0, low_0);
      multiply(c, 0xCD9E8D57u, high_1, low_1);
      a = hn::Xor(hn::Xor(high_1, b), hn::Set(d, key_0));
      b = low_1;
      c = hn::Xor(hn::Xor(high_0, e), hn::Set(d, key_1));
      e = low_0;
      key_0 += 0x9E3779B9u;
      key_1 += 0xBB67AE85u;
    }
    block_[0] = a;
    block_[1] = b;
    block_[2] = c;
    block_[3] = e;
  }

  /// Upper and lower halves of the products of a and `factor`.
  MURMUR_INLINE static void multiply(const Bits& a, uint32_t factor, Bits& high, Bits& low) {
    const Unsigned d;
    const hn::RepartitionToWide<Unsigned> wide;
    const Bits f = hn::Set(d, factor);
    const auto even = hn::MulEven(a, f);
    const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, a))), f);
    high = hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
    low = hn::Mul(a, f);
  }

  Bits id_, block_[4];
  uint32_t key_[2], step_, tag_, round_ = 0;
  int used_ = 4;
};

MURMUR_INLINE LaneRandom numbers_of(uint64_t seed, Stream stream, const uint32_t* ids, uint64_t step) {
  return {seed, stream, ids, step};
}

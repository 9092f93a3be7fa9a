// Fused multiply-add of four floats with IEEE 754 bits in SIMD128, computed through doubles (method:
// base/exact_fma.h). Included by lanes.inl for WebAssembly.

/// Computes lanes one by one, for sums whose double rounding may differ from a single rounding.
__attribute__((noinline, cold)) inline v128_t fma_one_by_one(v128_t a, v128_t b, v128_t c) {
  alignas(16) float x[4], y[4], z[4];
  wasm_v128_store(x, a);
  wasm_v128_store(y, b);
  wasm_v128_store(z, c);
  for (int k = 0; k < 4; ++k) z[k] = ::murmur::exact_fma(x[k], y[k], z[k]);
  return wasm_v128_load(z);
}

/// Mask of lanes whose sums need fma_one_by_one(); `low` has the doubles of lanes 0 and 1, `high` of 2 and 3.
MURMUR_INLINE v128_t rare_roundings(v128_t low, v128_t high) {
  const v128_t mantissas = wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);  // lower words of the doubles
  const v128_t tops = wasm_i32x4_shuffle(low, high, 1, 3, 5, 7);       // sign, exponent, 20 bits
  const v128_t tie = wasm_i32x4_eq(wasm_i32x4_shl(mantissas, 3), wasm_i32x4_const_splat(INT32_MIN));
  // 0 < |s| < 2^-126: 2 top - 1 is below 0x701fffff without signs. 0 is exact, and frequent: a boid's distance from itself.
  const v128_t tiny =
      wasm_i32x4_lt(wasm_i32x4_add(wasm_i32x4_shl(tops, 1), wasm_i32x4_const_splat(0x7fffffff)),
                    wasm_i32x4_const_splat(static_cast<int32_t>(0xf01fffffu)));
  return wasm_v128_or(tie, tiny);
}

MURMUR_INLINE Lanes fused(const Lanes& x, const Lanes& y, const Lanes& z) {
  const v128_t a = x.v.raw, b = y.v.raw, c = z.v.raw;
  const v128_t a_high = wasm_i32x4_shuffle(a, a, 2, 3, 2, 3), b_high = wasm_i32x4_shuffle(b, b, 2, 3, 2, 3),
               c_high = wasm_i32x4_shuffle(c, c, 2, 3, 2, 3);
  const v128_t low =
      wasm_f64x2_add(wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(b)),
                     wasm_f64x2_promote_low_f32x4(c));
  const v128_t high = wasm_f64x2_add(
      wasm_f64x2_mul(wasm_f64x2_promote_low_f32x4(a_high), wasm_f64x2_promote_low_f32x4(b_high)),
      wasm_f64x2_promote_low_f32x4(c_high));
  v128_t sum;
  if (__builtin_expect(wasm_v128_any_true(rare_roundings(low, high)), 0)) {
    sum = fma_one_by_one(a, b, c);
  } else {
    sum =
        wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 1, 4, 5);
  }
  return hn::Vec<Tag>{sum};
}

// Replaces Random123's header, which needs the standard library: Philox4x32-10 (Salmon et al., SC 2011) with the same
// names and results.
#pragma once

namespace r123 {

struct Philox4x32 {
  struct ctr_type {
    unsigned int v[4];
    __device__ unsigned int operator[](int k) const { return v[k]; }
  };
  struct key_type {
    unsigned int v[2];
  };

  __device__ ctr_type operator()(ctr_type c, key_type key) const {
#pragma unroll
    for (int round = 0; round < 10; ++round) {
      const unsigned long a = 0xD2511F53ul * c.v[0], b = 0xCD9E8D57ul * c.v[2];
      c = {{static_cast<unsigned int>(b >> 32) ^ c.v[1] ^ key.v[0], static_cast<unsigned int>(b),
            static_cast<unsigned int>(a >> 32) ^ c.v[3] ^ key.v[1], static_cast<unsigned int>(a)}};
      key.v[0] += 0x9E3779B9u;
      key.v[1] += 0xBB67AE85u;
    }
    return c;
  }
};

}  // namespace r123

// A pointer with a size: an array that something else owns, in the memory of whoever reads it.
#pragma once

#include <cstdint>

#include "base/qualifiers.h"

namespace murmur {

template <class T>
struct View {
  const T* data = nullptr;
  int64_t size = 0;

  MURMUR_HD const T& operator[](int64_t k) const { return data[k]; }
};

}  // namespace murmur

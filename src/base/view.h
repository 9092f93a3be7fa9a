// A pointer with a size: a view of an array in the memory of the code that reads it. Owns nothing.
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

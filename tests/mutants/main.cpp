// A small program of one backend, whose sources are compiled into it (reference.cpp, cpu.cpp, device.cpp, lanes.cpp
// here), for tools/mutate.py: exits 0 when all bits are those of tests/golden/model_bits.txt. Stops at the first that
// differs.
#include <cstdio>
#include <exception>

#include "support/model_cases.h"

std::unique_ptr<murmur::Backend<float>> backend_to_test();

int main() {
  try {
    const auto known = murmur::known_model_bits();
    if (known.empty()) return 2;
    for (const murmur::ModelCase& one : murmur::model_cases()) {
      if (murmur::bits_of(one, backend_to_test()) == known.at(one.name)) continue;
      std::printf("%s\n", one.name.c_str());
      return 1;
    }
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
  return 0;
}

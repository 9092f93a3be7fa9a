// The bits of every part of the model, pinned: on the reference, each instruction set of cpu, and the device pipeline. They
// change only when the model does; then MURMUR_PRINT_BITS=1 prints the new file.
#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "support/flock_on.h"
#include "support/model_cases.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

TEST(ModelBits, AreThoseOfTheFile) {
  const auto known = known_model_bits();
  const bool print = std::getenv("MURMUR_PRINT_BITS") != nullptr;
  for (const ModelCase& one : model_cases()) {
    if (print) {
      fmt::print("{} {:016x}\n", one.name, bits_of(one, make_reference_float()));
      continue;
    }
    ASSERT_TRUE(known.contains(one.name)) << one.name;
    const uint64_t right = known.at(one.name);
    EXPECT_EQ(bits_of(one, make_reference_float()), right) << one.name;
    for (const Simd simd : available_simds())
      EXPECT_EQ(bits_of(one, make_cpu({.threads = 2, .simd = simd})), right)
          << one.name << " " << simd_name(simd);
    EXPECT_EQ(bits_of(one, flock_on(std::make_shared<SerialDevice>())), right)
        << one.name << " on the device";
  }
}

}  // namespace
}  // namespace murmur

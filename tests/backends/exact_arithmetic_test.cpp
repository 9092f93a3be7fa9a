// A library in the process may flush denormals, round otherwise or unmask exceptions: before a flock begins, between its steps and
// in the threads of its backend. The bits are those of an untouched process, and the caller's state is as it was.
#include <cfenv>
#include <functional>
#include <memory>
#include <ostream>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/ranks/ranks_backend.h"
#include "sim/util/exact_arithmetic.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"
#include "support/thread_ranks.h"

namespace murmur {
namespace {

struct Mode {
  const char* name;
  std::function<void()> set;
  std::function<bool()> is_set;
};
void PrintTo(const Mode& mode, std::ostream* out) { *out << mode.name; }

Mode rounding(const char* name, int mode) {
  return {name, [mode] { std::fesetround(mode); }, [mode] { return std::fegetround() == mode; }};
}

std::vector<Mode> modes() {
  std::vector<Mode> all{rounding("up", FE_UPWARD), rounding("down", FE_DOWNWARD),
                        rounding("zero", FE_TOWARDZERO)};
#if defined(__x86_64__)
  constexpr unsigned kFlush = 0x8040;  // FTZ and DAZ, as -ffast-math sets them
  all.push_back(
      {"flush", [] { _mm_setcsr(_mm_getcsr() | kFlush); }, [] { return (_mm_getcsr() & kFlush) == kFlush; }});
#endif
#if defined(__GLIBC__)
  constexpr int kTraps = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT;
  all.push_back({"trap", [] { feenableexcept(kTraps); }, [] { return fegetexcept() == kTraps; }});
#endif
  return all;
}

/// Slow boids on a steep hill, whose speeds become denormal, and a flock of which every sum rounds.
ScenarioSource slow() {
  return scenario_of(R"(preset = "book"
boids = 300
rules = { max_speed = 1.0, separation = { weight = 0 }, alignment = { weight = 0 }, cohesion = { weight = 0 } }
[terrain]
hill = { at = [320.0, 240.0], radius = 1000.0, height = 60.0 }
)");
}
ScenarioSource busy() { return scenario_of("preset = \"starlings\"\nboids = 400\n[noise]\namount = 0.1\n"); }

constexpr int kSteps = 100;

/// The hash at the end; `between` runs before each step and each event, in this thread.
uint64_t flown(const ScenarioSource& source, const std::function<std::unique_ptr<Backend<float>>()>& make,
               const std::function<void()>& between = {}) {
  const auto call = [&] {
    if (between) between();
  };
  call();
  Simulation<float> run(source, make());
  for (int step = 0; step < kSteps; ++step) {
    call();
    if (step == 20) run.post({.kind = EventKind::kSet, .key = "world.boundary", .value = "\"wrap\""});
    call();
    run.advance();
    if (step == 50) {
      const State<float> state = run.state();
      call();
      run.restore(run.run_state(), state);
    }
  }
  call();
  const ExactArithmetic exact;
  return run.hash();
}

class ArithmeticOf : public testing::TestWithParam<Mode> {
 protected:
  void TearDown() override { std::fesetenv(FE_DFL_ENV); }
};

TEST_P(ArithmeticOf, ProcessDoesNotChangeBits) {
  const auto cpu = [] { return make_cpu({3, Simd::kAuto, 0}); };
  const std::function<std::unique_ptr<Backend<float>>()> makes[] = {
      [] { return make_reference_float(); },
      [] {
        return make_cpu({1, Simd::kScalar, 0});
      },
      cpu, [] { return flock_on(std::make_shared<SerialDevice>()); }};
  for (const ScenarioSource& source : {slow(), busy()}) {
    const uint64_t right = flown(source, cpu);
    for (const auto& make : makes) {
      EXPECT_EQ(flown(source, make, GetParam().set), right) << make()->name();
      std::fesetenv(FE_DFL_ENV);
    }
  }
}

TEST_P(ArithmeticOf, CallerKeepsItsState) {
  Simulation<float> run(busy(), make_cpu({2, Simd::kAuto, 0}));
  GetParam().set();
  run.post({.kind = EventKind::kStartle, .steps = 3});
  run.advance();
  EXPECT_TRUE(GetParam().is_set());
}

TEST_P(ArithmeticOf, RankDoesNotChangeBits) {
  const ScenarioSource source = slow();
  const uint64_t right = flown(source, [] { return make_cpu({1, Simd::kAuto, 0}); });
  uint64_t found = 0;
  GetParam().set();  // the threads that serve begin with it
  with_thread_ranks(3, [&](Ranks& ranks) {
    found = flown(
        source,
        [&] {
          return make_ranks_backend(ranks, {2, Simd::kAuto, 0}, nullptr);
        },
        GetParam().set);
    std::fesetenv(FE_DFL_ENV);
  });
  EXPECT_EQ(found, right);
}

INSTANTIATE_TEST_SUITE_P(Modes, ArithmeticOf, testing::ValuesIn(modes()),
                         [](const auto& mode) { return std::string(mode.param.name); });

}  // namespace
}  // namespace murmur

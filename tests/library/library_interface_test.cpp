// What stays in the C interface: the types of its functions, the places of the members of its structs, and the numbers. A program
// that was compiled with an earlier murmur.h depends on them; what is here may be added to, never changed. The C++ wrapper, too.
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "murmur.hpp"

namespace {

template <class... Arguments>
using Call = int(Arguments...);
template <auto function, class Type>
constexpr bool kIs = std::is_same_v<decltype(function), Type*>;
using Of = const murmur_flock*;
using Make = Call<const char*, const murmur_options*, murmur_flock**>;
using Text = Call<Of, char*, size_t, size_t*>;

static_assert(kIs<murmur_version, const char*()> && kIs<murmur_error, const char*()>);
static_assert(kIs<murmur_from_text, Make> && kIs<murmur_from_file, Make>);
static_assert(kIs<murmur_from_preset, Make> && kIs<murmur_load, Make>);
static_assert(kIs<murmur_free, void(murmur_flock*)>);
static_assert(kIs<murmur_step, Call<murmur_flock*, int64_t>>);
static_assert(kIs<murmur_event, Call<murmur_flock*, const char*>>);
static_assert(kIs<murmur_save, Call<Of, const char*>>);
static_assert(kIs<murmur_count, int64_t(Of)> && kIs<murmur_step_number, int64_t(Of)>);
static_assert(kIs<murmur_dimensions, int32_t(Of)>);
static_assert(kIs<murmur_hash, Call<Of, uint64_t*>>);
static_assert(kIs<murmur_metric, Call<Of, const char*, double*>>);
static_assert(kIs<murmur_world, Call<Of, double*>>);
static_assert(kIs<murmur_scenario, Text> && kIs<murmur_backend, Text>);
static_assert(kIs<murmur_view, Call<murmur_flock*, const char*, murmur_column*>>);
static_assert(kIs<murmur_copy, Call<Of, const char*, void*, size_t>>);

static_assert(MURMUR_DONE == 0 && MURMUR_FAILED == 1 && MURMUR_WRONG == 2);
static_assert(MURMUR_FLOAT32 == 1 && MURMUR_UINT32 == 2);

static_assert(offsetof(murmur_options, size) == 0 && offsetof(murmur_options, backend) == 8);
static_assert(offsetof(murmur_options, simd) == 16 && offsetof(murmur_options, log) == 24);
static_assert(offsetof(murmur_options, threads) == 32 && offsetof(murmur_options, gpu) == 36);
static_assert(sizeof(murmur_column) == 40 && offsetof(murmur_column, data) == 0);
static_assert(offsetof(murmur_column, count) == 8 && offsetof(murmur_column, stride) == 16);
static_assert(offsetof(murmur_column, width) == 24 && offsetof(murmur_column, type) == 28);
static_assert(offsetof(murmur_column, device) == 32);

using murmur::Flock;

TEST(LibraryWrapper, HasAllOfTheInterface) {
  Flock flock = Flock::from_text("preset = \"book\"\nseed = 3");
  flock.event(R"({"kind":"add","at":[10,20],"count":2})");
  flock.step(5);
  EXPECT_EQ(flock.count(), 102);
  EXPECT_EQ(flock.step_number(), 5);
  EXPECT_EQ(flock.dimensions(), 2);
  EXPECT_EQ(flock.world(), (std::vector<double>{640, 480}));
  EXPECT_GT(flock.metric("polarisation"), 0);
  EXPECT_NE(flock.scenario().find("seed = 3"), std::string::npos);
  EXPECT_EQ(flock.backend().find('\0'), std::string::npos);
  std::vector<float> copy(204);
  flock.copy<float>("position", copy);
  const auto position = flock.view<float>("position");
  const auto id = flock.view<uint32_t>("id");
  ASSERT_EQ(position.size(), 102u);
  for (size_t i = 0; i < position.size(); ++i)
    for (size_t k = 0; k < 2; ++k) EXPECT_EQ(position[i][k], copy[id[i][0] * 2 + k]);
}

TEST(LibraryWrapper, FailuresAreExceptions) {
  Flock flock = Flock::from_preset("book", {.threads = 1});
  EXPECT_THROW(flock.view<uint32_t>("position"), murmur::Error);
  EXPECT_THROW(flock.copy<float>("position", {}), murmur::Error);
  Flock moved = std::move(flock);
  EXPECT_THROW(flock.step(), murmur::Error);  // NOLINT(bugprone-use-after-move): a null flock is refused
  EXPECT_THROW(flock.count(), murmur::Error);
  moved.step();
  try {
    Flock::from_preset("nothing");
    FAIL();
  } catch (const murmur::Error& error) {
    EXPECT_EQ(error.status, MURMUR_WRONG);
    EXPECT_NE(std::string(error.what()).find("nothing"), std::string::npos);
  }
}

}  // namespace

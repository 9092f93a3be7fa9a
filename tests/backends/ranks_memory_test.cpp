// A rank holds no more memory than its share of the flock and its halo need in one process. Counts what `new` gives to each thread:
// the ranks are threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "sim/backends/cpu/cpu.h"
#include "sim/ranks/ranks_backend.h"
#include "sim/run/simulation.h"
#include "support/lockstep.h"
#include "support/thread_ranks.h"

namespace {

/// What one thread has been given and has not given back, and the most of it; several threads may free it.
struct MemoryCount {
  std::atomic<int64_t> now{0}, most{0};
};
constexpr size_t kThreads = 64;
std::array<MemoryCount, kThreads> held_by;
std::atomic<size_t> threads{0};

MemoryCount& held_by_this_thread() {
  thread_local const size_t mine = threads++ % kThreads;
  return held_by[mine];
}

/// Before each block that `new` gives.
struct alignas(std::max_align_t) Tag {
  MemoryCount* owner;
  size_t bytes;
};

/// Null when there is no memory.
void* take(size_t bytes) noexcept {
  auto* const tag = static_cast<Tag*>(std::malloc(sizeof(Tag) + bytes));
  if (!tag) return nullptr;
  *tag = {&held_by_this_thread(), bytes};
  const int64_t now = tag->owner->now += static_cast<int64_t>(bytes);
  if (now > tag->owner->most) tag->owner->most = now;
  return tag + 1;
}

void* take_or_throw(size_t bytes) {
  if (void* const block = take(bytes)) return block;
  throw std::bad_alloc();
}

void give_back(void* block) noexcept {
  if (!block) return;
  auto* const tag = static_cast<Tag*>(block) - 1;
  tag->owner->now -= static_cast<int64_t>(tag->bytes);
  std::free(tag);
}

}  // namespace

// All forms without alignment: the address sanitizer has its own for each that is missing, and those give blocks without a tag.
void* operator new(size_t bytes) { return take_or_throw(bytes); }
void* operator new[](size_t bytes) { return take_or_throw(bytes); }
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return take(bytes); }
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept { return take(bytes); }
void operator delete(void* block) noexcept { give_back(block); }
void operator delete[](void* block) noexcept { give_back(block); }
void operator delete(void* block, size_t) noexcept { give_back(block); }
void operator delete[](void* block, size_t) noexcept { give_back(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { give_back(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { give_back(block); }

namespace murmur {
namespace {

/// The most bytes that any thread held during body(), beyond what it held before.
template <class Body>
double most_during(const Body& body) {
  std::array<int64_t, kThreads> before{};
  for (size_t thread = 0; thread < kThreads; ++thread)
    held_by[thread].most = before[thread] = held_by[thread].now;
  body();
  int64_t most = 0;
  for (size_t thread = 0; thread < kThreads; ++thread)
    most = std::max<int64_t>(most, held_by[thread].most - before[thread]);
  return static_cast<double>(most);
}

class RanksMemory : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Sizes, RanksMemory, testing::Values(1, 2, 4));

TEST_P(RanksMemory, IsThatOfItsBoidsAndHalo) {
  constexpr int64_t kBoids = 400'000;
  const ScenarioSource source = scenario_of("preset = \"benchmark\"\nboids = 400000");
  const auto steps = [&](std::unique_ptr<Backend<float>> backend) {
    Simulation<float> run(source, std::move(backend));
    for (int step = 0; step < 3; ++step) run.advance();
  };
  const double one = most_during([&] { steps(make_cpu({1, Simd::kAuto, 0})); });
  EXPECT_GT(one, 50.0 * kBoids);  // bodies twice, ids twice, cells
  RankFigures figures;
  const double rank = most_during([&] {
    with_thread_ranks(GetParam(), [&](Ranks& ranks) {
      auto backend = make_ranks_backend(ranks, {1, Simd::kAuto, 0});
      RanksBackend& leader = *backend;
      Simulation<float> run(source, std::move(backend));
      for (int step = 0; step < 3; ++step) run.advance();
      figures = leader.figures();
    });
  });
  const double share = static_cast<double>(kBoids) / GetParam() + static_cast<double>(figures.most_halo);
  EXPECT_LE(rank, 1.12 * one * share / kBoids) << "one process held " << one << " bytes";
}

}  // namespace
}  // namespace murmur

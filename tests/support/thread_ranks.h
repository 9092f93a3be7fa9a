// Ranks that are threads of one process, with queues of messages: everything of sim/ranks runs in the tests without MPI, and under the
// sanitizers.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "sim/ranks/calls.h"
#include "sim/ranks/ranks.h"

namespace murmur {

/// What the threads share.
struct ThreadRanksHub {
  explicit ThreadRanksHub(int ranks) : size(ranks), slots(static_cast<size_t>(ranks)) {}
  const int size;
  std::mutex mutex;
  std::condition_variable changed;
  int arrived = 0;
  std::string reported;  // by rank 0
  uint64_t generation = 0;
  std::vector<const void*> slots;
  std::map<std::pair<int, int>, std::deque<std::vector<char>>> messages;  // from, to
};

class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(ThreadRanksHub& hub, int rank) : hub_(hub), rank_(rank) {}
  const std::string& reported() const { return hub_.reported; }

  int rank() const override { return rank_; }
  int size() const override { return hub_.size; }
  std::string host() const override { return "thread"; }

  void broadcast(void* data, size_t bytes) override {
    with_all(data, [&](const auto& all) {
      if (rank_ != 0 && bytes > 0) std::memcpy(data, all[0], bytes);
    });
  }
  void sum(uint64_t* values, size_t count) override {
    reduce(values, count, [](uint64_t a, uint64_t b) { return a + b; });
  }
  void lowest(uint64_t* values, size_t count) override {
    reduce(values, count, [](uint64_t a, uint64_t b) { return a < b ? a : b; });
  }
  void gather(const void* mine, size_t bytes, void* all) override {
    with_all(mine, [&](const auto& from) {
      for (size_t r = 0; r < from.size(); ++r)
        std::memcpy(static_cast<char*>(all) + r * bytes, from[r], bytes);
    });
  }
  void exchange(const uint64_t* to, uint64_t* from) override {
    with_all(to, [&](const auto& all) {
      for (size_t r = 0; r < all.size(); ++r)
        from[r] = static_cast<const uint64_t*>(all[r])[static_cast<size_t>(rank_)];
    });
  }
  void send(int to, const void* data, size_t bytes) override {
    ++traffic_.messages;
    traffic_.bytes += bytes;
    const auto* const from = static_cast<const char*>(data);
    const std::lock_guard lock(hub_.mutex);
    hub_.messages[{rank_, to}].emplace_back(from, from + bytes);
    hub_.changed.notify_all();
  }
  void receive(int from, void* data, size_t bytes) override { wanted_.push_back({from, data, bytes}); }
  void progress() override {}
  void wait() override {
    for (const Wanted& wanted : wanted_) {
      std::unique_lock lock(hub_.mutex);
      auto& queue = hub_.messages[{wanted.from, rank_}];
      hub_.changed.wait(lock, [&] { return !queue.empty(); });
      if (queue.front().size() != wanted.bytes) abort("a message has another length than was expected");
      std::memcpy(wanted.data, queue.front().data(), wanted.bytes);
      queue.pop_front();
    }
    wanted_.clear();
  }
  void report(const std::string& sentence) override { hub_.reported = sentence; }
  [[noreturn]] void abort(const std::string& sentence) override {
    std::fprintf(stderr, "rank %d: %s\n", rank_, sentence.c_str());
    std::abort();
  }

 private:
  struct Wanted {
    int from;
    void* data;
    size_t bytes;
  };

  /// Shows `mine` to all; use(slots) runs while every rank's is there.
  template <class Use>
  void with_all(const void* mine, const Use& use) {
    barrier([&] { hub_.slots[static_cast<size_t>(rank_)] = mine; });
    use(hub_.slots);
    barrier([] {});
  }
  template <class Before>
  void barrier(const Before& before) {
    std::unique_lock lock(hub_.mutex);
    before();
    const uint64_t generation = hub_.generation;
    if (++hub_.arrived == hub_.size) {
      hub_.arrived = 0;
      ++hub_.generation;
      hub_.changed.notify_all();
      return;
    }
    hub_.changed.wait(lock, [&] { return hub_.generation != generation; });
  }
  template <class Join>
  void reduce(uint64_t* values, size_t count, const Join& join) {
    const std::vector<uint64_t> mine(values, values + count);
    std::vector<uint64_t> result(count);
    with_all(mine.data(), [&](const auto& all) {
      for (size_t i = 0; i < count; ++i) {
        result[i] = static_cast<const uint64_t*>(all[0])[i];
        for (size_t r = 1; r < all.size(); ++r)
          result[i] = join(result[i], static_cast<const uint64_t*>(all[r])[i]);
      }
    });
    std::copy(result.begin(), result.end(), values);
  }

  ThreadRanksHub& hub_;
  int rank_;
  std::vector<Wanted> wanted_;
};

/// Runs body(ranks) as rank 0 of `size`, while the others serve. `devices`: theirs, for flocks on devices.
template <class Body>
void with_thread_ranks(int size, const Body& body, const SlabMakers& devices = {}) {
  ThreadRanksHub hub(size);
  std::vector<std::thread> others;
  for (int rank = 1; rank < size; ++rank) {
    others.emplace_back([&hub, &devices, rank] {
      ThreadRanks ranks(hub, rank);
      serve(ranks, devices);
    });
  }
  ThreadRanks ranks(hub, 0);
  body(ranks);
  end_serving(ranks);
  for (std::thread& other : others) other.join();
}

}  // namespace murmur

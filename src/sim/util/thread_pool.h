// Threads that wait for work. Between the phases of a step they spin for a bounded time, then sleep, so that another
// busy process costs only a wake-up instead of a step (libgomp's unbounded spinning made steps 70 times slower then;
// docs/performance.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace murmur {

class ThreadPool {
 public:
  /// `threads`: total number including the caller; 0: processors().
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Runs task(thread) once on every thread 0 .. size()-1, where 0 is the caller, and waits for all. @throws the
  /// exception of the first task that failed.
  void on_each(const std::function<void(int)>& task);

  /// Calls body(begin, end) over [0, n) in pieces of at most `grain`, assigned as threads become free.
  template <class Body>
  void parallel_for(int64_t n, int64_t grain, const Body& body) {
    if (n <= 0) return;
    if (size() == 1 || n <= grain) {
      body(int64_t{0}, n);
      return;
    }
    std::atomic<int64_t> next{0};
    on_each([&](int) {
      for (;;) {
        const int64_t begin = next.fetch_add(grain, std::memory_order_relaxed);
        if (begin >= n) return;
        body(begin, begin + grain < n ? begin + grain : n);
      }
    });
  }

 private:
  void work(int thread);
  void run_task(int thread) noexcept;

  std::vector<std::thread> workers_;
  const std::function<void(int)>* task_ = nullptr;
  std::atomic<uint32_t> generation_{0};  // counts tasks; workers wait for it to change
  std::atomic<int32_t> running_{0};      // workers still busy with the current task
  std::atomic<bool> stop_{false};
  std::atomic<bool> failed_{false};  // the current task has failed; the thread that sets it writes failure_
  std::exception_ptr failure_;
};

}  // namespace murmur

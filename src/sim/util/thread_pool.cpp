#include "sim/util/thread_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "sim/util/errors.h"
#include "sim/util/exact_arithmetic.h"
#include "sim/util/processors.h"

namespace murmur {
namespace {

// Number of spins before a thread sleeps, about 50 microseconds: longer than the gaps between the phases of a step,
// and than the rest of a phase on another thread.
#ifdef __wasm__
constexpr int kSpins = 50000;  // WebAssembly has no pause instruction, and a load takes about a nanosecond
#else
constexpr int kSpins = 4000;
#endif

inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

#ifdef __EMSCRIPTEN_PTHREADS__
// Emscripten's std::atomic::wait sleeps for growing times and polls. A wake-up does not imply a new task: it can
// arrive after the thread has done the task and sleeps again.
template <class T>
void sleep_while(std::atomic<T>& value, T old) {
  while (value.load(std::memory_order_acquire) == old)
    __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&value), static_cast<int>(old), -1);
}
template <class T>
void wake_all(std::atomic<T>& value) {
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&value), ~0u);
}
#else
template <class T>
void sleep_while(std::atomic<T>& value, T old) {
  value.wait(old, std::memory_order_acquire);
}
template <class T>
void wake_all(std::atomic<T>& value) {
  value.notify_all();
}
#endif

template <class T>
T wait_while(std::atomic<T>& value, T old) {
  for (int spin = 0; spin < kSpins; ++spin) {
    const T now = value.load(std::memory_order_acquire);
    if (now != old) return now;
    pause();
  }
  sleep_while(value, old);
  return value.load(std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
  if (threads <= 0) threads = processors();
  try {
    for (int thread = 1; thread < threads; ++thread) workers_.emplace_back([this, thread] { work(thread); });
  } catch (const std::system_error&) {
    const size_t started = workers_.size();
    stop_ = true;
    ++generation_;
    wake_all(generation_);
    for (auto& worker : workers_) worker.join();
    throw RunError("the system refused more than " + std::to_string(started + 1) +
                   " threads; ask for fewer with --threads");
  }
}

ThreadPool::~ThreadPool() {
  stop_ = true;
  ++generation_;
  wake_all(generation_);
  for (auto& worker : workers_) worker.join();
}

void ThreadPool::on_each(const std::function<void(int)>& task) {
  if (workers_.empty()) {
    task(0);
    return;
  }
  task_ = &task;
  running_.store(static_cast<int32_t>(workers_.size()), std::memory_order_relaxed);
  generation_.fetch_add(1, std::memory_order_release);
  wake_all(generation_);
  run_task(0);
  for (int32_t left = running_.load(std::memory_order_acquire); left != 0;) left = wait_while(running_, left);
  if (!failed_.load(std::memory_order_relaxed)) return;
  failed_.store(false, std::memory_order_relaxed);
  std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Runs the current task and catches its exception, which must not leave a worker's thread, nor the caller's while
/// workers are still busy.
void ThreadPool::run_task(int thread) noexcept {
  try {
    (*task_)(thread);
  } catch (...) {
    if (!failed_.exchange(true, std::memory_order_relaxed)) failure_ = std::current_exception();
  }
}

void ThreadPool::work(int thread) {
  const ExactArithmetic exact;  // a new thread has the floating-point mode of its creator
  uint32_t seen = 0;
  for (;;) {
    seen = wait_while(generation_, seen);
    if (stop_) return;
    run_task(thread);
    if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) wake_all(running_);
  }
}

}  // namespace murmur

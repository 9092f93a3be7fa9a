// What the processes of one run (ranks) need to exchange. Owns no data. Implemented over MPI by mpi/mpi_ranks.h, and over threads
// by the tests; used by everything in this folder. All calls except begin_step(), send(), receive() and progress() are
// collective: every rank makes the same calls in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/util/errors.h"

namespace murmur {

class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int rank() const = 0;  ///< 0 .. size() - 1; rank 0 runs the command
  virtual int size() const = 0;
  virtual std::string host() const = 0;  ///< where this rank runs

  /// The step that messages about failures name: the number of the state that it leads to.
  virtual void begin_step(int64_t) {}

  /// `data` of rank 0 to all.
  virtual void broadcast(void* data, size_t bytes) = 0;
  /// broadcast() of what the others may wait for long, so that they leave their processors to other threads meanwhile.
  virtual void announce(void* data, size_t bytes) { broadcast(data, bytes); }
  /// Each value becomes its sum (modulo 2^64), or its lowest, over all ranks.
  virtual void sum(uint64_t* values, size_t count) = 0;
  virtual void lowest(uint64_t* values, size_t count) = 0;
  /// `bytes` of each rank, by rank, to all.
  virtual void gather(const void* mine, size_t bytes, void* all) = 0;
  /// Sends to[r] to rank r, and puts into from[r] what comes from rank r.
  virtual void exchange(const uint64_t* to, uint64_t* from) = 0;

  /// Begin messages, which arrive in the order in which they are sent. The memory is in use until wait().
  virtual void send(int to, const void* data, size_t bytes) = 0;
  virtual void receive(int from, void* data, size_t bytes) = 0;
  /// Gives messages a chance to move while this rank computes.
  virtual void progress() = 0;
  /// Waits until all messages that were begun are complete.
  virtual void wait() = 0;

  /// Whether a signal has asked this process to stop; and what rank 0 does when another rank was asked.
  virtual bool stop_requested() const { return false; }
  virtual void stop() {}
  /// A sentence for people, on rank 0.
  virtual void report(const std::string& sentence) = 0;
  /// Ends all ranks with exit code 1 after one sentence: for failures that the others do not know of.
  [[noreturn]] virtual void abort(const std::string& sentence) = 0;

  /// Messages and bytes that send() has been given so far.
  struct Traffic {
    uint64_t messages = 0, bytes = 0;
  };
  const Traffic& traffic() const { return traffic_; }

 protected:
  Traffic traffic_;
};

/// A failure that every rank reports with the same words, so that all of them can go on.
class SharedFailure : public RunError {
 public:
  using RunError::RunError;
};

/// "rank 3 (node7)" of every rank.
std::vector<std::string> rank_names(Ranks& ranks);

/// Runs body() on every rank. If it fails on some, every rank throws the failure of the first of them, with its name; rank 0 its own as it
/// is. body() makes no collective calls.
void in_agreement(Ranks& ranks, const std::function<void()>& body);

}  // namespace murmur

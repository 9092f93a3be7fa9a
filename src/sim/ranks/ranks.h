// Communication among the processes (ranks) of one run. Owns no data. Implemented over MPI by mpi/mpi_ranks.h, and
// over threads by the tests; used by everything in this folder. All functions except begin_step(), send(), receive()
// and progress() are collective: every rank makes the same calls in the same order.
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
  virtual std::string host() const = 0;  ///< name of the machine that runs this rank

  /// Sets the step for messages about failures: the number of the state after the step.
  virtual void begin_step(int64_t) {}

  /// Copies `data` from rank 0 to all ranks.
  virtual void broadcast(void* data, size_t bytes) = 0;
  /// Same as broadcast(), for data that other ranks may wait for long: while waiting, they leave their processors to other threads.
  virtual void announce(void* data, size_t bytes) { broadcast(data, bytes); }
  /// Replaces each value by its sum over all ranks (modulo 2^64), or, in lowest(), by the least of all ranks.
  virtual void sum(uint64_t* values, size_t count) = 0;
  virtual void lowest(uint64_t* values, size_t count) = 0;
  /// Collects `bytes` of each rank, sorted by rank, in `all` on every rank.
  virtual void gather(const void* mine, size_t bytes, void* all) = 0;
  /// Sends to[r] to rank r, and receives from[r] from rank r.
  virtual void exchange(const uint64_t* to, uint64_t* from) = 0;

  /// Begins to send a message; messages arrive in the order in which they are sent. The memory is in use until
  /// wait(). receive() begins to receive one.
  virtual void send(int to, const void* data, size_t bytes) = 0;
  virtual void receive(int from, void* data, size_t bytes) = 0;
  /// Lets pending messages proceed while this rank computes.
  virtual void progress() = 0;
  /// Waits until all pending messages are complete.
  virtual void wait() = 0;

  /// Whether a signal has asked this process to stop. Rank 0 calls the function below when another rank was asked.
  virtual bool stop_requested() const { return false; }
  virtual void stop() {}
  /// Reports a sentence for people on rank 0.
  virtual void report(const std::string& sentence) = 0;
  /// Ends all ranks with exit code 1 and one sentence, for failures that the other ranks do not know of.
  [[noreturn]] virtual void abort(const std::string& sentence) = 0;

  /// Number of messages and bytes passed to send() so far.
  struct Traffic {
    uint64_t messages = 0, bytes = 0;
  };
  const Traffic& traffic() const { return traffic_; }

 protected:
  Traffic traffic_;
};

/// A failure that every rank throws with the same text, so that all ranks can continue.
class SharedFailure : public RunError {
 public:
  using RunError::RunError;
};

/// The name of each rank for people, e.g. "rank 3 (node7)".
std::vector<std::string> rank_names(Ranks& ranks);

/// Runs body() on every rank. If it fails on some ranks, every rank throws the failure of the first of these, with
/// its name; rank 0 throws its own failure unchanged. body() makes no collective calls.
void in_agreement(Ranks& ranks, const std::function<void()>& body);

}  // namespace murmur

// Notices when a rank of this host has ended without a word (killed by a person, or by the kernel when memory ran out), says which
// and in which step, and ends this rank, so that none waits for its messages for ever. Each rank watches the next one of its host;
// those of other hosts are left to MPI. Owns a thread, which calls no MPI. Used by mpi_ranks.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace murmur {

class RankWatch {
 public:
  /// Collective. `names`: of all ranks, for the sentence.
  explicit RankWatch(const std::vector<std::string>& names);
  /// Collective: from here on ranks may end.
  ~RankWatch();
  RankWatch(const RankWatch&) = delete;
  RankWatch& operator=(const RankWatch&) = delete;

  void begin_step(int64_t step) { mine().step = step; }
  /// @returns whether no rank of this host has said yet why all end; the next call is false.
  bool may_speak() { return !host_note().spoken.exchange(true); }

 private:
  /// Of one rank, in memory that the ranks of a host share.
  struct Note {
    std::atomic<int64_t> step;
    std::atomic<bool> spoken;  ///< of the host's first rank: any rank of the host has
  };

  Note& mine() { return here_ ? *here_ : unshared_; }
  Note& host_note() { return first_ ? *first_ : unshared_; }
  void watch(const std::string& name, const Note& note);

  MPI_Comm host_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  Note *here_ = nullptr, *first_ = nullptr;  // this rank's, the host's first rank's
  Note unshared_{};                          // without memory to share
  int process_ = -1,
      stop_ = -1;  // file descriptors: readable when the watched process has ended, and to end the thread
  std::thread thread_;
};

}  // namespace murmur

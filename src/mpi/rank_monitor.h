// Notices when a rank of this host has ended without a word (killed by a person, or by the kernel when memory ran out), says which
// and in which step, and ends this rank, so that none waits for its messages for ever. Each rank monitors the next one of its host;
// those of other hosts are left to MPI. Owns a thread, which calls no MPI. Used by mpi_ranks.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace murmur {

class RankMonitor {
 public:
  /// Collective. `names`: of all ranks, for the sentence.
  explicit RankMonitor(const std::vector<std::string>& names);
  /// Collective: from here on ranks may end.
  ~RankMonitor();
  RankMonitor(const RankMonitor&) = delete;
  RankMonitor& operator=(const RankMonitor&) = delete;

  void begin_step(int64_t step) { mine().step = step; }
  /// @returns whether no rank of this host has said yet why all end; the next call is false.
  bool may_report() { return !host_status().reported.exchange(true); }

 private:
  /// State of a rank, in memory that the ranks of a host share.
  struct Status {
    std::atomic<int64_t> step;
    std::atomic<bool> reported;  ///< in the status of the host's first rank: any rank of the host has
  };

  Status& mine() { return here_ ? *here_ : unshared_; }
  Status& host_status() { return first_ ? *first_ : unshared_; }
  void monitor(const std::string& name, const Status& status);

  MPI_Comm host_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  Status *here_ = nullptr, *first_ = nullptr;  // status of this rank, and of the host's first rank
  Status unshared_{};                          // used where no memory can be shared
  int process_ = -1,
      stop_ = -1;  // file descriptors: readable when the monitored process has ended, and to end the thread
  std::thread thread_;
};

}  // namespace murmur

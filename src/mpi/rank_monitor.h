// Notices when a rank of this host has ended without a message (killed by a person, or by the kernel when memory ran
// out), reports the rank and its step, and ends this rank, so that no rank waits forever for messages. Each rank
// monitors the next rank of its host; MPI handles ranks of other hosts. Owns a thread, which does not call MPI. Used
// by mpi_ranks.
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
  /// Starts monitoring. Collective. `names`: names of all ranks, for the sentence.
  explicit RankMonitor(const std::vector<std::string>& names);
  /// Stops monitoring. Collective; afterwards ranks may end.
  ~RankMonitor();
  RankMonitor(const RankMonitor&) = delete;
  RankMonitor& operator=(const RankMonitor&) = delete;

  void begin_step(int64_t step) { mine().step = step; }
  /// @returns whether no rank of this host has reported yet why all ranks end; later calls return false.
  bool may_report() { return !host_status().reported.exchange(true); }

 private:
  /// Status of a rank, in memory shared by the ranks of a host.
  struct Status {
    std::atomic<int64_t> step;
    std::atomic<bool> reported;  ///< whether any rank of the host has; only in the status of its first rank
  };

  Status& mine() { return here_ ? *here_ : unshared_; }
  Status& host_status() { return first_ ? *first_ : unshared_; }
  void monitor(const std::string& name, const Status& status);

  MPI_Comm host_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  Status *here_ = nullptr, *first_ = nullptr;  // status of this rank, and of the host's first rank
  Status unshared_{};                          // status if memory cannot be shared
  int process_ = -1,
      stop_ = -1;  // file descriptors: readable when the monitored process has ended; to end the thread
  std::thread thread_;
};

}  // namespace murmur

#include "mpi/rank_monitor.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <new>

#include <fmt/format.h>

#include "app/options/terminal.h"

namespace murmur {
namespace {

/// Identifies the process of a rank for the other ranks of its host.
struct Process {
  int64_t id = 0;
  uint64_t space = 0;  ///< namespace of the process ids: containers may have their own
  int rank = 0;
};

Process this_process() {
  Process process;
  process.id = getpid();
  struct stat space = {};
  if (stat("/proc/self/ns/pid", &space) == 0) process.space = space.st_ino;
  MPI_Comm_rank(MPI_COMM_WORLD, &process.rank);
  return process;
}

/// A file descriptor that becomes readable when the process has ended; -1 if the kernel does not support this.
int open_process(const Process& process) {
#ifdef SYS_pidfd_open
  return static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(process.id), 0));
#else
  return -1;
#endif
}

}  // namespace

RankMonitor::RankMonitor(const std::vector<std::string>& names) {
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host_);
  int rank = 0, size = 1;
  MPI_Comm_rank(host_, &rank);
  MPI_Comm_size(host_, &size);
  if (size == 1) return;
  MPI_Comm_set_errhandler(host_, MPI_ERRORS_RETURN);
  void* memory = nullptr;
  const int code =
      MPI_Win_allocate_shared(sizeof(Status), sizeof(Status), MPI_INFO_NULL, host_, &memory, &window_);
  if (code != MPI_SUCCESS) return;  // no monitor: MPI notices a rank that ends
  here_ = new (memory) Status{};
  const auto status_of = [this](int host_rank) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* status = nullptr;
    MPI_Win_shared_query(window_, host_rank, &bytes, &unit, &status);
    return static_cast<Status*>(status);
  };
  first_ = status_of(0);

  const Process mine = this_process();
  std::vector<Process> all(static_cast<size_t>(size));
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE,
                host_);  // all statuses are initialised now
  const int next = (rank + 1) % size;
  const Process& other = all[static_cast<size_t>(next)];
  if (other.space != mine.space) return;
  process_ = open_process(other);
  stop_ = eventfd(0, 0);
  if (process_ < 0 || stop_ < 0) return;
  thread_ = std::thread([this, name = names[static_cast<size_t>(other.rank)], status = status_of(next)] {
    monitor(name, *status);
  });
}

RankMonitor::~RankMonitor() {
  if (thread_.joinable()) {
    const uint64_t one = 1;
    if (write(stop_, &one, sizeof one) == sizeof one) thread_.join();
  }
  MPI_Barrier(MPI_COMM_WORLD);  // no rank is monitored after this
  for (const int file : {process_, stop_}) {
    if (file >= 0) close(file);
  }
  here_ = first_ = nullptr;
  if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
  MPI_Comm_free(&host_);
}

void RankMonitor::monitor(const std::string& name, const Status& status) {
  pollfd files[] = {{.fd = stop_, .events = POLLIN, .revents = 0},
                    {.fd = process_, .events = POLLIN, .revents = 0}};
  while (poll(files, 2, -1) < 0) {  // retried after a signal
  }
  if (files[0].revents != 0) return;
  if (may_report()) {
    complain(fmt::format(
        "{}, step {}: its process has ended without a word, by a kill or for want of memory; all ranks "
        "end, and the last checkpoint is good",
        name, status.step.load()));
  }
  _exit(1);
}

}  // namespace murmur

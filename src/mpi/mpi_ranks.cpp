#include "mpi/mpi_ranks.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>

#include "app/options/interrupt.h"
#include "app/options/terminal.h"

namespace murmur {
namespace {

constexpr size_t kPiece = 1 << 30;  // largest message: MPI counts with int
// Time to spin before sleeping: the next step usually follows sooner, if rank 0 has no other work.
constexpr std::chrono::microseconds kSpin{2000}, kNap{100};

template <class Body>
void in_pieces(size_t bytes, const Body& body) {
  for (size_t from = 0; from < bytes; from += kPiece)
    body(from, static_cast<int>(std::min(kPiece, bytes - from)));
}

}  // namespace

MpiRanks::MpiRanks(int* count, char*** words) {
  int provided = 0;
  MPI_Init_thread(count, words, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  monitor_ = std::make_unique<RankMonitor>(rank_names(*this));
}

MpiRanks::~MpiRanks() {
  monitor_.reset();
  MPI_Finalize();
}

std::string MpiRanks::host() const {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return {name, static_cast<size_t>(length)};
}

void MpiRanks::broadcast(void* data, size_t bytes) {
  in_pieces(bytes, [&](size_t from, int size) {
    MPI_Bcast(static_cast<char*>(data) + from, size, MPI_BYTE, 0, MPI_COMM_WORLD);
  });
}

void MpiRanks::announce(void* data, size_t bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(data, static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  if (rank_ == 0) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  const auto begun = std::chrono::steady_clock::now();
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done) return;
    if (std::chrono::steady_clock::now() - begun > kSpin) std::this_thread::sleep_for(kNap);
  }
}

void MpiRanks::sum(uint64_t* values, size_t count) {
  MPI_Allreduce(MPI_IN_PLACE, values, static_cast<int>(count), MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

void MpiRanks::lowest(uint64_t* values, size_t count) {
  MPI_Allreduce(MPI_IN_PLACE, values, static_cast<int>(count), MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
}

void MpiRanks::gather(const void* mine, size_t bytes, void* all) {
  MPI_Allgather(mine, static_cast<int>(bytes), MPI_BYTE, all, static_cast<int>(bytes), MPI_BYTE,
                MPI_COMM_WORLD);
}

void MpiRanks::exchange(const uint64_t* to, uint64_t* from) {
  MPI_Alltoall(to, 1, MPI_UINT64_T, from, 1, MPI_UINT64_T, MPI_COMM_WORLD);
}

void MpiRanks::send(int to, const void* data, size_t bytes) {
  ++traffic_.messages;
  traffic_.bytes += bytes;
  in_pieces(bytes, [&](size_t from, int size) {
    MPI_Isend(static_cast<const char*>(data) + from, size, MPI_BYTE, to, 0, MPI_COMM_WORLD,
              &requests_.emplace_back());
  });
}

void MpiRanks::receive(int from, void* data, size_t bytes) {
  in_pieces(bytes, [&](size_t begin, int size) {
    MPI_Irecv(static_cast<char*>(data) + begin, size, MPI_BYTE, from, 0, MPI_COMM_WORLD,
              &requests_.emplace_back());
  });
}

void MpiRanks::progress() {
  int done = 0;
  MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
  if (done) requests_.clear();
}

void MpiRanks::wait() {
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  requests_.clear();
}

bool MpiRanks::stop_requested() const { return interrupted(); }
void MpiRanks::stop() {
  if (rank_ == 0) interrupt();
}

void MpiRanks::report(const std::string& sentence) {
  if (rank_ == 0) complain(sentence);
}

void MpiRanks::abort(const std::string& sentence) {
  if (monitor_->may_report()) complain(fmt::format("rank {} ({}), {}", rank_, host(), sentence));
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

}  // namespace murmur

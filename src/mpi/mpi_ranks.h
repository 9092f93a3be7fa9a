// Ranks over MPI: MPI_COMM_WORLD from construction to destruction. All calls come from the main thread. Used by main.cpp.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "mpi/rank_monitor.h"
#include "sim/ranks/ranks.h"

namespace murmur {

class MpiRanks final : public Ranks {
 public:
  MpiRanks(int* count, char*** words);
  ~MpiRanks() override;
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string host() const override;

  void begin_step(int64_t step) override { monitor_->begin_step(step); }
  void broadcast(void* data, size_t bytes) override;
  void announce(void* data, size_t bytes) override;
  void sum(uint64_t* values, size_t count) override;
  void lowest(uint64_t* values, size_t count) override;
  void gather(const void* mine, size_t bytes, void* all) override;
  void exchange(const uint64_t* to, uint64_t* from) override;
  void send(int to, const void* data, size_t bytes) override;
  void receive(int from, void* data, size_t bytes) override;
  void progress() override;
  void wait() override;
  bool stop_requested() const override;
  void stop() override;
  void report(const std::string& sentence) override;
  [[noreturn]] void abort(const std::string& sentence) override;

 private:
  int rank_ = 0, size_ = 1;
  std::unique_ptr<RankMonitor> monitor_;
  std::vector<MPI_Request> requests_;  // pending messages
};

}  // namespace murmur

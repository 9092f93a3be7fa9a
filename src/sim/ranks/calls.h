// Sends the calls of a RankFlock as messages: rank 0 sends each call to the other ranks, which run serve(); then
// every rank executes it. Defines the arguments of calls, not when they are made. Used by ranks_backend on rank 0,
// and on the other ranks by mpi/main.cpp and the tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/backends/backend.h"
#include "sim/backends/device_slab.h"
#include "sim/ranks/call_text.h"
#include "sim/ranks/rank_flock.h"
#include "sim/ranks/ranks.h"

namespace murmur {

enum class Call : uint8_t {
  kEnd,
  kMake,
  kRelease,
  kConfigure,
  kLoad,
  kLoadStart,
  kSave,
  kScatter,
  kAdd,
  kRemove,
  kStep,
  kHash,
  kTimes,
  kFigures
};

/// A rank's flock, in two or three dimensions as in its scenario.
struct LocalFlock {
  BackendOptions options;
  const SlabMakers* devices = nullptr;  ///< makers of slabs on devices; null: slabs on processors
  int dimensions = 0;
  std::unique_ptr<RankFlock> flock;
};

/// Sends a call from rank 0 to the other ranks. `flock`: number of the flock that the call is for.
void send_call(Ranks& ranks, Call call, uint32_t flock, CallWriter&& arguments = {});
/// Writes the scenario as an argument of a call, without its events, which rank 0 applies.
void put_scenario(CallWriter& out, Scenario scenario);

/// Executes the call kConfigure on every rank. A failure of one rank, e.g. a missing device, is thrown on all.
void configure(Ranks& ranks, LocalFlock& local, const Scenario& scenario);

/// The error message of all ranks when one of them runs out of memory.
std::string no_memory_in(int64_t step);

/// Executes the calls that rank 0 sends, until end_serving(); for all ranks but 0. `devices`: makers of flocks on devices.
void serve(Ranks& ranks, const SlabMakers& devices = {});
/// Ends serve() on the other ranks; rank 0 calls it.
void end_serving(Ranks& ranks);

}  // namespace murmur

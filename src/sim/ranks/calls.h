// The calls of a RankFlock as messages: rank 0 sends each to the other ranks, which serve(), and then every rank makes it. Knows
// what a call needs, not when it is made. Used by ranks_backend on rank 0, and on the other ranks by mpi/main.cpp and the tests.
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

/// A flock of this rank: of two or three dimensions, as its scenario.
struct LocalFlock {
  BackendOptions options;
  const SlabMakers* devices = nullptr;  ///< null: on processors
  int dimensions = 0;
  std::unique_ptr<RankFlock> flock;
};

/// Sends a call to the other ranks; rank 0 does. `flock`: which of several.
void send_call(Ranks& ranks, Call call, uint32_t flock, CallWriter&& arguments = {});
/// The scenario as an argument of a call: without its events, which rank 0 applies.
void put_scenario(CallWriter& out, Scenario scenario);

/// Makes the call kConfigure; every rank does. A failure is every rank's, a device that one rank has not too.
void configure(Ranks& ranks, LocalFlock& local, const Scenario& scenario);

/// What all ranks end with when memory ends on one.
std::string no_memory_in(int64_t step);

/// Makes the calls that rank 0 sends, until end_serving(); the other ranks do. `devices`: makers of flocks on devices.
void serve(Ranks& ranks, const SlabMakers& devices = {});
/// Lets the other ranks return from serve(); rank 0 does.
void end_serving(Ranks& ranks);

}  // namespace murmur

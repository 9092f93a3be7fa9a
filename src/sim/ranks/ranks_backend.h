// The backend `ranks` of rank 0. Rank 0 runs a command like a single process: the calls of this backend are sent to
// the other ranks (calls.h), and every rank executes them on its RankFlock. So commands, events, outputs and checks
// need not know of ranks. Used by mpi/main.cpp and the tests.
#pragma once

#include <memory>

#include "sim/backends/backend.h"
#include "sim/backends/device_slab.h"
#include "sim/ranks/rank_flock.h"
#include "sim/ranks/ranks.h"

namespace murmur {

inline constexpr const char* kRanksName = "ranks";             ///< each rank steps on a processor
inline constexpr const char* kDeviceRanksName = "ranks-cuda";  ///< each rank steps on a GPU

class RanksBackend : public Backend<float> {
 public:
  virtual RankFigures figures() = 0;
};

/// Makes the backend of rank 0; the other ranks must run serve(). `ranks` and `devices` must outlive it. `devices`:
/// makers of rank 0's slab on a device (other ranks pass theirs to serve()); null: slabs on processors.
std::unique_ptr<RanksBackend> make_ranks_backend(Ranks& ranks, const BackendOptions& options,
                                                 const SlabMakers* devices = nullptr);

}  // namespace murmur

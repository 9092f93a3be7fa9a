// Checkpoints: one file, with a checksum, from which a run continues to the same bits on any backend. F is
// the newest, F.1 the previous one; if the program is killed at any time, at least one of them is intact.
// Used by run and sweeps; does not handle their other outputs.
//
// The file: one line of JSON (version, precision, sizes, hash, scenario, what Simulation keeps beside a
// state), the arrays of State as little-endian numbers, and a last line with the checksum of all before it.
#pragma once

#include <cstdint>
#include <string>

#include "sim/formats/run_id.h"
#include "sim/run/simulation.h"
#include "sim/state/state.h"

namespace murmur {

/// Text that every checkpoint begins with.
inline constexpr const char* kCheckpointBegin = "{\"murmur_checkpoint\":";

/// Suffix of the previous checkpoint's file.
inline constexpr const char* kBefore = ".1";

template <class T>
struct Checkpoint {
  RunOrigin origin;
  RunState run;
  State<T> state;
  uint64_t hash = 0;  ///< hash of `state`, computed by the backend that wrote it
};

/// Writes a part file, syncs it and renames it to `path`; the previous file is renamed to `path`.1. @throws RunError;
/// both files are then unchanged.
template <class T>
void write_checkpoint(const std::string& path, const Checkpoint<T>& checkpoint);

/// Reads a checkpoint. @throws RunError when the file cannot be read; UserError when it is not a checkpoint, is
/// damaged (the message says whether the previous one is intact), comes from a newer program or has the other
/// precision.
template <class T>
Checkpoint<T> read_checkpoint(const std::string& path);

/// Whether the file can be read and its checksum is right.
bool checkpoint_is_whole(const std::string& path);
/// The id of the run that wrote the checkpoint, without reading the rest; "" when the file has none or is no checkpoint.
std::string checkpoint_run_id(const std::string& path);

}  // namespace murmur

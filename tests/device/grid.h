// One launch of a kernel: its blocks, a few of them at a time, as warps that take turns. Blocks begin, and turns are of any
// length, in an order drawn from a seed; no warp waits for ever while it could go on. Lanes of a warp that
// diverged reconverge where they come to the same place. Called by the device (device.h).
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "device/kernel.h"
#include "device/memory.h"
#include "device/old_values.h"
#include "device/warp.h"

namespace murmur::simulated {

using Random = std::mt19937_64;

/// What launches of a kernel did.
struct Counts {
  uint64_t launches = 0, threads = 0;
  uint64_t instructions = 0, lanes = 0;  ///< of warps, and how many lanes ran them
  uint64_t machine = 0;                  ///< instructions that an assembler would make of these, an estimate
  uint64_t sectors = 0, bytes = 0;  ///< 32 bytes of global memory that a warp's access touches; asked for
  uint64_t shared_loads = 0;        ///< of the instructions
};

class Grid {
 public:
  struct Shape {
    uint32_t blocks = 1, block_size = 1;
  };

  /// `launch`: any number but 0 that no other launch has. `every`: only each such block is run, for counts. `parameters`: kernel.parameter_bytes() of them.
  Grid(const Kernel& kernel, Memory& memory, Shape shape, const std::vector<uint8_t>& parameters,
       uint32_t launch, Random& random, Counts* counts = nullptr, uint32_t every = 1);

  /// @returns how many instructions warps have run. @throws DeviceFault.
  uint64_t run();

  const Kernel& kernel() const { return kernel_; }
  Memory& memory() { return memory_; }
  const uint8_t* parameters() const { return parameters_.data(); }
  uint32_t blocks() const { return shape_.blocks; }
  uint32_t block_size() const { return shape_.block_size; }
  uint32_t launch() const { return launch_; }
  uint64_t random() { return random_(); }
  OldValues& old_values() { return old_values_; }
  void note_progress() { idle_ = 0; }
  bool counts() const { return counts_ != nullptr; }

  /// "kernel K, thread 5 of block 2, at line 12 of its PTX (st.u32 ...)"
  std::string who(const Access& access) const;
  [[noreturn]] void fail_race(const Access& one, const Access& other, uint64_t address, bool shared) const;

 private:
  void begin_block(Block& block);
  void skip_blocks();
  /// One turn of a warp. @returns instructions run.
  uint64_t take_turn(Warp& warp, uint64_t most);
  /// Instructions of one group of lanes, until it parts, waits, ends or comes to where others are.
  uint64_t run_group(Warp& warp, size_t index, uint64_t most);
  /// Joins groups that are at the same place; then one that can run, or none.
  size_t pick_group(Warp& warp);
  void count(Warp& warp, const Instruction& i, uint32_t lanes);
  void release_if_all_arrived(Block& block);
  /// Whether the lanes that the instruction names are all there.
  bool gathered(const Warp& warp, const Group& group, uint32_t named, const Instruction& i) const;
  /// Whether all lanes that it names have come to a barrier of the warp; then they are let go.
  bool pass_warp_barrier(Warp& warp, size_t index, const Instruction& i);
  void shuffle(Warp& warp, const Instruction& i, uint32_t lanes);
  void vote(Warp& warp, const Instruction& i, uint32_t lanes);
  [[noreturn]] void fail_stuck(const std::vector<std::unique_ptr<Block>>& resident) const;

  const Kernel& kernel_;
  Memory& memory_;
  Shape shape_;
  std::vector<uint8_t> parameters_;
  uint32_t launch_, next_block_ = 0;
  std::vector<uint32_t> order_;  // in which blocks begin
  Random& random_;
  Counts* counts_;
  uint32_t every_;
  OldValues old_values_;
  uint64_t idle_ = 0;  // instructions since a thread wrote or ended
};

}  // namespace murmur::simulated

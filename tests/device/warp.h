// 32 threads of a block that run the same instructions while they can: their registers, the place of each in the code,
// and their way to memory, on which every access is checked. Which warp runs when is grid.cpp's.
#pragma once

#include <cstdint>
#include <vector>

#include "device/kernel.h"
#include "device/memory.h"

namespace murmur::simulated {

class Grid;
class Warp;

/// What the warps of a block share.
struct Block {
  uint32_t number = 0;
  uint32_t alive = 0;     ///< threads that have not ended
  uint32_t arrived = 0;   ///< of these, at the barrier
  uint32_t barriers = 0;  ///< passed so far
  uint32_t instance = 0;  ///< unique among all blocks ever run: its shared memory is its own
  std::vector<uint8_t> shared;
  std::vector<uint8_t> shared_written;  ///< per byte
  std::vector<Races> shared_races;      ///< per four bytes
  std::vector<Warp> warps;

  bool can_run() const;
};

/// Lanes at the same place of the program.
struct Group {
  enum class Waits : uint8_t { kNo, kForWarp, kForBlock };
  uint32_t code = 0;
  uint32_t lanes = 0;
  Waits waits = Waits::kNo;
};

class Warp {
 public:
  Warp(Grid& grid, Block& block, uint32_t index);
  ~Warp();
  Warp(Warp&&) = default;

  /// Puts the warp at the begin of the kernel, for the block's present number.
  void begin();

  template <class T>
  T* lanes(uint32_t place) {
    return reinterpret_cast<T*>(registers_ + place);
  }
  /// Which lanes a predicate holds for.
  uint32_t holds(uint32_t place) const;

  /// Where lane l's access is in the host's memory, after all checks and noted for other threads' checks.
  /// @throws DeviceFault.
  const uint8_t* read_at(const Instruction& i, uint32_t place, uint32_t l, uint32_t bytes);
  uint8_t* write_at(const Instruction& i, uint32_t place, uint32_t l, const void* value, uint32_t bytes);
  uint8_t* change_at(const Instruction& i, uint32_t place, uint32_t l, uint32_t bytes);
  uint32_t any_lane();

  Grid& grid() { return *grid_; }
  Block& block() { return *block_; }
  uint32_t first_thread() const { return index_ * kLanes; }
  bool can_run() const;

  std::vector<Group> groups;  ///< by place in the program
  uint32_t alive = 0;
  uint32_t barriers = 0;  ///< of the warp, passed so far
  std::vector<uint64_t>
      sectors;         ///< of global memory that the present access touches, where they are counted
  uint64_t asked = 0;  ///< bytes of it

 private:
  enum class Use : uint8_t { kRead, kWrite, kChange };

  template <Use kUse>
  uint8_t* at(const Instruction& i, uint32_t place, uint32_t l, const void* value, uint32_t bytes);
  template <Use kUse>
  uint8_t* weakly(uint64_t address, uint32_t l, uint8_t* memory, const void* value);
  template <Use kUse>
  uint8_t* in_shared(const Instruction& i, uint32_t l, uint64_t offset, const void* value, uint32_t bytes);
  template <Use kUse>
  void note(const Instruction& i, uint32_t l, Races& races, const uint8_t* at, const void* value,
            uint32_t bytes, uint32_t launch, uint64_t address);
  [[noreturn]] void fail(const Instruction& i, uint32_t l, Use use, uint32_t bytes, DeviceFault::Kind kind,
                         const std::string& why) const;
  Access access(const Instruction& i, uint32_t l) const;

  Grid* grid_;
  Block* block_;
  uint32_t index_;
  Kernel::Registers file_;
  std::vector<uint8_t> local_;
  uint8_t* registers_;
};

}  // namespace murmur::simulated

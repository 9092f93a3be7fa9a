// A simulated device's memory: allocations far apart, never at an address that was used before, and for every
// byte whether it belongs to an allocation, whether it was ever written, and which threads of the present launch used
// it. Addresses are the host's, but belong to the device alone. Owned by the device (device.h), used by its
// threads (warp.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "device/races.h"

namespace murmur::simulated {

class Memory {
 public:
  explicit Memory(size_t capacity);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  size_t capacity() const { return capacity_; }
  size_t available() const { return capacity_ - used_; }

  /// Null when there is no room. `device`: whose kernels may use it.
  void* allocate(size_t bytes, int device = 0);
  /// -1: of none, or of all, as the host's memory is.
  int device_of(uint64_t address) const;
  /// Where the device's own allocation begins that this address is in; 0: there is none.
  uint64_t allocation_of(uint64_t address) const;
  /// False if nothing was allocated at this address.
  bool release(void* memory);

  /// Memory of the host that the device sees too, at another address: the pair of them.
  struct Mapped {
    void* host = nullptr;
    void* device = nullptr;
  };
  Mapped allocate_mapped(size_t bytes);
  bool release_mapped(void* host);
  /// Null if it is not such memory.
  void* mapped_on_device(void* host) const;

  bool contains(uint64_t address) const { return address - base_ < kSpace; }
  /// All of it allocated, and written if it is to be read.
  bool usable(uint64_t address, size_t bytes, bool reads) const {
    const uint64_t from = address - base_;
    for (uint64_t byte = from; byte < from + bytes;) {
      // Four at once where that is possible.
      const uint8_t state = states_[byte / 4];
      if (byte % 4 == 0 && byte + 4 <= from + bytes) {
        if ((state & 0xf0) != 0xf0 || (reads && state != 0xff)) return false;
        byte += 4;
      } else {
        const unsigned bit = 1u << (byte % 4);
        if ((state & bit << 4) == 0 || (reads && (state & bit) == 0)) return false;
        ++byte;
      }
    }
    return true;
  }
  void set_written(uint64_t address, size_t bytes, bool written = true);
  /// What was written of the one is then of the other.
  void copy_written(uint64_t to, uint64_t from, size_t bytes);
  Races& races(uint64_t address) { return races_[(address - base_) / 4]; }

  /// "12 bytes into allocation number 3 (400 bytes)"
  std::string place(uint64_t address) const;
  /// Why this cannot be used, as the end of a sentence.
  std::string trouble(uint64_t address, size_t bytes) const;

 private:
  struct Allocation {
    size_t bytes = 0;
    int64_t number = 0;
    void* host = nullptr;  ///< of mapped memory
    int device = 0;
  };

  static constexpr uint64_t kSpace = uint64_t{1} << 38;  // of addresses; memory is only what is used of it
  static constexpr uint64_t kPage = 4096;

  static void* reserve(size_t bytes);
  uint64_t take(size_t bytes, void* host);
  void forget(uint64_t address);

  size_t capacity_, used_ = 0;
  uint64_t base_ = 0, next_ = 0;
  int64_t count_ = 0;
  uint8_t* states_ = nullptr;  // per four bytes: written (low four bits), allocated (high)
  Races* races_ = nullptr;     // per four bytes
  std::map<uint64_t, Allocation> allocations_, released_;  // by address
};

}  // namespace murmur::simulated

// The threads that last wrote and last read four bytes of memory during the present launch: the shadow in which data
// races show. Two threads race where they use the same bytes, one of them writes, not both by an atomic or
// relaxed access, and no barrier lies between. Which of them came first does not matter, so that a race shows
// in almost any order of threads.
#pragma once

#include <cstdint>

namespace murmur::simulated {

/// Who, and where in its program.
struct Access {
  static constexpr uint32_t kNobody = ~0u;
  uint32_t thread = kNobody;    ///< among all of the launch
  uint16_t block_barriers = 0;  ///< that its block had passed, modulo 65,536
  uint16_t warp_barriers = 0;   ///< that its warp had, as often as it goes through long lists
  uint32_t strong : 1 = 0;
  uint32_t instruction : 31 = 0;
};

/// How threads are grouped in the launch.
struct Grouping {
  uint32_t launch = 0;  ///< never 0
  uint32_t block_size = 1;

  /// Whether a barrier lies between these two.
  bool ordered(const Access& a, const Access& b) const {
    if (a.thread == b.thread) return true;
    if (a.thread / block_size != b.thread / block_size) return false;
    if (a.block_barriers != b.block_barriers) return true;
    return a.thread % block_size / 32 == b.thread % block_size / 32 && a.warp_barriers != b.warp_barriers;
  }
  bool race(const Access& a, const Access& b) const {
    return a.thread != Access::kNobody && !(a.strong && b.strong) && !ordered(a, b);
  }
};

/// For four bytes.
class Races {
 public:
  /// Notes a read. @returns the write that it races with, or null.
  const Access* read(const Grouping& grouping, const Access& by) {
    renew(grouping);
    if (grouping.race(writer_, by)) return &writer_;
    if (reader_.thread == Access::kNobody || grouping.ordered(reader_, by) || reader_.strong) {
      reader_ = by;
    } else {
      other_reader_ = by;
    }
    return nullptr;
  }
  /// Notes a write. @returns an access that it races with, or null. `same`: it changes nothing, which two may
  /// do at the same time.
  const Access* write(const Grouping& grouping, const Access& by, bool same) {
    renew(grouping);
    for (const Access* other : {&reader_, &other_reader_}) {
      if (grouping.race(*other, by) && !same) return other;
    }
    if (grouping.race(writer_, by) && !same) return &writer_;
    if (!same || writer_.thread == Access::kNobody) writer_ = by;
    return nullptr;
  }

 private:
  void renew(const Grouping& grouping) {
    if (launch_ == grouping.launch) return;
    *this = Races();
    launch_ = grouping.launch;
  }

  Access writer_, reader_, other_reader_;
  uint32_t launch_ = 0;
};

}  // namespace murmur::simulated

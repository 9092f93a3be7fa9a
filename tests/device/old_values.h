// What threads may still see of words of 8 bytes that relaxed accesses write during a launch: any value that is not older than what the
// same thread has read or written there. Coherence is all that such accesses promise; a device of its kind mostly gives the newest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace murmur::simulated {

class OldValues {
 public:
  /// What a thread reads. `now`: the newest value; `draw`: any number, which decides.
  const uint64_t* read(uint64_t address, uint32_t thread, uint64_t now, uint64_t draw) {
    Word& word = words_[address];
    word.note(now);
    size_t& seen = word.seen[thread];
    const size_t newest = word.values.size() - 1;
    seen = draw % 2 == 0 ? newest : seen + draw / 2 % (newest - seen + 1);
    return &word.values[seen];
  }
  void write(uint64_t address, uint32_t thread, uint64_t now, uint64_t next) {
    Word& word = words_[address];
    word.note(now);
    word.note(next);
    word.seen[thread] = word.values.size() - 1;
  }

 private:
  struct Word {
    std::vector<uint64_t> values;     ///< oldest first
    std::map<uint32_t, size_t> seen;  ///< by thread: the oldest that it may see

    void note(uint64_t value) {
      if (values.empty() || values.back() != value) values.push_back(value);
    }
  };
  std::map<uint64_t, Word> words_;  // by address
};

}  // namespace murmur::simulated

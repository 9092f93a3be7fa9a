// Flocks of the C interface for its tests.
#pragma once

#include <cstdint>
#include <string>

#include "murmur.h"
#include "support/temp_folder.h"

namespace murmur {

inline constexpr murmur_options kTwoThreads = {.size = sizeof(murmur_options),
                                               .backend = "cpu",
                                               .simd = nullptr,
                                               .log = nullptr,
                                               .threads = 2,
                                               .gpu = 0};
inline const char* const kFlocks[] = {
    "preset = \"book\"\nseed = 7",
    "preset = \"starlings\"\nboids = 500",
    "preset = \"murmuration\"\nboids = 700\n[rules]\nalignment.inertia = 0.5",
    "preset = \"murmuration\"\nboids = 600\n[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\n"
    "[goal]\npath = [[100.0, 100.0], [300.0, 200.0]]",
    "preset = \"book\"\nboids = 0",
};

inline murmur_flock* made(const char* toml, const murmur_options* options = &kTwoThreads) {
  murmur_flock* flock = nullptr;
  EXPECT_EQ(murmur_from_text(toml, options, &flock), MURMUR_DONE) << murmur_error();
  return flock;
}

inline uint64_t hash_of(const murmur_flock* flock) {
  uint64_t hash = 0;
  EXPECT_EQ(murmur_hash(flock, &hash), MURMUR_DONE);
  return hash;
}

/// A test with a flock.
class LibraryTest : public TempFolderTest {
 protected:
  ~LibraryTest() override { murmur_free(flock); }
  std::string path(const char* file) const { return (folder_ / file).string(); }
  murmur_flock* flock = made(kFlocks[0]);
};

}  // namespace murmur

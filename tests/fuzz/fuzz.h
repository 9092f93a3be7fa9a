// Shared by the fuzz targets: each reads random bytes and must end with a result or a sentence (UserError,
// RunError); everything else, and every report of a sanitizer, is a fault. Each target is one file, NAME_fuzz.cpp, whose
// LLVMFuzzerTestOneInput is called by libFuzzer (`./dev fuzz`) or by feed.cpp with the files of corpus/NAME.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/util/errors.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace murmur {

/// A file in memory, for readers that take a path.
class FuzzFile {
 public:
  explicit FuzzFile(std::string_view bytes);
  ~FuzzFile();
  FuzzFile(const FuzzFile&) = delete;
  FuzzFile& operator=(const FuzzFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  int file_;
  std::string path_;
};

/// Ends the program: an answer of the code under test contradicts another.
void expect(bool good, const char* what);

/// Runs body(text); that it refuses the text is fine.
template <class Body>
int fuzz(const uint8_t* data, size_t size, const Body& body) {
  try {
    body(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const UserError& error) {
    for (const std::string& fault : error.faults()) expect(!fault.empty(), "a fault without a sentence");
  } catch (const RunError&) {
  }
  return 0;
}

}  // namespace murmur

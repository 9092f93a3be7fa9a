#include "fuzz/fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace murmur {

FuzzFile::FuzzFile(std::string_view bytes) : file_(memfd_create("input", 0)) {
  expect(file_ >= 0 && write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
         "no memory file");
  path_ = "/proc/self/fd/" + std::to_string(file_);
}

FuzzFile::~FuzzFile() { close(file_); }

void expect(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

}  // namespace murmur

// Runs a fuzz target on the files of its arguments, as libFuzzer does, with any compiler: a regression test.
// Usage: TARGET FOLDER...
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "fuzz/fuzz.h"
#include "sim/util/files.h"

int main(int count, char** words) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < count; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(words[i]))
      if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);  // the last line names the input that ended the program
    const std::string bytes = murmur::read_text_file(file.string());
    // Every beginning of it too: files are cut off more often than changed.
    const size_t stride = bytes.size() / 64 + 1;
    for (size_t size = 0; size < bytes.size(); size += stride)
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), size);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  }
  return files.empty() ? 1 : 0;
}

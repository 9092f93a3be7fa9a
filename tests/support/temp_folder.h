// A test with a folder of its own, which is removed at its end with all that it holds. The folder's name is new, so that tests can run
// at the same time.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace murmur {

/// A path in a folder that does not exist.
inline std::string nowhere(const std::string& file) {
  std::string name = (std::filesystem::temp_directory_path() / "murmur_test_XXXXXX").string();
  const std::filesystem::path folder = mkdtemp(name.data());
  std::filesystem::remove(folder);
  return folder / file;
}

class TempFolderTest : public testing::Test {
 protected:
  TempFolderTest() {
    std::string name = (std::filesystem::temp_directory_path() / "murmur_test_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~TempFolderTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

}  // namespace murmur

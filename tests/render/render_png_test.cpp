// PNG files read back to the same pixels; failures leave no file and say why.
#include <sys/resource.h>

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "render/gl/png.h"
#include "sim/util/errors.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

Image gradient() {
  Image image{37, 21, std::vector<uint8_t>(37 * 21 * 3)};
  for (size_t k = 0; k < image.rgb.size(); ++k) image.rgb[k] = static_cast<uint8_t>(k * 7 % 256);
  return image;
}

TEST(Png, ReadsBackWhatWasWritten) {
  const Image image = gradient();
  const std::string path = testing::TempDir() + "murmur_png_test.png";
  for (PngSize size : {PngSize::kQuick, PngSize::kSmall}) {
    write_png(path, image, size);
    const Image read = read_png(path);
    EXPECT_EQ(read.width, 37);
    EXPECT_EQ(read.height, 21);
    EXPECT_EQ(read.rgb, image.rgb);
  }
  std::filesystem::remove(path);
}

class PngFolder : public TempFolderTest {};

TEST(Png, RefusesWithPathAndReason) {
  const std::string path = nowhere("a.png");
  try {
    write_png(path, gradient());
    FAIL();
  } catch (const RunError& error) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    EXPECT_EQ(error.what(),
              "cannot write " + path + ": the folder " + folder + " does not exist; make it first");
  }
  EXPECT_THROW(write_png(testing::TempDir() + "empty.png", Image{}), RunError);
  EXPECT_THROW(read_png(path), RunError);
}

TEST_F(PngFolder, AFullDiskLeavesNoPicture) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit nothing = {0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &nothing), 0);
  EXPECT_THROW(write_png(folder_ / "full.png", gradient()), RunError);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(PngFolder, AFileBesideAPictureIsKept) {
  std::ofstream(folder_ / "a.png.part") << "mine";
  write_png(folder_ / "a.png", gradient());
  EXPECT_EQ(std::filesystem::file_size(folder_ / "a.png.part"), 4u);
}

}  // namespace
}  // namespace murmur

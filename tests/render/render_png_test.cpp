// PNG files read back to the same pixels; failures leave no file and say why.
#include <gtest/gtest.h>

#include <filesystem>

#include "render/gl/png.h"
#include "sim/util/errors.h"

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
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  }
  std::filesystem::remove(path);
}

TEST(Png, RefusesWithPathAndReason) {
  try {
    write_png("/nonexistent/folder/a.png", gradient());
    FAIL();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(),
                 "cannot write the picture /nonexistent/folder/a.png: No such file or directory.");
  }
  EXPECT_THROW(write_png(testing::TempDir() + "empty.png", Image{}), RunError);
  EXPECT_THROW(read_png("/nonexistent.png"), RunError);
}

TEST(Png, AFullDiskLeavesNoPicture) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string path = testing::TempDir() + "murmur_full.png";
  std::filesystem::remove(path + ".part");
  std::filesystem::create_symlink("/dev/full", path + ".part");
  EXPECT_THROW(write_png(path, gradient()), RunError);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::is_symlink(path + ".part"));
}

}  // namespace
}  // namespace murmur

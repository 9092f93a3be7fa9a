// A film from the window lasts as long as was recorded, whatever pictures there were.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/window/film_recorder.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

class Recorded : public TempFolderTest {
 protected:
  /// When the pictures in the file begin [s], and when the last one ends.
  std::vector<double> times_of(const std::string& path) {
    const std::string command = fmt::format(
        "ffprobe -v error -select_streams v -show_entries packet=pts_time,duration_time -of csv=p=0 {} | "
        "sort -g",
        path);
    FILE* const pipe = popen(command.c_str(), "r");
    std::vector<double> times;
    double begin = 0.0, length = 0.0;
    while (pipe && std::fscanf(pipe, "%lf,%lf%*[^\n]", &begin, &length) == 2) times.push_back(begin);
    if (pipe) pclose(pipe);
    if (!times.empty()) times.push_back(times.back() + length);
    return times;
  }
  /// Pictures in the file.
  int frames_of(const std::string& path) { return static_cast<int>(times_of(path).size()) - 1; }
};

TEST_F(Recorded, LastsAsLongAsWasRecorded) {
  for (const auto& [ending, rate] : {std::pair(".mp4", 30), std::pair(".gif", 20)}) {
    const std::string path = (folder_ / "film").string() + ending;
    FilmRecorder recorder(path, 64, 64, 10.0);
    Image picture{.width = 64, .height = 64, .rgb = std::vector<uint8_t>(64 * 64 * 3, 40)};
    for (const double now :
         {10.0, 10.04, 10.3, 10.31, 12.0}) {  // slow and uneven, and none for the last 1.5 s
      picture.rgb[0] = static_cast<uint8_t>(picture.rgb[0] + 30);
      if (recorder.due(now)) recorder.offer(picture, now);
    }
    recorder.finish(13.5);
    EXPECT_EQ(recorder.wait().text, fmt::format("film {}: 3.5 s", path));
    const std::vector<double> times = times_of(path);
    ASSERT_EQ(times.size(), static_cast<size_t>(rate * 7 / 2 + 1)) << path;
    for (size_t k = 0; k < times.size(); ++k)
      EXPECT_NEAR(times[k], static_cast<double>(k) / rate, 0.006) << path << ", picture " << k;
  }
}

/// A window that is resized during a film: its picture fills the film, which keeps its size.
TEST_F(Recorded, PicturesOfOtherSizesFillTheFilm) {
  const auto frame = [&](int width, int height) {  // grey, brighter in its lower half
    Image picture{.width = width, .height = height, .rgb = {}};
    for (int y = 0; y < height; ++y)
      picture.rgb.insert(picture.rgb.end(), static_cast<size_t>(width) * 3, y < height / 2 ? 80 : 200);
    return picture;
  };
  const std::string path = (folder_ / "film.mp4").string(), raw = (folder_ / "raw").string();
  FilmRecorder recorder(path, 64, 48, 0.0);
  const std::pair<int, int> sizes[] = {{64, 48}, {128, 96}, {30, 50}, {65, 49}, {200, 48}, {16, 12}};
  for (int k = 0; k < 6; ++k) recorder.offer(frame(sizes[k].first, sizes[k].second), k / 30.0 + 0.001);
  recorder.finish(0.2);
  EXPECT_EQ(recorder.wait().text, fmt::format("film {}: 0.2 s", path));
  ASSERT_EQ(
      std::system(
          fmt::format("ffmpeg -v error -nostdin -i {} -f rawvideo -pix_fmt rgb24 {}", path, raw).c_str()),
      0);
  std::ifstream file(raw, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  ASSERT_EQ(bytes.size(), size_t{6 * 64 * 48 * 3});
  for (size_t k = 0; k < 6; ++k) {
    for (const auto& [x, y] : {std::pair<size_t, size_t>{1, 1}, {62, 1}, {1, 46}, {62, 46}, {32, 40}}) {
      const auto value = static_cast<uint8_t>(bytes[((k * 48 + y) * 64 + x) * 3]);
      EXPECT_NEAR(value, y < 24 ? 80 : 200, 12) << "picture " << k << " at " << x << ", " << y;
    }
  }
}

/// An ffmpeg whose files cannot grow any more, as on a full disk.
TEST_F(Recorded, KeepsWhatIsPlayableOfAFullDisk) {
  const std::string tools = (folder_ / "tools").string();
  std::filesystem::create_directory(tools);
  std::ofstream(tools + "/ffmpeg")
      << "#!/bin/sh\nPATH=$PATH_BEFORE\nulimit -f 400\ntrap '' XFSZ\nexec ffmpeg \"$@\"\n";
  std::filesystem::permissions(tools + "/ffmpeg", std::filesystem::perms::owner_all);
  const std::string before = std::getenv("PATH");
  setenv("PATH_BEFORE", before.c_str(), 1);
  setenv("PATH", (tools + ":" + before).c_str(), 1);
  std::mt19937 noise(1);
  Image picture{.width = 64, .height = 64, .rgb = std::vector<uint8_t>(64 * 64 * 3)};
  for (const char* const ending : {".mp4", ".gif"}) {
    const std::string path = (folder_ / "film").string() + ending;
    FilmRecorder recorder(path, 64, 64, 0.0);
    for (int k = 0; !recorder.result() && k < 100'000; ++k) {
      for (uint8_t& byte : picture.rgb) byte = static_cast<uint8_t>(noise());
      recorder.offer(picture, k / 20.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const FilmRecorder::End end = recorder.wait();
    EXPECT_FALSE(end.whole);
    EXPECT_TRUE(end.text.starts_with(fmt::format("film {}: its first ", path))) << end.text;
    EXPECT_GT(frames_of(path), 10) << end.text;
  }
  setenv("PATH", before.c_str(), 1);
}

TEST_F(Recorded, SaysHowManyPicturesASlowEncoderMisses) {
  // An ffmpeg that begins to read when it may, as one whose disk is slow.
  const std::string go = (folder_ / "go").string(), tools = (folder_ / "tools").string();
  std::filesystem::create_directory(tools);
  std::ofstream(tools + "/ffmpeg") << "#!/bin/sh\nPATH=$PATH_BEFORE\nwhile [ ! -e " << go
                                   << " ]; do sleep 0.01; done\nexec ffmpeg \"$@\"\n";
  std::filesystem::permissions(tools + "/ffmpeg", std::filesystem::perms::owner_all);
  const std::string before = std::getenv("PATH");
  setenv("PATH_BEFORE", before.c_str(), 1);
  setenv("PATH", (tools + ":" + before).c_str(), 1);
  const std::string path = (folder_ / "film.mp4").string();
  FilmRecorder recorder(path, 256, 256, 0.0);  // a picture is more than a pipe holds
  setenv("PATH", before.c_str(), 1);
  const Image picture{.width = 256, .height = 256, .rgb = std::vector<uint8_t>(256 * 256 * 3, 40)};
  for (int k = 0; k < 30; ++k) recorder.offer(picture, k / 30.0);
  std::ofstream{go};
  recorder.finish(1.0);
  const std::string said = recorder.wait().text;
  // One is with the encoder or waits for it, eight wait behind it.
  EXPECT_TRUE(
      said == fmt::format("film {}: 1.0 s; 21 of its 30 pictures are repeated: encoder or disk were too slow",
                          path) ||
      said == fmt::format("film {}: 1.0 s; 22 of its 30 pictures are repeated: encoder or disk were too slow",
                          path))
      << said;
  EXPECT_EQ(frames_of(path), 30);
}

}  // namespace
}  // namespace murmur

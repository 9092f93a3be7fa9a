// A film from the window lasts as long as was recorded, whatever pictures there were.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "app/window/film_recorder.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

class Recorded : public TempFolderTest {
 protected:
  /// Pictures in the file.
  int frames_of(const std::string& path) {
    const std::string command = fmt::format(
        "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 {}", path);
    FILE* const pipe = popen(command.c_str(), "r");
    std::array<char, 64> text{};
    const bool read = pipe && fgets(text.data(), text.size(), pipe);
    if (pipe) pclose(pipe);
    return read ? std::stoi(text.data()) : -1;
  }
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
    EXPECT_EQ(recorder.wait(), fmt::format("film {}: 3.5 s", path));
    EXPECT_EQ(frames_of(path), rate * 7 / 2);
  }
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
  const std::string said = recorder.wait();
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

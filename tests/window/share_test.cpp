// The film to share shows what the window shows, and nothing is left of a share that is given up.
#include "app/window/share.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/film/render_options.h"
#include "app/live/run_job.h"
#include "sim/scenario/words.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

/// The options that render reads from these arguments.
RenderOptions options_of(std::vector<std::string> arguments) {
  RenderOptions options;
  CLI::App command;
  add_render_options(command, options);
  EXPECT_EQ(arguments.front(), "render");
  arguments.erase(arguments.begin());
  arguments.emplace_back("--output=F.mp4");
  std::ranges::reverse(arguments);  // as CLI11 takes them
  command.parse(arguments);
  return options;
}

/// The camera that render has at this part of the film.
Camera camera_of(const RenderOptions& options, const std::vector<double>& world, double done) {
  Camera camera(world);
  const auto [width, height] = picture_size(options.size);
  camera.resize(width, height);
  place_camera(camera, options, done);
  return camera;
}

void expect_same_view(Camera shown, const Camera& filmed, double tolerance) {
  shown.set_margins({});
  shown.resize(1920, 1080);
  for (size_t k = 0; k < 16; ++k)
    EXPECT_NEAR(shown.world_to_clip()[k], filmed.world_to_clip()[k], tolerance) << k;
}

TEST(SharedFilm, HasTheCameraOfTheWindowIn2D) {
  Camera camera({640.0, 480.0});
  camera.resize(940, 800);
  camera.set_margins({.left = 60.0, .top = 40.0, .bottom = 50.0});
  camera.fit();
  const auto filmed = [&] {
    return camera_of(options_of(shared_film_arguments(camera, {}, false)), camera.world(), 0.0);
  };
  expect_same_view(camera, filmed(), 1e-5);
  camera.zoom(3.0, 200.0, 300.0);
  camera.pan(-2000.0, 40.0);  // to places below zero
  expect_same_view(camera, filmed(), 1e-5);
}

TEST(SharedFilm, HasTheCameraOfTheWindowIn3DAndGoesOnAroundIt) {
  Camera camera({200.0, 100.0, 50.0});
  camera.resize(940, 800);
  camera.fit();
  camera.orbit(600.0, -35.0);
  camera.zoom(2.0, 400.0, 300.0);
  camera.pan(30.0, -500.0);
  expect_same_view(
      camera, camera_of(options_of(shared_film_arguments(camera, {}, false)), camera.world(), 0.5), 1e-2);
  const RenderOptions around = options_of(shared_film_arguments(camera, {}, true));
  Camera later = camera;
  later.go_around(5.0);
  expect_same_view(later, camera_of(around, camera.world(), 0.5), 1e-2);
}

TEST(SharedFilm, LastsTenSecondsAtThePaceOfTheWindow) {
  for (const double pace : {0.1, 0.5, 1.0, 20.0, 32.0, 60.0, 240.0, 100000.0}) {
    const RenderOptions options =
        options_of(shared_film_arguments(Camera({640.0, 480.0}), {.steps_per_second = pace}, false));
    EXPECT_EQ(options.size, "1920x1080");
    EXPECT_LE(*options.frames_per_second, 45.0);
    // No step of a preset's pace is left out.
    EXPECT_TRUE(options.steps_per_frame == 1 || pace > 32.0) << pace;
    EXPECT_NEAR(static_cast<double>(*options.frames) / *options.frames_per_second, 10.0, 0.05) << pace;
    EXPECT_NEAR(*options.frames_per_second * static_cast<double>(options.steps_per_frame), pace, 1e-6 * pace);
  }
}

TEST(SharedFilm, HasTheLookOfTheWindow) {
  Look look{.scene = Surroundings::kDay, .draw = Draw::kArrow, .size = 1.5, .camera = CameraMove::kFollow};
  look.colour.colour = hex_colour("#12ab34");
  look.background.word = Background::kLight;
  look.palette = Palette::kFire;
  look.trails = 12.5;
  look.shutter = 0.75;
  look.glow = look.axes = true;
  EXPECT_EQ(look_of({}, options_of(shared_film_arguments(Camera({1.0, 1.0}), look, false)).look),
            complete_look(look));
  const Look plain;
  Scenario scenario;
  scenario.view = look;
  EXPECT_EQ(look_of(scenario, options_of(shared_film_arguments(Camera({1.0, 1.0}), plain, false)).look).glow,
            false);
}

class ShareTest : public TempFolderTest {
 protected:
  void SetUp() override {
    TempFolderTest::SetUp();
    std::filesystem::create_directory(share_);
    for (const char* const ending : {".toml", ".jsonl", ".checkpoint"})
      std::ofstream(file_of_share(share_, ending)) << "something";
  }
  const std::string share_ = (folder_ / "murmur-007").string();
};

TEST_F(ShareTest, LeavesNothingThatIsCancelledBeforeTheFilm) {
  Share share({});
  share.cancel();
  share.begin(share_);
  ASSERT_TRUE(share.result());
  EXPECT_FALSE(share.result()->kept);
  EXPECT_FALSE(std::filesystem::exists(share_));
}

TEST_F(ShareTest, KeepsWhatOthersHavePutThere) {
  std::ofstream(share_ + "/notes.txt") << "mine";
  Share share({});
  share.cancel();
  share.begin(share_);
  EXPECT_TRUE(std::filesystem::exists(share_ + "/notes.txt"));
  EXPECT_FALSE(std::filesystem::exists(file_of_share(share_, ".toml")));
}

}  // namespace
}  // namespace murmur

// What render's words mean: names of films, sizes, places, and where the camera goes.
#include <gtest/gtest.h>

#include <cmath>

#include "app/film/render_options.h"
#include "render/film/film_output.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

TEST(FilmName, TellsFilmPicturesAndPictureApart) {
  EXPECT_EQ(film_kind("flock.mp4"), FilmKind::kMp4);
  EXPECT_EQ(film_kind("FLOCK.MP4"), FilmKind::kMp4);
  EXPECT_EQ(film_kind("flock.gif"), FilmKind::kGif);
  EXPECT_EQ(film_kind("100 % of it.mp4"), FilmKind::kMp4);
  EXPECT_EQ(film_kind("frames/%05d.png"), FilmKind::kFrames);
  EXPECT_EQ(film_kind("%d.png"), FilmKind::kFrames);
  EXPECT_EQ(film_kind("still.png"), FilmKind::kPicture);
  for (const char* wrong :
       {"", "flock", "flock.webm", ".mp4", "%s.png", "%d%d.png", "%05.png", "%x5d.png", "%99d.png"})
    EXPECT_THROW(film_kind(wrong), UserError) << wrong;
}

TEST(FilmName, NumbersFrames) {
  EXPECT_EQ(numbered("frames/%05d.png", 42), "frames/00042.png");
  EXPECT_EQ(numbered("f%d-a.png", 42), "f42-a.png");
  EXPECT_EQ(numbered("%02d.png", 12345), "12345.png");
}

TEST(Film, Mp4RefusesOddSizesBeforeAnythingIsWritten) {
  FilmOptions options;
  options.width = 641;
  EXPECT_THROW(make_film("odd.mp4", options), UserError);
}

TEST(PictureSize, IsReadOrRefused) {
  EXPECT_EQ(picture_size("640x480"), std::pair(640, 480));
  EXPECT_EQ(picture_size("16384x64"), std::pair(16384, 64));
  for (const char* wrong : {"", "640", "640x", "640x480x2", "63x480", "640x16385", "-640x480", "640 x 480"})
    EXPECT_THROW(picture_size(wrong), UserError) << wrong;
}

class Cameras : public testing::Test {
 protected:
  Camera place(std::vector<double> world, double done = 0.0) {
    Camera camera(std::move(world));
    camera.resize(800, 600);
    place_camera(camera, options, done);
    return camera;
  }
  RenderOptions options;
};

TEST_F(Cameras, StandWhereTheWindowsCameraStands) {
  for (const std::vector<double>& world :
       {std::vector<double>{640, 480}, std::vector<double>{200, 200, 200}}) {
    Camera window(world);
    window.resize(800, 600);
    window.fit();
    EXPECT_EQ(place(world).world_to_clip(), window.world_to_clip());
  }
}

TEST_F(Cameras, ZoomAndCentre) {
  const double whole = place({640, 480}).pixels_per_unit();
  options.zoom = 4.0;
  options.centre = "100,50";
  const Camera camera = place({640, 480});
  EXPECT_NEAR(camera.pixels_per_unit(), 4.0 * whole, 1e-9);
  const auto middle = camera.pixel_of({100, 50});
  ASSERT_TRUE(middle);
  EXPECT_NEAR((*middle)[0], 400, 1e-9);
  EXPECT_NEAR((*middle)[1], 300, 1e-9);
}

TEST_F(Cameras, OrbitAndDistance) {
  options.azimuth = 90.0;
  options.elevation = 0.0;
  options.distance = 500.0;
  const auto eye = place({200, 200, 200}).eye();
  EXPECT_NEAR(eye[0], 100, 1e-3);
  EXPECT_NEAR(eye[1], 600, 1e-3);
  EXPECT_NEAR(eye[2], 100, 1e-3);
  options.turn = 180.0;
  EXPECT_NEAR(place({200, 200, 200}, 0.5).eye()[0], -400,
              1e-3);  // half of the film: a quarter of a circle on
}

TEST_F(Cameras, RefuseWhatDoesNotSuitTheWorld) {
  options.centre = "1,2,3";
  EXPECT_THROW(place({640, 480}), UserError);
  options.centre = "1,2";
  EXPECT_THROW(place({200, 200, 200}), UserError);
  options.centre.clear();
  options.azimuth = 10.0;
  EXPECT_THROW(place({640, 480}), UserError);
  EXPECT_NO_THROW(place({200, 200, 200}));
}

}  // namespace
}  // namespace murmur

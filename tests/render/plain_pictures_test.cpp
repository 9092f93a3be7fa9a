// Pictures without OpenGL: known hashes from every backend and instruction set, the window's bytes where a processor draws, and close to OpenGL's.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "render/scene/plain_pictures.h"
#include "sim/backends/cpu/simd.h"
#include "sim/machine/registry.h"
#include "sim/raster/palette.h"
#include "sim/run/simulation.h"
#include "support/by_opengl.h"
#include "support/scene_test.h"

namespace murmur {
namespace {

constexpr int kWide = 320, kHigh = 200;

using Keys = std::vector<std::pair<std::string, std::string>>;
using FlownFlock = Simulation<float>;

ScenarioSource source_of(const std::string& preset, int64_t boids, const Keys& keys) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  overrides.set = keys;
  return ScenarioSource::from_preset(preset, overrides);
}
FlownFlock flown(const std::string& preset, int64_t boids, const Keys& keys,
                 const std::string& backend = "cpu") {
  FlownFlock run(source_of(preset, boids, keys), make_backend(backend, {.threads = 1}));
  for (int step = 0; step < 20; ++step) run.advance();
  return run;
}

Camera camera_of(const FlownFlock& run, int width = kWide, int height = kHigh) {
  Camera camera(run.scenario().world.size);
  camera.resize(width, height);
  camera.fit();
  return camera;
}

Image picture_of(FlownFlock& run, int threads = 1, Simd simd = Simd::kAuto, int width = kWide,
                 int height = kHigh) {
  const Scenario& scenario = run.scenario();
  return PlainPictures(threads, simd)
      .draw(run.backend(), camera_of(run, width, height), scenario, {.look = look_of(scenario, {})});
}

struct Known {
  std::string preset;
  int64_t boids;
  Keys keys;
  uint64_t hash;
};

/// All ways to colour boids; small, large and transparent ones; in the plane and in space.
const Known kKnown[] = {
    {"murmuration", 2000, {}, 0x1c39867204e8fd80},
    {"murmuration", 60, {{"view.colour", "\"speed\""}, {"view.size", "4.0"}}, 0x52e26ba6d85d9dad},
    {"book",
     300,
     {{"view.draw", "\"triangle\""}, {"view.colour", "\"#3d7bff\""}, {"view.background", "\"light\""}},
     0x2ff442912c8c351e},
    {"murmuration", 900, {{"species", "[{share = 0.7}, {share = 0.3}]"}}, 0x48c3ecf303deef89},
    {"murmuration",
     900,
     {{"rule", "[{add = \"v * 0\", state.me = {start = 0.0, next = \"id / 900\"}}]"},
      {"view.colour", "\"state\""}},
     0x7554e0af8a84a850},
    {"murmuration", 900, {{"view.colour", "\"density\""}}, 0x4fc7f942903ac403},
    {"benchmark-3d", 2000, {}, 0x4d0a69961c4aa4d6},
    {"cis565",
     300,
     {{"view.colour", "\"speed\""}, {"view.size", "4.0"}, {"view.glow", "true"}},
     0xa3b529262d463cdd},
    {"cis565",
     900,
     {{"species", "[{share = 0.7}, {share = 0.3}]"}, {"view.background", "\"light\""}},
     0x73dcf647332fd2ac},
    {"benchmark-3d", 900, {{"view.colour", "\"density\""}}, 0x3f073b956b90c7d6},
};

TEST(PlainPictures, HaveKnownHashesOnEveryBackendAndInstructionSet) {
  for (const Known& known : kKnown) {
    FlownFlock reference = flown(known.preset, known.boids, known.keys, "reference");
    EXPECT_EQ(picture_hash(picture_of(reference, 1, Simd::kScalar)), known.hash) << known.preset;
    FlownFlock cpu = flown(known.preset, known.boids, known.keys);
    for (const Simd simd : available_simds())
      EXPECT_EQ(picture_hash(picture_of(cpu, 3, simd)), known.hash) << known.preset << simd_name(simd);
  }
}

/// Twenty pictures with trails and glow from a camera that moves with the flock, or stays in space.
Image filmed(int threads,
             const std::function<void(FlownFlock&, const Camera&, const PictureSettings&)>& also = {},
             const std::string& preset = "murmuration") {
  FlownFlock run(source_of(preset, 2000, {{"view.trails", "8.0"}, {"view.glow", "true"}}),
                 make_backend("cpu", {.threads = 1}));
  PlainPictures pictures(threads);
  Image last;
  for (int step = 0; step < 20; ++step) {
    run.advance();
    Camera camera = camera_of(run);
    if (camera.dimensions() == 2) camera.pan(0.7 * step, 0.3 * step);
    const PictureSettings settings{.look = look_of(run.scenario(), {}), .step = double(run.step_number())};
    last = pictures.draw(run.backend(), camera, run.scenario(), settings);
    if (also) also(run, camera, settings);
  }
  return last;
}

TEST(PlainPictures, TrailsAndGlowAreWholeNumbers) {
  for (const int threads : {1, 2, 5})
    EXPECT_EQ(picture_hash(filmed(threads)), 0xa78f5c72884e8c7eu) << threads;
}

TEST(PlainPictures, AHashIsOfAllPixelsTheirPlacesAndTheSize) {
  FlownFlock run = flown("murmuration", 2000, {});
  const Image image = picture_of(run);
  const uint64_t hash = picture_hash(image);
  Image other = image;
  other.rgb.back() ^= 1;
  EXPECT_NE(picture_hash(other), hash);
  other = image;
  std::swap_ranges(other.rgb.begin(), other.rgb.begin() + 3 * kWide * 50, other.rgb.begin() + 3 * kWide * 60);
  EXPECT_NE(picture_hash(other), hash);
  other = image;
  std::swap(other.width, other.height);
  EXPECT_NE(picture_hash(other), hash);
}

TEST(PlainPictures, HaveNothingThatOpenGlMustDraw) {
  const auto suits = [](const Keys& keys, const std::string& preset = "murmuration") {
    const FlownFlock run(source_of(preset, 9, keys), make_backend("cpu", {.threads = 1}));
    return PlainPictures::suits(run.scenario(), look_of(run.scenario(), {}));
  };
  EXPECT_TRUE(suits({}));
  EXPECT_TRUE(suits({{"view.colour", "\"speed\""}, {"view.camera", "\"follow\""}}));
  const Keys others{{"view.axes", "true"},
                    {"view.draw", "\"disc\""},
                    {"view.scene", "\"dusk\""},
                    {"predator", "[{}]"},
                    {"obstacle", "[{at = [100, 100], radius = 20}]"},
                    {"goal", "{at = [10, 10]}"},
                    {"wind", "{velocity = [1.0, 0.0]}"},
                    {"world.boundary", "\"bounce\""},
                    {"wall", "[{points = [[10, 10], [50, 50]]}]"}};
  for (const auto& other : others) EXPECT_FALSE(suits({other})) << other.first << " = " << other.second;
  EXPECT_TRUE(suits({}, "cis565"));
  EXPECT_FALSE(suits({{"predator", "[{}]"}}, "cis565"));
  const ByOpenGl by_opengl;
  EXPECT_FALSE(suits({}));
}

/// Root mean square of the differences of means of 8 x 8 pixels.
double difference(const Image& ours, const Image& theirs) {
  double squares = 0.0;
  for (int y = 0; y < ours.height; y += 8) {
    for (int x = 0; x < ours.width; x += 8) {
      for (int k = 0; k < 3; ++k) {
        int sum = 0;
        for (int at = 0; at < 64; ++at)
          sum += ours.at(x + at % 8, y + at / 8)[k] - theirs.at(x + at % 8, y + at / 8)[k];
        squares += sum * sum / 4096.0;
      }
    }
  }
  return std::sqrt(64.0 * squares / (3.0 * ours.width * ours.height));
}

class PlainPicturesInScene : public SceneTest<testing::Test> {
 protected:
  Image drawn(FlownFlock& run, int samples, int width = kWide, int height = kHigh) {
    const RenderTarget target(width, height, samples);
    settings.look = look_of(run.scenario(), {});
    scene.update(run.backend(), run.scenario(), settings.look);
    target.bind();
    scene.draw(camera_of(run, width, height), run.scenario(), settings);
    return target.read();
  }
};

TEST_F(PlainPicturesInScene, AreTheWindowsWhereAProcessorDraws) {
  for (const Known& known : kKnown) {
    FlownFlock run = flown(known.preset, known.boids, known.keys);
    if (!Scene::draws_flock_picture(run.scenario(), look_of(run.scenario(), {})))
      GTEST_SKIP() << "a GPU draws";
    EXPECT_EQ(picture_of(run).rgb, drawn(run, 1).rgb) << known.preset;
  }
}

/// A window shows its picture without OpenGL's passes over each pixel, and marks come over it.
TEST_F(PlainPicturesInScene, AreWholeInAWindow) {
  settings.marks = {{.at = {500.0f, 300.0f, 0.0f}, .radius = 90.0f, .colour = {1.0f, 0.5f, 0.2f, 0.5f}}};
  for (const Known& known : kKnown) {
    FlownFlock run = flown(known.preset, known.boids, known.keys);
    if (!Scene::draws_flock_picture(run.scenario(), look_of(run.scenario(), {})))
      GTEST_SKIP() << "a GPU draws";
    const bool solid = run.scenario().dimensions() == 3;
    if (solid) settings.marks.clear();
    const Image wanted = drawn(run, 1);
    const RenderTarget target(kWide, kHigh, 1);
    target.bind();
    glClear(GL_COLOR_BUFFER_BIT);
    const Camera seen = camera_of(run);
    ASSERT_TRUE(scene.draw(seen, run.scenario(), settings, true)) << known.preset;
    scene.show(target.framebuffer(), 0, 0, seen);
    EXPECT_EQ(target.read().rgb, wanted.rgb) << known.preset;
  }
}

/// Birds before a sky are kept upside down for a window. Only the noise against bands differs, by less than a step of 255 each.
TEST_F(PlainPicturesInScene, BirdsAreThoseOfAFilmInAWindow) {
  for (const char* scene_name : {"\"dusk\"", "\"day\""}) {
    for (const char* preset : {"starlings", "murmuration"}) {
      FlownFlock run = flown(preset, 700, {{"view.scene", scene_name}});
      const Image wanted = drawn(run, 1);
      if (!scene.boids().can_read()) GTEST_SKIP() << "a GPU draws";
      const RenderTarget target(kWide, kHigh, 1);
      target.bind();
      const Camera seen = camera_of(run);
      const bool solid = run.scenario().dimensions() == 3;
      EXPECT_EQ(scene.draw(seen, run.scenario(), settings, true), solid) << scene_name << preset;
      if (solid) scene.show(target.framebuffer(), 0, 0, seen);
      const Image shown = target.read();
      int most = 0;
      for (size_t k = 0; k < wanted.rgb.size(); ++k)
        most = std::max(most, std::abs(shown.rgb[k] - wanted.rgb[k]));
      EXPECT_LE(most, 2) << scene_name << preset;
    }
  }
}

/// Trails stay where the order of pixels changes, as when a mark below the boids comes and goes, and follow the camera.
TEST_F(PlainPicturesInScene, TrailsGoOnInAWindow) {
  FlownFlock run = flown("murmuration", 900, {{"view.trails", "10.0"}, {"view.glow", "true"}});
  settings.look = look_of(run.scenario(), {});
  if (!Scene::draws_flock_picture(run.scenario(), settings.look)) GTEST_SKIP() << "a GPU draws";
  Scene in_window;
  const RenderTarget target(kWide, kHigh, 1);
  for (int turn = 0; turn < 6; ++turn) {
    run.advance();
    settings.step = static_cast<double>(run.step_number());
    Camera seen = camera_of(run);
    seen.pan(3.0 * turn, 5.0 * turn);
    const auto picture = [&](Scene& by, bool window) {
      by.update(run.backend(), run.scenario(), settings.look);
      target.bind();
      if (by.draw(seen, run.scenario(), settings, window)) by.show(target.framebuffer(), 0, 0, seen);
      return target.read();
    };
    const Image wanted = picture(scene, false);
    EXPECT_LT(difference(picture(in_window, turn % 2 == 1), wanted), 0.3) << turn;
  }
}

TEST_F(PlainPicturesInScene, LegendsHaveTheirColoursWhoeverDraws) {
  for (const char* const theme : {"dark", "light"}) {
    FlownFlock run = flown("murmuration", 10, {{"view.background", fmt::format("\"{}\"", theme)}});
    drawn(run, 1);
    std::vector<PaintRow> shown(static_cast<size_t>(kHeadings) * kClimbs);
    glBindTexture(GL_TEXTURE_2D, scene.boids().tables().headings());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, shown.data());
    const std::vector<PaintRow> wanted = heading_colours(Palette::kUsual, theme == std::string("light"));
    EXPECT_EQ(std::memcmp(shown.data(), wanted.data(), wanted.size() * sizeof(PaintRow)), 0) << theme;
  }
}

TEST_F(PlainPicturesInScene, TrailsAndGlowLookAsOpenGlDrawsThem) {
  const RenderTarget target(kWide, kHigh, 4);
  Image theirs;
  const auto by_opengl = [&](FlownFlock& run, const Camera& seen, const PictureSettings& with) {
    const ByOpenGl drawn_by_opengl;
    scene.update(run.backend(), run.scenario(), with.look);
    target.bind();
    scene.draw(seen, run.scenario(), with);
    theirs = target.read();
  };
  for (const std::string preset : {"murmuration", "benchmark-3d"}) {
    const Image ours = filmed(1, by_opengl, preset);
    EXPECT_LT(difference(ours, theirs), 2.5) << preset;
  }
}

/// Means of 8 x 8 pixels differ where boids cover each other: OpenGL shows the last of two colours, and these pictures their mean.
TEST_F(PlainPicturesInScene, LookAsOpenGlDrawsThem) {
  constexpr int kWidth = 1280, kHeight = 720;
  for (const Known& known : kKnown) {
    FlownFlock run = flown(known.preset, 10 * known.boids, known.keys);
    const Image ours = picture_of(run, 1, Simd::kAuto, kWidth, kHeight);
    const ByOpenGl by_opengl;
    const Image theirs = drawn(run, 4, kWidth, kHeight);
    EXPECT_LT(difference(ours, theirs), 2.5) << known.preset;
  }
}

}  // namespace
}  // namespace murmur

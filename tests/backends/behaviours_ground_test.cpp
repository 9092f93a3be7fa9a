// Terrain and perching against docs/model.md in plain float64.
#include <gtest/gtest.h>

#include <png.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "base/random.h"
#include "sim/backends/reference/reference.h"
#include "sim/state/height_map.h"
#include "sim/util/errors.h"
#include "support/lockstep.h"
#include "support/oracle.h"

namespace murmur {
namespace {

std::string temporary(const std::string& name) {
  return testing::TempDir() + "murmur_" + std::to_string(getpid()) + "_" + name;
}

/// Writes samples row by row, the top row first.
std::string write_png(const std::string& name, uint32_t columns, int bits, int colour,
                      const std::vector<uint8_t>& bytes, double gamma = 0.0) {
  const std::string path = temporary(name);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  const size_t stride = columns * png_size_t(bits) / 8 *
                        (colour == PNG_COLOR_TYPE_RGB          ? 3
                         : colour == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
                                                               : 1);
  png_init_io(png, file);
  png_set_IHDR(png, info, columns, static_cast<uint32_t>(bytes.size() / stride), bits, colour,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (gamma > 0.0) png_set_gAMA(png, info, gamma);
  png_write_info(png, info);
  for (size_t at = 0; at < bytes.size(); at += stride) png_write_row(png, &bytes[at]);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  std::fclose(file);
  return path;
}

// Three rows of four pixels, the top one first.
const std::vector<uint8_t> kGrey{0, 51, 102, 255, 255, 204, 10, 0, 30, 60, 90, 120};

/// 0 to 100, bilinear; pixel centres from border to border, the picture's bottom row at coordinate 0.
double height_at(double x, double y, const Numbers& size) {
  const auto pixel = [](int column, int from_below) {
    return kGrey[static_cast<size_t>((2 - from_below) * 4 + column)] / 255.0 * 100.0;
  };
  const double u = std::clamp(x / size[0], 0.0, 1.0) * 3.0, w = std::clamp(y / size[1], 0.0, 1.0) * 2.0;
  const int column = std::min(static_cast<int>(u), 2), line = std::min(static_cast<int>(w), 1);
  const double right = u - column, up = w - line;
  return (1 - up) * ((1 - right) * pixel(column, line) + right * pixel(column + 1, line)) +
         up * ((1 - right) * pixel(column, line + 1) + right * pixel(column + 1, line + 1));
}

TEST(Terrain, ImageSlowsBoidsBilinearly) {
  const std::string image = write_png("grey.png", 4, 8, PNG_COLOR_TYPE_GRAY, kGrey);
  for (Oracle world : worlds()) {
    for (const char* boundary : {"wrap", "bounce", "soft"}) {  // soft: boids outside see the border's height
      world.boundary = boundary;
      world.height = [&](const Numbers& p) { return height_at(p[0], p[1], world.size); };
      expect_follows(
          toml_of(world,
                  fmt::format("[start]\nvelocities = \"heading\"\nspeed = 2.0\n[terrain]\nimage = \"{}\"\n",
                              image)),
          world);
    }
  }
  std::filesystem::remove(image);
}

TEST(Terrain, HillIsAParabolaOverTheFirstTwoAxes) {
  for (Oracle world : worlds()) {
    const Numbers at{60.0, 250.0};
    world.height = [&](const Numbers& p) {
      Numbers top = p;
      std::copy(at.begin(), at.end(), top.begin());
      const Numbers d = world.apart(p, top);
      const double share = std::hypot(d[0], d[1]) / 200.0;
      return share < 1.0 ? 80.0 * (1.0 - share * share) : 0.0;
    };
    expect_follows(
        toml_of(world,
                fmt::format("[terrain]\nhill = {{ at = {}, radius = 200.0, height = 80.0 }}\n", text(at))),
        world);
  }
}

TEST(HeightMaps, PicturesOfOnePixelAndOfOneRow) {
  const std::string one = write_png("one.png", 1, 8, PNG_COLOR_TYPE_GRAY, {255}),
                    line = write_png("line.png", 4, 8, PNG_COLOR_TYPE_GRAY, {0, 51, 102, 255});
  Oracle world = worlds()[0];
  world.height = [](const Numbers&) { return 100.0; };
  expect_follows(toml_of(world, fmt::format("[terrain]\nimage = \"{}\"\n", one)), world, 3);
  world.height = [&](const Numbers& p) {
    const double u = p[0] / world.size[0] * 3.0;
    return u < 1.0 ? u * 20.0 : u < 2.0 ? u * 20.0 : 40.0 + (u - 2.0) * 60.0;
  };
  expect_follows(toml_of(world, fmt::format("[terrain]\nimage = \"{}\"\n", line)), world, 3);
  std::filesystem::remove(one);
  std::filesystem::remove(line);
}

// Heights are samples, not light: no gamma, and sixteen bits stay sixteen.
TEST(HeightMaps, SamplesAreTakenAsTheyAre) {
  const std::string deep = write_png("deep.png", 2, 16, PNG_COLOR_TYPE_GRAY, {0x40, 0x01, 0xff, 0xff});
  const HeightMap map = read_height_map(deep);
  EXPECT_EQ(map.columns, 2);
  EXPECT_NEAR(map.heights.at(0), 0x4001 / 65535.0 * 100.0, 1e-12);
  EXPECT_EQ(map.heights.at(1), 100.0);
  const std::string light = write_png("light.png", 2, 8, PNG_COLOR_TYPE_GRAY, {51, 255}, 0.45455);
  EXPECT_NEAR(read_height_map(light).heights.at(0), 20.0, 1e-12);
  const std::string clear = write_png("clear.png", 2, 8, PNG_COLOR_TYPE_GRAY_ALPHA, {51, 0, 255, 7});
  EXPECT_NEAR(read_height_map(clear).heights.at(0), 20.0, 1e-12);
  for (const auto& path : {deep, light, clear}) std::filesystem::remove(path);
}

std::string fault_of(const std::string& path) {
  try {
    read_height_map(path);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(HeightMaps, OtherFilesAreRefused) {
  const std::string colour = write_png("colour.png", 1, 8, PNG_COLOR_TYPE_RGB, {1, 2, 3});
  EXPECT_NE(fault_of(colour).find("colour"), std::string::npos) << fault_of(colour);
  const auto holding = [](const std::string& name, const std::string& bytes) {
    const std::string path = temporary(name);
    std::FILE* file = std::fopen(path.c_str(), "wb");
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
    return path;
  };
  const std::string none = holding("none.png", "P5 2 2 255 abcd");
  EXPECT_NE(fault_of(none).find("is no PNG"), std::string::npos) << fault_of(none);
  const std::string empty = holding("empty.png", "");
  EXPECT_NE(fault_of(empty).find("is no PNG"), std::string::npos) << fault_of(empty);
  // Signature and an IHDR of width 0; its checksum is right.
  std::string flat("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\1\x08\0\0\0\0", 29);
  flat += std::string("\xd5\xbc\xf0\x6b", 4);
  const std::string zero = holding("zero.png", flat);
  EXPECT_NE(fault_of(zero).find("terrain.image"), std::string::npos) << fault_of(zero);
  const std::string whole = write_png("whole.png", 4, 8, PNG_COLOR_TYPE_GRAY, kGrey);
  std::filesystem::resize_file(whole, 50);
  EXPECT_NE(fault_of(whole).find("terrain.image"), std::string::npos) << fault_of(whole);
  EXPECT_NE(fault_of(temporary("missing.png")).find("missing.png"), std::string::npos);
  for (const auto& path : {colour, none, empty, zero, whole}) {
    EXPECT_THROW(
        Simulation<float>(scenario_of(toml_of(worlds()[0], fmt::format("[terrain]\nimage = \"{}\"\n", path))),
                          make_reference_float()),
        UserError);
    std::filesystem::remove(path);
  }
}

// A boid that reaches the ground, a coordinate of the last axis, sits there, and takes off if U(seed, perch, id, step) <
// 1 / mean_rest.
TEST(Perching, BoidsSitOnTheGroundAndTakeOffByTheirDraw) {
  for (Oracle world : worlds()) {
    for (const char* boundary : {"wrap", "bounce", "soft"}) {
      world.boundary = boundary;
      world.ground = world.boundary == "soft" ? 40.5 : 0.0;
      const Numbers at(world.size.size(), world.ground + 8.0);  // low: boids swing through the ground
      world.added = [&](const State<double>& s, size_t id) {
        return limit(world.apart(row(s.position, id, s.dimensions), at) * 0.01, 0.3);
      };
      world.stays = [](int64_t step, size_t id) {
        return Random(1, Stream::kPerch, static_cast<uint32_t>(id), static_cast<uint64_t>(step)).uniform() >=
               0.2f;
      };
      int sitting = 0, rising = 0;
      const size_t last = world.size.size() - 1;
      world.also = [&](const State<double>& before, const State<double>& after) {
        for (size_t i = last; i < after.position.size(); i += last + 1) {
          sitting += after.position[i] == world.ground;
          rising += before.position[i] == world.ground && after.position[i] > world.ground;
        }
      };
      expect_follows(
          toml_of(world,
                  fmt::format("[goal]\nat = {}\ncap = 0.3\n[perching]\nmean_rest = 5.0\nground = {:.1f}\n",
                              text(at), world.ground),
                  "boids = 60\n"),
          world, 300);
      EXPECT_GT(sitting, 200);
      EXPECT_GT(rising, 50);
    }
  }
}

}  // namespace
}  // namespace murmur

// Pictures and meshes that are dropped onto the window: the wall that each becomes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/window/dropped_wall.h"
#include "render/gl/png.h"
#include "render/panel/word_picture.h"
#include "sim/scenario/key_values.h"
#include "sim/util/errors.h"
#include "sim/walls/wall_pieces.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

class Dropped : public TempFolderTest {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string picture(const std::string& name) {
    Image image{4, 4, std::vector<uint8_t>(48, 255)};
    for (size_t k = 15; k < 21; ++k) image.rgb[k] = 0;  // two dark pixels
    write_png((folder_ / name).string(), image);
    return (folder_ / name).string();
  }
  std::string fault(const std::string& path) {
    try {
      dropped_wall(scenario, path, file_kind_at(path));
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  }
  void drop(const std::string& path) {
    const DroppedWall wall = dropped_wall(scenario, path, file_kind_at(path));
    set_key(scenario, wall.key, wall.value);
  }

  Scenario scenario;
};

constexpr const char* kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST_F(Dropped, FilesAreToldByTheirBeginOrTheirName) {
  EXPECT_EQ(file_kind_at(picture("maze.png")), FileKind::kPicture);
  EXPECT_EQ(file_kind_at(picture("maze")), FileKind::kPicture);
  for (const char* name : {"rock.obj", "rock.PLY", "rock.stl"})
    EXPECT_EQ(file_kind_at(file(name, "v 0 0 0\n")), FileKind::kMesh);
  EXPECT_THAT(other_kind(file("rock.obj", "")), testing::HasSubstr("is a mesh, not a scenario"));
}

TEST_F(Dropped, APictureIsAWallOfTheWholeWorldAndTheNextOneReplacesIt) {
  scenario.world.size = {100, 100};
  drop(picture("a maze.png"));
  ASSERT_EQ(scenario.walls.size(), 1u);
  EXPECT_GE(wall_pieces<2>(scenario).size(), 4u);
  scenario.walls[0].radius = 7.0;
  const DroppedWall next = dropped_wall(scenario, picture("b.png"), FileKind::kPicture);
  EXPECT_EQ(next.replaced, "a maze.png");
  EXPECT_EQ(next.key, "wall[0]");
  set_key(scenario, next.key, next.value);
  ASSERT_EQ(scenario.walls.size(), 1u);
  EXPECT_TRUE(scenario.walls[0].image.ends_with("b.png"));
  EXPECT_EQ(scenario.walls[0].radius, 7.0);
  scenario.walls[0].size = std::vector<double>{10, 10};  // one of a part stays
  EXPECT_EQ(dropped_wall(scenario, picture("c.png"), FileKind::kPicture).key, "wall[1]");
}

TEST_F(Dropped, AWordIsAPictureOfItsLetters) {
  scenario.world.size = {800, 400};
  write_png((folder_ / "word.png").string(), word_picture("Größe", 2.0));
  drop((folder_ / "word.png").string());
  EXPECT_GE(wall_pieces<2>(scenario).size(), 60u) << "the outlines of five letters";
  EXPECT_TRUE(word_picture("\xe4\xb8\x80", 2.0).rgb.empty()) << "not in the font";
  const Image long_one = word_picture("murmuration", 0.2);
  EXPECT_EQ(long_one.height, 5 * long_one.width);
  for (int y = 0; y < long_one.height; ++y) {
    EXPECT_EQ(*long_one.at(0, y), 255) << "a margin";
    EXPECT_EQ(*long_one.at(long_one.width - 1, y), 255);
  }
}

TEST_F(Dropped, AMeshIsScaledToTheWorldUnlessItFits) {
  scenario.world.size = {100, 200, 50};
  scenario.world.boundary = Boundary::kBounce;
  drop(file("small.obj", kTetrahedron));
  ASSERT_EQ(scenario.walls.size(), 1u);
  EXPECT_EQ(scenario.walls[0].scale, 40.0) << "0.8 of the height";
  EXPECT_EQ(scenario.walls[0].at, (std::vector<double>{30, 80, 0}));
  EXPECT_EQ(scenario.walls[0].side, WallSide::kOutside);
  scenario.world.size = {2, 2, 2};
  scenario.walls.clear();
  drop(file("small.obj", kTetrahedron));
  EXPECT_FALSE(scenario.walls[0].scale);
}

TEST_F(Dropped, AnOpenMeshHasTwoSides) {
  scenario.world.size = {2, 2, 2};
  drop(file("sheet.obj", "v 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n"));
  EXPECT_EQ(scenario.walls[0].side, WallSide::kBoth);
}

TEST_F(Dropped, WhatIsNoWallHereIsSaidInOneSentence) {
  scenario.world.size = {100, 100};
  EXPECT_EQ(
      fault(file("rock.obj", kTetrahedron)),
      "rock.obj: is a mesh, which is a wall in a world of 3 dimensions; this one has 2: drop a PNG file");
  scenario.world.size = {100, 100, 100};
  EXPECT_EQ(
      fault(picture("maze.png")),
      "maze.png: is a picture, which is a wall in a world of 2 dimensions; this one has 3: drop an OBJ, PLY "
      "or STL file");
  EXPECT_THAT(fault(file("bad.obj", "v 0 0\n")), testing::HasSubstr("bad.obj:1"));
}

}  // namespace
}  // namespace murmur

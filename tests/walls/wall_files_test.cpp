// Meshes and pictures as walls: what is read of each format, and the sentence for each file that is wrong.
#include <png.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <tuple>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/formats/scenario_files.h"
#include "sim/scenario/source.h"
#include "sim/util/errors.h"
#include "sim/walls/wall_pieces.h"
#include "support/wall_files.h"

namespace murmur {
namespace {

using testing::HasSubstr;

class WallFiles : public WallFileTest {
 protected:
  /// The sentence, with the file's name for its path.
  std::string refused(const std::string& name, const std::string& bytes, const std::string& more = "") const {
    try {
      mesh(name, bytes, more);
    } catch (const UserError& error) {
      std::string text = error.what();
      if (const size_t at = text.find(folder_.string()); at != text.npos)
        text.replace(at, folder_.string().size() + 1, "");
      return text;
    }
    return "";
  }
};

/// A tetrahedron with its corner at 1, 1, 1, in each format.
const std::string kObj = R"(# a tetrahedron
o corner
v 1 1 1
v 3 1 1 0.5 0.5 0.5
v 1 +3.0e0 1
vt 0 0
v 1 1 3
usemtl stone
f 1/1 3/1 2/1
f 1// 2// 4//
f -4 -1 \
-2
f 2 3 4
)";
const std::string kPly = R"(ply
format ascii 1.0
comment made by hand
element vertex 4
property float x
property float y
property float z
property uchar red
element face 4
property list uchar int vertex_indices
end_header
1 1 1 0
3 1 1 nan
1 3 1 0
1 1 3 0
3 0 2 1
3 0 1 3
3 0 3 2
3 1 2 3
)";
const std::string kStl = R"(solid corner
facet normal 0 0 -1
outer loop
vertex 1 1 1
vertex 1 3 1
vertex 3 1 1
endloop
endfacet
facet normal 0 -1 0
outer loop
vertex 1 1 1
vertex 3 1 1
vertex 1 1 3
endloop
endfacet
facet normal -1 0 0
outer loop
vertex 1 1 1
vertex 1 1 3
vertex 1 3 1
endloop
endfacet
facet normal 1 1 1
outer loop
vertex 3 1 1
vertex 1 3 1
vertex 1 1 3
endloop
endfacet
endsolid corner
)";
std::string binary_ply(bool big) {
  std::string bytes = fmt::format(
      "ply\nformat binary_{}_endian 1.0\nelement vertex 4\nproperty double x\nproperty double y\n"
      "property float z\nelement face 4\nproperty list uint8 uint16 vertex_index\nelement empty "
      "1000000000\nend_header\n",
      big ? "big" : "little");
  const bool swapped = big != (std::endian::native == std::endian::big);
  for (const auto& corner : kCorners) {
    append(bytes, double{corner[0]}, swapped);
    append(bytes, double{corner[1]}, swapped);
    append(bytes, corner[2], swapped);
  }
  for (const auto& face : kFaces) {
    append(bytes, uint8_t{3});
    for (const int corner : face) append(bytes, static_cast<uint16_t>(corner), swapped);
  }
  return bytes;
}

std::vector<double> numbers(const std::vector<WallPiece<3>>& pieces) {
  std::vector<double> all;
  for (const WallPiece<3>& piece : pieces)
    for (const auto& corner : piece.corner) all.insert(all.end(), corner.c, corner.c + 3);
  return all;
}

TEST_F(WallFiles, MeshesOfEveryFormatAreTheSameTriangles) {
  std::vector<double> wanted;
  for (const auto& face : kFaces)
    for (const int corner : face) wanted.insert(wanted.end(), kCorners[corner], kCorners[corner] + 3);
  EXPECT_EQ(numbers(mesh("a.obj", kObj)), wanted);
  EXPECT_EQ(numbers(mesh("a.ply", kPly)), wanted);
  EXPECT_EQ(numbers(mesh("a.stl", kStl)), wanted);
  EXPECT_EQ(numbers(mesh("b.stl", binary_stl())), wanted);
  EXPECT_EQ(numbers(mesh("b.ply", binary_ply(false))), wanted);
  EXPECT_EQ(numbers(mesh("c.PLY", binary_ply(true))), wanted);
  for (double& x : wanted) x = x * 0.5 + 4.0;
  EXPECT_EQ(numbers(mesh("a.obj", kObj, "at = [4.0, 4.0, 4.0]\nscale = 0.5")), wanted);
}

TEST_F(WallFiles, FacesOfMoreCornersAreFans) {
  const auto quad = mesh("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", "side = \"both\"");
  ASSERT_EQ(quad.size(), 2u);
  EXPECT_EQ(quad[1].corner[2][1], 1.0);
}

TEST_F(WallFiles, MeshesThatAreWrongHaveASentence) {
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  };
  const std::tuple<const char*, std::string, const char*> cases[] = {
      {"a.txt", kObj, "wall[0].mesh: a.txt: is no mesh by its name; allowed: a file .obj, .ply or .stl"},
      {"a.obj", "# nothing\n", "wall[0].mesh: a.obj: has no triangles; allowed: at least one"},
      {"a.obj", with(kObj, "v 1 1 3", "v 1 nan 3"),
       "wall[0].mesh: a.obj:7: has the coordinate nan; allowed: finite numbers up to 1e30"},
      {"a.obj", with(kObj, "v 1 1 3", "v 1 one 3"),
       "wall[0].mesh: a.obj:7: has the coordinate \"one\"; allowed: finite numbers up to 1e30"},
      {"a.obj", with(kObj, "v 1 1 3", "v 1 1e31 3"),
       "wall[0].mesh: a.obj:7: has the coordinate 1e+31; allowed: finite numbers up to 1e30"},
      {"a.obj", with(kObj, "v 1 1 3", "v 1 1"),
       "wall[0].mesh: a.obj:7: is a vertex of 2 numbers; allowed: at least 3"},
      {"a.obj", with(kObj, "f 2 3 4", "f 2 3 5"),
       "wall[0].mesh: a.obj:13: is a face with vertex 5; allowed: 1 to 4, the vertices before it, or -1 to "
       "-4 "
       "from the last one"},
      {"a.obj", with(kObj, "f 2 3 4", "f 2 3 -99"),
       "wall[0].mesh: a.obj:13: is a face with vertex -99; allowed: 1 to 4, the vertices before it, or -1 to "
       "-4 "
       "from the last one"},
      {"a.obj", with(kObj, "v 1 1 3", "V 1 1 3"),
       "wall[0].mesh: a.obj:7: begins with \"V\"; allowed: a word of OBJ in small letters, such as v or f"},
      {"a.obj", "v 1 1 1\nv 9 9 1\nv 9 1 1\nv 1 9 1\nf 1 2 3 4\n",
       "wall[0].mesh: a.obj:5: is a face whose outline crosses itself; allowed: corners in order around the "
       "face"},
      {"a.obj", with(kObj, "f 2 3 4", "f 2 3 0"),
       "wall[0].mesh: a.obj:13: is a face with vertex 0; allowed: 1 to 4, the vertices before it, or -1 to "
       "-4 "
       "from the last one"},
      {"a.obj", with(kObj, "f 2 3 4", "f 2 3"),
       "wall[0].mesh: a.obj:13: is a face of 2 corners; allowed: at least 3"},
      {"a.obj", with(kObj, "f 2 3 4", ""),
       "wall[0].mesh: a.obj: its edge from [3, 1, 1] to [1, 3, 1] is of one triangle; allowed: a closed "
       "mesh, each edge of "
       "exactly two, or side = \"both\""},
      {"a.obj", kObj + "f 2 3 4\n",
       "wall[0].mesh: a.obj: its edge from [3, 1, 1] to [1, 3, 1] is of 3 triangles; allowed: a closed mesh, "
       "each edge of "
       "exactly two, or side = \"both\""},
      {"a.obj", with(kObj, "v 1 1 3", "v 1 1 21"),
       "wall[0].mesh: a.obj: its vertex 3 is at 21 on axis 2; allowed: inside the world, 0 to 20, by at and "
       "scale, or anywhere "
       "with world.boundary = \"soft\" or \"open\""},
      {"a.ply", "solid\n", "wall[0].mesh: a.ply:1: is no PLY file; allowed: a first line \"ply\""},
      {"a.ply", "ply\nformat ascii 1.0\n",
       "wall[0].mesh: a.ply:3: the file ends within its header; allowed: a header up to end_header"},
      {"a.ply", with(kPly, "format ascii 1.0", "format text"),
       "wall[0].mesh: a.ply:2: is another format; allowed: ascii, binary_little_endian, binary_big_endian"},
      {"a.ply", with(kPly, "property float z\n", ""),
       "wall[0].mesh: a.ply:10: has vertices without z; allowed: properties x, y and z"},
      {"a.ply", with(kPly, "property float z", "property half z"),
       "wall[0].mesh: a.ply:7: is a property of kind half; allowed: char to double, int8 to float64"},
      {"a.ply", with(kPly, "1 1 3 0", "1 1 inf 0"),
       "wall[0].mesh: a.ply:15: has the coordinate inf; allowed: finite numbers up to 1e30"},
      {"a.ply", with(kPly, "1 1 3 0", "1 1"),
       "wall[0].mesh: a.ply:15: has too few numbers; allowed: as many as the header says"},
      {"a.ply", with(kPly, "3 1 2 3", "3 1 2 4"),
       "wall[0].mesh: a.ply: face 3: has a face with vertex 4; allowed: 0 to 3"},
      {"a.ply", with(kPly, "3 1 2 3", "3 1 2 -1"),
       "wall[0].mesh: a.ply:19: has -1 where a whole number stands; allowed: 0 to 2999999"},
      {"a.ply", with(kPly, "3 1 2 3\n", ""),
       "wall[0].mesh: a.ply:19: the file ends here; allowed: as many rows as its header says"},
      {"b.ply", binary_ply(false).substr(0, binary_ply(false).size() - 3),
       "wall[0].mesh: b.ply: face 3: the file ends here; allowed: as many as it says it has"},
      {"a.stl", "hello",
       "wall[0].mesh: a.stl: is no STL file; allowed: text that begins with \"solid\", or 84 bytes and 50 "
       "for each triangle"},
      {"a.stl", "",
       "wall[0].mesh: a.stl: is no STL file; allowed: text that begins with \"solid\", or 84 bytes and 50 "
       "for each triangle"},
      {"a.stl", with(kStl, "vertex 1 3 1\n", ""),
       "wall[0].mesh: a.stl:7: ends a triangle of 2 corners; allowed: 3"},
      {"a.stl", with(kStl, "vertex 1 3 1", "vertex 1 3"),
       "wall[0].mesh: a.stl:5: is a vertex of 2 numbers; allowed: 3"},
      {"b.stl", binary_stl().substr(0, 84) + std::string(200, '\xff'),
       "wall[0].mesh: b.stl: triangle 0: has the coordinate -nan; allowed: finite numbers up to 1e30"},
  };
  for (const auto& [name, bytes, expected] : cases) {
    const std::string text = refused(name, bytes);
    EXPECT_EQ(text, expected) << name;
  }
  EXPECT_THAT(refused("nowhere/a.obj", kObj), HasSubstr("wall[0].mesh: cannot read"));
  EXPECT_THAT(refused("", ""), HasSubstr("is a folder or a device; allowed: a file .obj, .ply or .stl"));
  std::filesystem::resize_file(write("large.obj", ""), 1'000'000'001);
  try {
    wall_pieces<3>(scenario(kWorld3, "mesh", folder_ / "large.obj", ""));
    ADD_FAILURE();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has 1000000001 bytes; allowed: at most 1000000000"));
  }
}

TEST_F(WallFiles, AreReadAgainInANewRunAlone) {
  const std::string path = write("a.obj", kObj);
  const Scenario first = scenario(kWorld3, "mesh", path, "");
  KeptWalls<3> kept;
  EXPECT_EQ(kept.pieces_of(first).size(), 4u);
  const std::string digest = files_digest(first);
  EXPECT_EQ(digest.size(), 16u);
  write("a.obj", kObj + "v 5 5 5\nv 6 5 5\nv 5 6 5\nv 5 5 6\nf 5 6 7\nf 5 6 8\nf 5 7 8\nf 6 7 8\n");
  EXPECT_EQ(kept.pieces_of(first).size(), 4u) << "a run keeps what it read";
  EXPECT_EQ(KeptWalls<3>().pieces_of(first).size(), 8u);
  EXPECT_NE(files_digest(first), digest);
  try {
    check_files("f.jsonl", first, digest);
    ADD_FAILURE();
  } catch (const UserError& error) {
    EXPECT_EQ(error.what(),
              "f.jsonl: its mesh of wall[0] " + path +
                  " has changed since the run began; put the file of the run back to go on with it");
  }
}

class WallPictures : public WallFiles {
 protected:
  std::string png(const std::string& name, uint32_t columns, uint32_t format,
                  const std::vector<uint8_t>& bytes) const {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = columns;
    image.height = static_cast<uint32_t>(bytes.size()) / (columns * PNG_IMAGE_PIXEL_CHANNELS(format));
    image.format = format;
    const std::string path = folder_ / name;
    EXPECT_TRUE(png_image_write_to_file(&image, path.c_str(), 0, bytes.data(), 0, nullptr)) << image.message;
    return path;
  }
};

TEST_F(WallPictures, AreLaidOverTheWorld) {
  // Grey, and the same with colours and transparency: the lower left quarter is wall.
  const std::string grey = png("grey.png", 2, PNG_FORMAT_GRAY, {255, 255, 0, 255});
  const std::string colours = png("colours.png", 2, PNG_FORMAT_RGBA,
                                  {255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 160, 255, 250, 240, 230, 255});
  const auto wall = wall_pieces<2>(scenario(kWorld2, "image", grey, ""));
  ASSERT_EQ(wall.size(), 4u);
  double right = 0.0, top = 0.0;
  for (const WallPiece<2>& piece : wall) {
    right = std::max(right, piece.corner[0][0]);
    top = std::max(top, piece.corner[0][1]);
  }
  EXPECT_EQ(right, 50.0);
  EXPECT_EQ(top, 25.0);
  EXPECT_EQ(wall_pieces<2>(scenario(kWorld2, "image", colours, "")).size(), 4u);
  const auto placed =
      wall_pieces<2>(scenario(kWorld2, "image", grey, "at = [10.0, 20.0]\nsize = [8.0, 4.0]"));
  for (const WallPiece<2>& piece : placed)
    EXPECT_TRUE(piece.corner[0][0] >= 10.0 && piece.corner[0][0] <= 14.0 && piece.corner[0][1] >= 20.0 &&
                piece.corner[0][1] <= 22.0);
}

TEST_F(WallPictures, ThatAreWrongHaveASentence) {
  const auto fault = [&](const std::string& path) -> std::string {
    try {
      wall_pieces<2>(scenario(kWorld2, "image", path, ""));
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  const std::string text = write("text.png", "no picture");
  EXPECT_THAT(fault(text), HasSubstr("wall[0].image: " + text + ": "));
  EXPECT_THAT(fault(text), HasSubstr("; allowed: a PNG picture of at most 67108864 pixels"));
  EXPECT_THAT(fault(folder_ / "none.png"), HasSubstr("wall[0].image: cannot read"));
  const std::string light = png("light.png", 2, PNG_FORMAT_GRAY, {255, 255, 200, 255});
  EXPECT_EQ(
      fault(light),
      "wall[0].image: " + light +
          ": has no dark pixel; allowed: a picture with some that are less than half as light as white");
}

}  // namespace
}  // namespace murmur

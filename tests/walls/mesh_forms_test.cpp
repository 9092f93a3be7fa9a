// Forms in which programs write meshes and pictures: byte order marks, ends of lines, faces that are not convex, bytes that are not needed.
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

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

// A tetrahedron.
const std::string kObj = "v 1 1 1\nv 3 1 1\nv 1 3 1\nv 1 1 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement "
    "face 4\n"
    "property list uchar int vertex_indices\nend_header\n1 1 1\n3 1 1\n1 3 1\n1 1 3\n3 0 2 1\n3 0 1 3\n3 0 3 "
    "2\n3 1 2 3\n";
std::string text_stl() {
  std::string text = "solid corner\n";
  for (const auto& face : kFaces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int corner : face)
      text += fmt::format("vertex {} {} {}\n", kCorners[corner][0], kCorners[corner][1], kCorners[corner][2]);
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid corner\n";
}
const std::string kStl = text_stl();

class MeshForms : public WallFileTest {};

TEST_F(MeshForms, PipesAreNotWaitedFor) {
  for (const char* const name : {"pipe.obj", "pipe.png"}) {
    const std::string path = folder_ / name;
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const Scenario walled =
        scenario(name[5] == 'o' ? kWorld3 : kWorld2, name[5] == 'o' ? "mesh" : "image", path, "");
    EXPECT_EQ(files_digest(walled), "");
    EXPECT_THROW(check_wall_pieces(walled), UserError);
  }
}

// A small picture whose bytes could unpack to gigabytes.
TEST_F(MeshForms, APictureHasNoMoreBytesThanItsPixelsNeed) {
  std::string bytes = "\x89PNG\r\n\x1a\n";
  bytes += std::string("\0\0\0\rIHDR\0\0\0\x40\0\0\0\x40\x08\0\0\0\0", 21);
  append(bytes, static_cast<uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(&bytes[12]), 17)), true);
  append(bytes, uint32_t{500'000}, true);
  bytes += "IDAT" + std::string(500'000, 'x');
  const std::string path = write("large.png", bytes);
  try {
    check_wall_pieces(scenario(kWorld2, "image", path, ""));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has 500041 bytes for 64 x 64 pixels"));
  }
}

TEST_F(MeshForms, MeshesAreReadWithAMarkAndOtherEndsOfLines) {
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
      text.replace(at, from.size(), to);
    return text;
  };
  const std::string mark = "\xEF\xBB\xBF", stl = binary_stl(), obj = kObj;
  const size_t pieces = mesh("a.obj", kObj).size();
  ASSERT_GT(pieces, 0u);
  for (const std::string& text : {mark + obj, replaced(obj, "\n", "\r"), replaced(obj, "\n", "\r\n")})
    EXPECT_EQ(mesh("a.obj", text).size(), pieces);
  EXPECT_EQ(mesh("a.ply", replaced(kPly, "\n", "\r\n")).size(), mesh("b.ply", kPly).size());
  for (const std::string& text : {mark + kStl, "  \n" + kStl, replaced(kStl, "\n", "\r"),
                                  replaced(replaced(kStl, "vertex", "VERTEX"), "solid", "SOLID")})
    EXPECT_EQ(mesh("a.stl", text).size(), mesh("b.stl", kStl).size());
  EXPECT_EQ(mesh("c.stl", stl + "xx").size(), mesh("d.stl", stl).size()) << "bytes behind the triangles";
}

/// Area of pieces that all lie in a plane across an axis.
double area_across(const std::vector<WallPiece<3>>& pieces, int axis) {
  double area = 0.0;
  for (const WallPiece<3>& piece : pieces) {
    const Vec<double, 3>&a = piece.corner[0], &b = piece.corner[1], &c = piece.corner[2];
    const int u = (axis + 1) % 3, w = (axis + 2) % 3;
    area += 0.5 * std::fabs((b[u] - a[u]) * (c[w] - a[w]) - (b[w] - a[w]) * (c[u] - a[u]));
  }
  return area;
}

// A U: a fan from its first corner would cover its notch.
TEST_F(MeshForms, FacesThatAreNotConvexLeaveTheirNotchOpen) {
  const std::string u =
      "v 20 5 2\nv 80 5 2\nv 80 5 18\nv 60 5 18\nv 60 5 10\nv 40 5 10\nv 40 5 18\nv 20 5 18\n";
  for (int first = 0; first < 8; ++first) {
    std::string face = "f";
    for (int k = 0; k < 8; ++k) face += fmt::format(" {}", (first + k) % 8 + 1);
    const auto pieces = mesh("u.obj", u + face + "\n", "side = \"both\"\n");
    EXPECT_EQ(pieces.size(), 6u) << first;
    EXPECT_NEAR(area_across(pieces, 1), 60.0 * 16.0 - 20.0 * 8.0, 1e-3) << first;
  }
  const auto square =
      mesh("square.obj", "v 1 5 1\nv 9 5 1\nv 9 5 9\nv 1 5 9\nf 1 2 3 4\n", "side = \"both\"\n");
  EXPECT_EQ(square.size(), 2u);
}

// Faces are made once all vertices are read, so the place of a fault is not the last line.
TEST_F(MeshForms, AFaultOfAFaceOfPlyNamesTheFace) {
  std::string text = kPly;
  text.replace(text.find("end_header"), 0, "element edge 1\nproperty int vertex1\nproperty int vertex2\n");
  text.replace(text.find("3 0 1 3"), 7, "3 0 1 9");
  try {
    mesh("a.ply", text + "0 1\n");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.ply: face 1: has a face with vertex 9"));
  }
}

}  // namespace
}  // namespace murmur

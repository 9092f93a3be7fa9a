// Files of meshes and pictures as walls, for tests: worlds to put them in, and a tetrahedron.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/scenario/source.h"
#include "sim/walls/wall_pieces.h"
#include "support/temp_folder.h"

namespace murmur {

inline const std::string kWorld2 =
    "preset = \"book\"\n[world]\nsize = [100.0, 50.0]\nboundary = \"bounce\"\n[[wall]]\n";
inline const std::string kWorld3 =
    "preset = \"book\"\n[world]\nsize = [100.0, 50.0, 20.0]\nboundary = \"bounce\"\n[[wall]]\n";

/// A tetrahedron with its corner at 1, 1, 1.
inline constexpr float kCorners[4][3] = {{1, 1, 1}, {3, 1, 1}, {1, 3, 1}, {1, 1, 3}};
inline constexpr int kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

template <class V>
void append(std::string& bytes, V value, bool swapped = false) {
  std::string part(sizeof value, '\0');
  std::memcpy(part.data(), &value, sizeof value);
  if (swapped) std::reverse(part.begin(), part.end());
  bytes += part;
}

inline std::string binary_stl(uint32_t count = 4) {
  std::string bytes = "solid as some programs begin a binary file";
  bytes.resize(80, ' ');
  append(bytes, count);
  for (const auto& face : kFaces) {
    for (int k = 0; k < 3; ++k) append(bytes, 0.0f);
    for (const int corner : face)
      for (const float x : kCorners[corner]) append(bytes, x);
    append(bytes, uint16_t{0});
  }
  return bytes;
}

class WallFileTest : public TempFolderTest {
 protected:
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  static Scenario scenario(const std::string& world, const std::string& key, const std::string& path,
                           const std::string& more) {
    return ScenarioSource::from_text(fmt::format("{}{} = '{}'\n{}", world, key, path, more), "f.toml")
        .scenario();
  }
  std::vector<WallPiece<3>> mesh(const std::string& name, const std::string& bytes,
                                 const std::string& more = "") const {
    return wall_pieces<3>(scenario(kWorld3, "mesh", write(name, bytes), more));
  }
};

}  // namespace murmur

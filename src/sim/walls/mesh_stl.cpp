// STL: triangles given by their corners, as text or binary.
#include <algorithm>

#include <fmt/format.h>

#include "sim/walls/mesh_bytes.h"

namespace murmur {
namespace {

constexpr uint64_t kHeader = 84, kTriangle = 50;  // bytes of the header, and of a triangle, in a binary file

/// Whether two words are equal, ignoring case; `small` must be in lower case.
bool same_word(std::string_view word, std::string_view small) {
  return std::ranges::equal(word, small,
                            [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

void add_corners(const MeshBytes& bytes, Mesh& mesh) {
  const auto last = static_cast<uint32_t>(mesh.vertices.size());
  bytes.add_face(mesh, {last - 3, last - 2, last - 1});
}

void read_text(MeshBytes& bytes, Mesh& mesh) {
  std::string line;
  std::vector<std::string_view> words;
  int corners = 0;
  while (bytes.line(line)) {
    split_words(line, words);
    if (words.empty()) continue;
    if (same_word(words[0], "vertex")) {
      if (words.size() != 4)
        bytes.refuse(fmt::format("is a vertex of {} numbers; allowed: 3", words.size() - 1));
      bytes.add_vertex(mesh,
                       {bytes.coordinate(words[1]), bytes.coordinate(words[2]), bytes.coordinate(words[3])});
      ++corners;
    } else if (same_word(words[0], "endfacet")) {
      if (corners != 3) bytes.refuse(fmt::format("ends a triangle of {} corners; allowed: 3", corners));
      add_corners(bytes, mesh);
      corners = 0;
    }
  }
  if (corners != 0) bytes.refuse("the file ends within a triangle; allowed: whole ones");
}

void read_binary(MeshBytes& bytes, Mesh& mesh, uint32_t count) {
  if (count > kMostTriangles)
    bytes.refuse(fmt::format("has {} triangles; allowed: at most {}", count, kMostTriangles));
  for (uint32_t k = 0; k < count; ++k) {
    bytes.in_binary(fmt::format("triangle {}", k));
    for (int skipped = 0; skipped < 3; ++skipped) bytes.number<float>(false);  // skips the normal
    for (int corner = 0; corner < 3; ++corner) {
      Vec<double, 3> vertex;
      for (double& x : vertex.c) x = bytes.checked(static_cast<double>(bytes.number<float>(false)));
      bytes.add_vertex(mesh, vertex);
    }
    bytes.number<uint16_t>(false);
    add_corners(bytes, mesh);
  }
}

/// Whether the file is text: it begins with "solid", possibly after a byte order mark and blanks, and has no zero bytes.
bool begins_with_solid(MeshBytes& bytes) {
  std::string head(std::min<size_t>(bytes.size(), 1024), '\0');
  bytes.read(head.data(), head.size());
  bytes.rewind();
  std::string_view text = head;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return same_word(text.substr(0, 5), "solid") && text.find('\0') == text.npos;
}

}  // namespace

/// Reads STL. A file is binary if its size fits its number of triangles, because some binary files begin with "solid" too.
void read_stl(MeshBytes& bytes, Mesh& mesh) {
  uint32_t count = 0;
  char header[kHeader - sizeof count] = {};
  if (bytes.size() >= kHeader) {
    bytes.read(header, sizeof header);
    count = bytes.number<uint32_t>(false);
  }
  if (bytes.size() >= kHeader && bytes.size() == kHeader + kTriangle * count)
    return read_binary(bytes, mesh, count);
  bytes.rewind();
  if (begins_with_solid(bytes)) return read_text(bytes, mesh);
  if (count > 0 && bytes.size() > kHeader + kTriangle * count) {  // some programs append further data
    bytes.read(header, sizeof header);
    bytes.number<uint32_t>(false);
    return read_binary(bytes, mesh, count);
  }
  bytes.refuse(
      "is no STL file; allowed: text that begins with \"solid\", or 84 bytes and 50 for each triangle");
}

}  // namespace murmur

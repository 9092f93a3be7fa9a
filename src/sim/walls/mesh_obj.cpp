// Wavefront OBJ: reads the lines "v" and "f", ignores other words of the format, which describe the look of a mesh,
// and refuses unknown words.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "sim/walls/mesh_bytes.h"

namespace murmur {
namespace {

/// Words of OBJ that do not affect the position of triangles.
constexpr std::string_view kOtherWords[] = {
    "vt",  "vn",    "vp",   "p",      "l",      "g",        "o",        "s",          "usemtl",    "mtllib",
    "mg",  "bevel", "lod",  "usemap", "maplib", "c_interp", "d_interp", "shadow_obj", "trace_obj", "cstype",
    "deg", "bmat",  "step", "curv",   "curv2",  "surf",     "parm",     "trim",       "hole",      "scrv",
    "sp",  "end",   "con",  "ctech",  "stech",  "call",     "csh"};

/// Index of a corner's vertex: "7", "7/1", "7//2", or "-1", which counts from the end.
uint32_t vertex_of(const MeshBytes& bytes, const Mesh& mesh, std::string_view corner) {
  const std::string_view number = corner.substr(0, corner.find('/'));
  const bool from_end = number.starts_with('-');
  const uint64_t count = mesh.vertices.size(),
                 index = bytes.whole(number.substr(from_end ? 1 : 0), kMostVertices);
  if (index == 0 || index > count)
    bytes.refuse(fmt::format(
        "is a face with vertex {}; allowed: 1 to {}, the vertices before it, or -1 to -{} from the last one",
        number, count, count));
  return static_cast<uint32_t>(from_end ? count - index : index - 1);
}

}  // namespace

void read_obj(MeshBytes& bytes, Mesh& mesh) {
  std::string line, next;
  std::vector<std::string_view> words;
  std::vector<uint32_t> corners;
  while (bytes.line(line)) {
    while (line.ends_with('\\') && bytes.line(next)) {
      line.pop_back();
      line += next;
    }
    split_words(std::string_view(line).substr(0, line.find('#')), words);
    if (words.empty()) continue;
    if (words[0] == "v") {
      if (words.size() < 4)
        bytes.refuse(fmt::format("is a vertex of {} numbers; allowed: at least 3", words.size() - 1));
      bytes.add_vertex(mesh,
                       {bytes.coordinate(words[1]), bytes.coordinate(words[2]), bytes.coordinate(words[3])});
    } else if (words[0] == "f") {
      corners.clear();
      for (size_t k = 1; k < words.size(); ++k) corners.push_back(vertex_of(bytes, mesh, words[k]));
      bytes.add_face(mesh, corners);
    } else if (std::ranges::find(kOtherWords, words[0]) == std::end(kOtherWords)) {
      bytes.refuse(fmt::format("begins with \"{}\"; allowed: a word of OBJ in small letters, such as v or f",
                               words[0].substr(0, 32)));
    }
  }
}

}  // namespace murmur

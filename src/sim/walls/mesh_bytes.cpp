#include "sim/walls/mesh_bytes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/utf8.h"
#include "sim/walls/triangulate.h"

namespace murmur {
namespace {

constexpr size_t kLongestLine = 1 << 20;

std::string quoted(std::string_view word) { return toml_string(shortened(std::string(word))); }

}  // namespace

MeshBytes::MeshBytes(const std::string& path) : path_(path) {
  if (is_special_file(path))
    refuse("is a folder or a device; allowed: a file .obj, .ply or .stl");  // reading a pipe would block
  std::error_code error;
  try {
    file_ = open_to_read(path);
  } catch (const RunError& fault) {
    throw UserError(fault.what());
  }
  size_ = std::filesystem::file_size(path, error);
  if (error || size_ > kMostMeshBytes)
    refuse(fmt::format("has {} bytes; allowed: at most {}", error ? "unknown" : std::to_string(size_),
                       kMostMeshBytes));
}

void MeshBytes::refuse(const std::string& text) const {
  throw UserError(item_.empty() && line_ > 0 ? fmt::format("{}:{}: {}", path_, line_, text)
                  : item_.empty()            ? fmt::format("{}: {}", path_, text)
                                             : fmt::format("{}: {}: {}", path_, item_, text));
}

bool MeshBytes::line(std::string& text) {
  text.clear();
  ++line_;
  for (int c = std::getc(file_.get()); c != EOF; c = std::getc(file_.get())) {
    if (c == '\r') {  // ends a line, alone or before \n
      if (const int next = std::getc(file_.get()); next != '\n' && next != EOF)
        std::ungetc(next, file_.get());
      c = '\n';
    }
    if (line_ == 1 && text == kByteOrderMark) text.clear();
    if (c == '\n') return true;
    text.push_back(static_cast<char>(c));
    if (text.size() > kLongestLine)
      refuse(fmt::format("is a line of more than {} letters; allowed: a mesh", kLongestLine));
  }
  return !text.empty();
}

void MeshBytes::read(void* to, size_t bytes) {
  if (std::fread(to, 1, bytes, file_.get()) != bytes)
    refuse("the file ends here; allowed: as many as it says it has");
}

void MeshBytes::rewind() {
  std::rewind(file_.get());
  line_ = 0;
}

double MeshBytes::checked(double value) const {
  if (!(std::fabs(value) <= 1e30))
    refuse(fmt::format("has the coordinate {}; allowed: finite numbers up to 1e30", value));
  return value;
}

double MeshBytes::coordinate(std::string_view word) const {
  double value = 0.0;
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    refuse(fmt::format("has the coordinate {}; allowed: finite numbers up to 1e30", quoted(word)));
  return checked(value);
}

uint64_t MeshBytes::whole(std::string_view word, uint64_t most) const {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value > most)
    refuse(fmt::format("has {}; allowed: a whole number from 0 to {}", quoted(word), most));
  return value;
}

void MeshBytes::add_vertex(Mesh& mesh, const Vec<double, 3>& vertex) const {
  if (mesh.vertices.size() >= kMostVertices)
    refuse(fmt::format("is one vertex more than {}, the most that are allowed", kMostVertices));
  mesh.vertices.push_back(vertex);
}

void MeshBytes::add_face(Mesh& mesh, const std::vector<uint32_t>& corners) const {
  if (corners.size() < 3) refuse(fmt::format("is a face of {} corners; allowed: at least 3", corners.size()));
  if (corners.size() - 2 > kMostTriangles - mesh.triangles.size())
    refuse(fmt::format("is more than {} triangles, the most that are allowed", kMostTriangles));
  for (const uint32_t corner : corners)
    if (corner >= mesh.vertices.size())
      refuse(fmt::format("has a face with vertex {}; allowed: 0 to {}", corner, mesh.vertices.size() - 1));
  if (!triangulate(corners, mesh))
    refuse("is a face whose outline crosses itself; allowed: corners in order around the face");
}

void split_words(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  constexpr std::string_view kBlank = " \t\r\v\f";
  for (size_t at = line.find_first_not_of(kBlank); at != line.npos;) {
    const size_t end = std::min(line.find_first_of(kBlank, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlank, end);
  }
}

}  // namespace murmur

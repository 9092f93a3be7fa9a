// Reads a mesh file piece by piece, and reports faults in it in one sentence. Used by the readers of mesh_file.h.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/util/files.h"
#include "sim/walls/mesh.h"

namespace murmur {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  ///< UTF-8 texts may begin with this mark
inline constexpr uint64_t kMostMeshBytes = 1'000'000'000;           ///< largest size of a file

class MeshBytes {
 public:
  /// Opens a mesh file. @throws UserError if it cannot be opened or is too large.
  explicit MeshBytes(const std::string& path);

  uint64_t size() const { return size_; }
  /// Reads the next line without its end; false at the end of the file.
  bool line(std::string& text);
  /// Reads so many bytes. @throws UserError at the end of the file.
  void read(void* to, size_t bytes);
  template <class V>
  V number(bool big_endian) {
    std::array<unsigned char, sizeof(V)> bytes;
    read(bytes.data(), sizeof(V));
    if (big_endian != (std::endian::native == std::endian::big)) std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<V>(bytes);
  }
  void rewind();

  /// Throws "PATH:LINE: text", or, in the binary part of a file, "PATH: ITEM: text" if the item is known.
  [[noreturn]] void refuse(const std::string& text) const;
  void in_binary(std::string item) { item_ = std::move(item); }

  /// Converts a word to a number that is finite and fits float32. The function below converts an integer from 0 to `most`.
  double coordinate(std::string_view word) const;
  uint64_t whole(std::string_view word, uint64_t most) const;
  double checked(double value) const;

  void add_vertex(Mesh& mesh, const Vec<double, 3>& vertex) const;
  /// Adds a face as triangles.
  void add_face(Mesh& mesh, const std::vector<uint32_t>& corners) const;

 private:
  std::string path_, item_;
  File file_;
  uint64_t size_ = 0, line_ = 0;
};

/// Splits a line into words at spaces and tabs.
void split_words(std::string_view line, std::vector<std::string_view>& words);

void read_obj(MeshBytes& bytes, Mesh& mesh);
void read_ply(MeshBytes& bytes, Mesh& mesh);
void read_stl(MeshBytes& bytes, Mesh& mesh);

}  // namespace murmur

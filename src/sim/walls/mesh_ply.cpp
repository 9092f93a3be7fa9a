// PLY: reads elements "vertex" with x, y and z, and "face" with a list of vertices; text, or binary in either byte order.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/walls/mesh_bytes.h"

namespace murmur {
namespace {

template <class N>
double number(MeshBytes& bytes, bool big_endian) {
  return static_cast<double>(bytes.number<N>(big_endian));
}
/// A number type of PLY: its two names, and how it is read from a binary file.
struct Kind {
  std::string_view name, sized;
  double (*read)(MeshBytes& bytes, bool big_endian);
};
constexpr Kind kKinds[] = {{"char", "int8", number<int8_t>},    {"uchar", "uint8", number<uint8_t>},
                           {"short", "int16", number<int16_t>}, {"ushort", "uint16", number<uint16_t>},
                           {"int", "int32", number<int32_t>},   {"uint", "uint32", number<uint32_t>},
                           {"float", "float32", number<float>}, {"double", "float64", number<double>}};

struct Property {
  std::string name;
  const Kind* kind;
  const Kind* count = nullptr;  ///< type of a list's length; null: no list
};
struct Element {
  std::string name;
  uint64_t count;
  std::vector<Property> properties;
};

class PlyReader {
 public:
  PlyReader(MeshBytes& bytes, Mesh& mesh) : bytes_(bytes), mesh_(mesh) {}

  void run() {
    read_header();
    for (const Element& element : elements_) {
      if (element.properties.empty() && format_ != kText) continue;  // rows without bytes
      for (uint64_t k = 0; k < element.count; ++k) {
        if (format_ != kText) bytes_.in_binary(fmt::format("{} {}", element.name, k));
        take_row(element);
      }
    }
    size_t first = 0;  // index of the first vertex of a face; faces may come before vertices
    for (size_t face = 0; face < ends_.size(); ++face) {
      const uint32_t end = ends_[face];
      bytes_.in_binary(fmt::format("face {}", face));
      bytes_.add_face(mesh_, {corners_.begin() + static_cast<std::ptrdiff_t>(first), corners_.begin() + end});
      first = end;
    }
  }

 private:
  static constexpr std::string_view kText = "ascii", kLittle = "binary_little_endian",
                                    kBig = "binary_big_endian";

  void read_header() {
    const auto next = [&] {
      if (!bytes_.line(line_))
        bytes_.refuse("the file ends within its header; allowed: a header up to end_header");
      split_words(line_, words_);
    };
    next();
    if (words_.size() != 1 || words_[0] != "ply")
      bytes_.refuse("is no PLY file; allowed: a first line \"ply\"");
    for (next(); words_.empty() || words_[0] != "end_header"; next()) {
      if (words_.empty() || words_[0] == "comment" || words_[0] == "obj_info") continue;
      if (words_[0] == "format")
        take_format();
      else if (words_[0] == "element" && words_.size() == 3)
        elements_.push_back({std::string(words_[1]), bytes_.whole(words_[2], kMostMeshBytes), {}});
      else if (words_[0] == "property" && !elements_.empty())
        take_property(elements_.back());
      else
        bytes_.refuse(
            "is no line of a header; allowed: format, comment, element NAME COUNT, property KIND NAME");
    }
    if (format_.empty())
      bytes_.refuse(
          "has no format; allowed: format ascii 1.0, or binary_little_endian, or binary_big_endian");
    for (const Element& element : elements_) {
      if (element.name != "vertex") continue;
      for (const char* const axis : {"x", "y", "z"}) {
        if (std::none_of(element.properties.begin(), element.properties.end(),
                         [&](const Property& one) { return one.name == axis && !one.count; }))
          bytes_.refuse(fmt::format("has vertices without {}; allowed: properties x, y and z", axis));
      }
    }
  }

  void take_format() {
    format_ = words_.size() > 1 ? words_[1] : std::string_view();
    if (format_ != kText && format_ != kLittle && format_ != kBig)
      bytes_.refuse("is another format; allowed: ascii, binary_little_endian, binary_big_endian");
  }

  const Kind* kind_of(std::string_view name) const {
    for (const Kind& kind : kKinds)
      if (kind.name == name || kind.sized == name) return &kind;
    bytes_.refuse(fmt::format("is a property of kind {}; allowed: char to double, int8 to float64", name));
  }

  void take_property(Element& element) {
    const bool list = words_.size() == 5 && words_[1] == "list";
    if (!list && words_.size() != 3)
      bytes_.refuse("is no property; allowed: property KIND NAME, or property list KIND KIND NAME");
    const Kind* const kind = kind_of(words_[list ? 3 : 1]);
    element.properties.push_back({std::string(words_.back()), kind, list ? kind_of(words_[2]) : nullptr});
  }

  /// Reads the next number of a row; in text files a number that is not wanted is skipped without a check.
  double next(const Kind* kind, bool wanted) {
    if (format_ != kText) return kind->read(bytes_, format_ == kBig);
    if (word_ >= words_.size()) bytes_.refuse("has too few numbers; allowed: as many as the header says");
    const std::string_view word = words_[word_++];
    return wanted ? bytes_.coordinate(word) : 0.0;
  }

  uint32_t index(double value, double most) const {
    if (!(value >= 0.0 && value <= most && value == std::floor(value)))
      bytes_.refuse(fmt::format("has {} where a whole number stands; allowed: 0 to {}", value, most));
    return static_cast<uint32_t>(value);
  }

  void take_row(const Element& element) {
    const bool vertices = element.name == "vertex", faces = element.name == "face";
    if (format_ == kText) {
      do {
        if (!bytes_.line(line_))
          bytes_.refuse("the file ends here; allowed: as many rows as its header says");
        split_words(line_, words_);
      } while (words_.empty());
      word_ = 0;
    }
    Vec<double, 3> place{};
    for (const Property& property : element.properties) {
      if (!property.count) {
        const bool axis =
            vertices && property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z';
        const double value = next(property.kind, axis);
        if (axis) place[property.name[0] - 'x'] = bytes_.checked(value);
        continue;
      }
      const uint32_t count = index(next(property.count, true), kMostTriangles);
      const bool wanted = faces && (property.name == "vertex_indices" || property.name == "vertex_index");
      for (uint32_t k = 0; k < count; ++k) {
        const double value = next(property.kind, wanted);
        if (wanted) corners_.push_back(index(value, kMostVertices - 1));
      }
      if (corners_.size() > kMostVertices)
        bytes_.refuse(
            fmt::format("has faces of more than {} corners, the most that are allowed", kMostVertices));
      if (wanted) ends_.push_back(static_cast<uint32_t>(corners_.size()));
    }
    if (vertices) bytes_.add_vertex(mesh_, place);
  }

  MeshBytes& bytes_;
  Mesh& mesh_;
  std::string format_;  // empty until the header names the format
  std::vector<Element> elements_;
  std::string line_;
  std::vector<std::string_view> words_;
  size_t word_ = 0;
  std::vector<uint32_t> corners_, ends_;  // corners of all faces; where each face ends
};

}  // namespace

void read_ply(MeshBytes& bytes, Mesh& mesh) { PlyReader(bytes, mesh).run(); }

}  // namespace murmur

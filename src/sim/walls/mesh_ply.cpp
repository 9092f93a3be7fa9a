// PLY: elements "vertex" with x, y and z, and "face" with a list of vertices; text, and binary of either order of bytes.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "sim/walls/mesh_bytes.h"

namespace murmur {
namespace {

enum class Kind : uint8_t { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };
constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"char", Kind::kInt8},     {"int8", Kind::kInt8},     {"uchar", Kind::kUint8},
    {"uint8", Kind::kUint8},   {"short", Kind::kInt16},   {"int16", Kind::kInt16},
    {"ushort", Kind::kUint16}, {"uint16", Kind::kUint16}, {"int", Kind::kInt32},
    {"int32", Kind::kInt32},   {"uint", Kind::kUint32},   {"uint32", Kind::kUint32},
    {"float", Kind::kFloat},   {"float32", Kind::kFloat}, {"double", Kind::kDouble},
    {"float64", Kind::kDouble}};

struct Property {
  std::string name;
  Kind kind;
  bool list = false;
  Kind count_kind = Kind::kUint8;
};
struct Element {
  std::string name;
  uint64_t count;
  std::vector<Property> properties;
};
enum class Format : uint8_t { kText, kLittle, kBig };

class PlyReader {
 public:
  PlyReader(MeshBytes& bytes, Mesh& mesh) : bytes_(bytes), mesh_(mesh) {}

  void run() {
    read_header();
    for (const Element& element : elements_) {
      const bool vertices = element.name == "vertex", faces = element.name == "face";
      if (element.properties.empty() && format_ != Format::kText) continue;  // rows of no bytes
      for (uint64_t k = 0; k < element.count; ++k) {
        if (format_ != Format::kText) bytes_.in_binary(fmt::format("{} {}", element.name, k));
        take_row(element, vertices, faces);
      }
    }
    size_t first = 0;  // faces may come before the vertices
    for (const uint32_t end : ends_) {
      bytes_.add_face(mesh_, {corners_.begin() + static_cast<std::ptrdiff_t>(first), corners_.begin() + end});
      first = end;
    }
  }

 private:
  void read_header() {
    const auto next = [&] {
      if (!bytes_.line(line_))
        bytes_.refuse("the file ends within its header; allowed: a header up to end_header");
      split_words(line_, words_);
    };
    next();
    if (words_.size() != 1 || words_[0] != "ply")
      bytes_.refuse("is no PLY file; allowed: a first line \"ply\"");
    bool formatted = false;
    for (next(); words_.empty() || words_[0] != "end_header"; next()) {
      if (words_.empty() || words_[0] == "comment" || words_[0] == "obj_info") continue;
      if (words_[0] == "format")
        formatted = true, take_format();
      else if (words_[0] == "element" && words_.size() == 3)
        elements_.push_back({std::string(words_[1]), bytes_.whole(words_[2], kMostMeshBytes), {}});
      else if (words_[0] == "property" && !elements_.empty())
        take_property(elements_.back());
      else
        bytes_.refuse(
            "is no line of a header; allowed: format, comment, element NAME COUNT, property KIND NAME");
    }
    if (!formatted)
      bytes_.refuse(
          "has no format; allowed: format ascii 1.0, or binary_little_endian, or binary_big_endian");
    for (const Element& element : elements_) {
      if (element.name != "vertex") continue;
      for (const char* const axis : {"x", "y", "z"}) {
        if (std::none_of(element.properties.begin(), element.properties.end(),
                         [&](const Property& one) { return one.name == axis && !one.list; }))
          bytes_.refuse(fmt::format("has vertices without {}; allowed: properties x, y and z", axis));
      }
    }
  }

  void take_format() {
    const std::string_view name = words_.size() > 1 ? words_[1] : std::string_view();
    if (name == "ascii")
      format_ = Format::kText;
    else if (name == "binary_little_endian")
      format_ = Format::kLittle;
    else if (name == "binary_big_endian")
      format_ = Format::kBig;
    else
      bytes_.refuse("is another format; allowed: ascii, binary_little_endian, binary_big_endian");
  }

  Kind kind_of(std::string_view name) const {
    const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](const auto& kind) { return kind.first == name; });
    if (found == std::end(kKinds))
      bytes_.refuse(fmt::format("is a property of kind {}; allowed: char to double, int8 to float64", name));
    return found->second;
  }

  void take_property(Element& element) {
    const bool list = words_.size() == 5 && words_[1] == "list";
    if (!list && words_.size() != 3)
      bytes_.refuse("is no property; allowed: property KIND NAME, or property list KIND KIND NAME");
    Property property{std::string(words_.back()), kind_of(words_[list ? 3 : 1]), list};
    if (list) property.count_kind = kind_of(words_[2]);
    element.properties.push_back(std::move(property));
  }

  /// The next number of a row; of a text only one that is wanted is read.
  double next(Kind kind, bool wanted) {
    if (format_ == Format::kText) {
      if (word_ >= words_.size()) bytes_.refuse("has too few numbers; allowed: as many as the header says");
      const std::string_view word = words_[word_++];
      return wanted ? bytes_.coordinate(word) : 0.0;
    }
    constexpr double (PlyReader::*kNumbers[])() = {&PlyReader::number<int8_t>,  &PlyReader::number<uint8_t>,
                                                   &PlyReader::number<int16_t>, &PlyReader::number<uint16_t>,
                                                   &PlyReader::number<int32_t>, &PlyReader::number<uint32_t>,
                                                   &PlyReader::number<float>,   &PlyReader::number<double>};
    return (this->*kNumbers[static_cast<size_t>(kind)])();
  }
  template <class N>
  double number() {
    return static_cast<double>(bytes_.number<N>(format_ == Format::kBig));
  }

  uint32_t index(double value, double most) const {
    if (!(value >= 0.0 && value <= most && value == std::floor(value)))
      bytes_.refuse(fmt::format("has {} where a whole number stands; allowed: 0 to {}", value, most));
    return static_cast<uint32_t>(value);
  }

  void take_row(const Element& element, bool vertices, bool faces) {
    if (format_ == Format::kText) {
      do {
        if (!bytes_.line(line_))
          bytes_.refuse("the file ends here; allowed: as many rows as its header says");
        split_words(line_, words_);
      } while (words_.empty());
      word_ = 0;
    }
    Vec<double, 3> place{};
    for (const Property& property : element.properties) {
      if (!property.list) {
        const bool axis =
            vertices && property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z';
        const double value = next(property.kind, axis);
        if (axis) place[property.name[0] - 'x'] = bytes_.checked(value);
        continue;
      }
      const uint32_t count = index(next(property.count_kind, true), kMostTriangles);
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
  Format format_ = Format::kText;
  std::vector<Element> elements_;
  std::string line_;
  std::vector<std::string_view> words_;
  size_t word_ = 0;
  std::vector<uint32_t> corners_, ends_;  // corners of all faces; the end of each face
};

}  // namespace

void read_ply(MeshBytes& bytes, Mesh& mesh) { PlyReader(bytes, mesh).run(); }

}  // namespace murmur

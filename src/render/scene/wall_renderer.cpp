#include "render/scene/wall_renderer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/walls/wall_drawing.h"

namespace murmur {
namespace {

constexpr float kHalfLine = 1.5f, kHalfEdge = 0.6f;  // half of a 2D wall's and a 3D bend's width [pixels]
constexpr float kArea = 0.30f, kSurface = 0.42f;     // opacities; lines are opaque, as overlaps would show
constexpr float kRounding = 1e-5f;                   // tolerance at a border that walls lie on [world sizes]
constexpr std::array kOnDark{0.62f, 0.67f, 0.76f}, kOnLight{0.34f, 0.38f, 0.45f};

template <class T>
void fill(GLuint buffer, const std::vector<T>& values) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(),
               GL_STATIC_DRAW);
}

}  // namespace

WallRenderer::WallRenderer()
    : line_({"wall_line.vert"}, {"wall_line.frag"}), face_({"wall_face.vert"}, {"wall_face.frag"}) {
  for (GLuint* const array : {&line_array_, &face_array_}) glGenVertexArrays(1, array);
  for (GLuint* const buffer : {&lines_, &corners_, &normals_}) glGenBuffers(1, buffer);
  const auto attribute = [](GLuint index, GLsizei stride, size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, 3, GL_FLOAT, GL_FALSE, stride, reinterpret_cast<const void*>(offset));
  };
  glBindVertexArray(line_array_);
  glBindBuffer(GL_ARRAY_BUFFER, lines_);
  for (const GLuint end : {0u, 1u}) {
    attribute(end, sizeof(WallDrawing::Line), end * sizeof(WallDrawing::Corner));
    glVertexAttribDivisor(end, 1);
  }
  glBindVertexArray(face_array_);
  glBindBuffer(GL_ARRAY_BUFFER, corners_);
  attribute(0, sizeof(WallDrawing::Corner), 0);
  glBindBuffer(GL_ARRAY_BUFFER, normals_);
  attribute(1, sizeof(WallDrawing::Corner), 0);
}

WallRenderer::~WallRenderer() {
  for (const GLuint buffer : {lines_, corners_, normals_}) glDeleteBuffers(1, &buffer);
  for (const GLuint array : {line_array_, face_array_}) glDeleteVertexArrays(1, &array);
}

void WallRenderer::take(const Scenario& scenario) {
  WallsKey key = walls_key(scenario);
  if (key == drawn_) return;
  const WallDrawing drawing = wall_drawing(scenario);
  fill(lines_, drawing.lines);
  fill(corners_, drawing.corners);
  // An area in 2D has no normals, but the attribute needs a buffer.
  fill(normals_, drawing.normals.empty() ? drawing.corners : drawing.normals);
  line_count_ = static_cast<GLsizei>(drawing.lines.size());
  corner_count_ = static_cast<GLsizei>(drawing.corners.size());
  low_ = drawing.low;
  high_ = drawing.high;
  drawn_ = std::move(key);
}

/// Shifts of the copies of the walls: as for the boids, in the world and beyond its connected borders; in 3D around
/// the middle of the picture.
WallRenderer::Images WallRenderer::images(const std::vector<double>& world,
                                          const DrawOffsets& offsets) const {
  Images images;
  if (!offsets.middle) {
    images.shifts = offsets.shifts;
    return images;
  }
  std::array<std::vector<float>, 3> along;  // shifts along each axis
  for (size_t k = 0; k < 3; ++k) {
    const auto size = static_cast<float>(world[k]);
    const float from = (*offsets.middle)[k] - 0.5f * size;
    images.least[k] = from - kRounding * size;
    images.most[k] = from + (1.0f + kRounding) * size;
    for (float step = std::floor((from - high_[k]) / size); step * size + low_[k] < from + size; ++step)
      if (step * size + high_[k] > from) along[k].push_back(step * size);
  }
  for (const float x : along[0])
    for (const float y : along[1])
      for (const float z : along[2]) images.shifts.push_back({x, y, z});
  return images;
}

void WallRenderer::draw(const Camera& camera, const DrawOffsets& offsets,
                        const std::array<float, 3>& background, bool light) const {
  const bool solid = camera.dimensions() == 3;
  const std::array<float, 3>& ink = light ? kOnLight : kOnDark;
  const auto colour = [&](float opacity) { return std::array{ink[0], ink[1], ink[2], opacity}; };
  const Images images = this->images(camera.world(), offsets);
  for (const Shader* const shader : {&face_, &line_}) {
    shader->set("world_to_clip", camera.world_to_clip());
    shader->set("haze", camera.haze());
    shader->set("background", background);
    shader->set("solid", solid ? 1 : 0);
    shader->set("least", images.least);
    shader->set("most", images.most);
  }
  face_.set("eye", camera.eye());
  face_.set("wall_colour", colour(solid ? kSurface : kArea));
  line_.set("units_per_pixel", static_cast<float>(camera.units_per_pixel()));
  line_.set("half_width", solid ? kHalfEdge : kHalfLine);
  line_.set("wall_colour", colour(1.0f));
  for (const Place& shift : images.shifts) {
    face_.set("shift", shift);
    glBindVertexArray(face_array_);
    glDrawArrays(GL_TRIANGLES, 0, corner_count_);
  }
  for (const Place& shift : images.shifts) {
    line_.set("shift", shift);
    glBindVertexArray(line_array_);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 6, line_count_);
  }
}

}  // namespace murmur

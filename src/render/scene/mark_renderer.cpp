#include "render/scene/mark_renderer.h"

#include <algorithm>
#include <cstddef>

#include "sim/state/height_map.h"

namespace murmur {
namespace {

constexpr GLsizei kArcs = 16;        // number of parts of a ring in mark.vert
constexpr double kLargeRing = 32.0;  // [pixels]: the square of a smaller ring is cheaper than 16 quads

}  // namespace

MarkRenderer::MarkRenderer()
    : mark_({"mark.vert"}, {"mark.frag"}), ground_({"ground.vert"}, {"ground.frag"}) {
  glGenVertexArrays(1, &no_attributes_);
  glGenVertexArrays(1, &vertex_array_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  const auto attribute = [](GLuint index, GLint floats, size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, floats, GL_FLOAT, GL_FALSE, sizeof(Mark),
                          reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(index, 1);
  };
  attribute(0, 3, offsetof(Mark, at));
  attribute(1, 3, offsetof(Mark, to));
  attribute(2, 2, offsetof(Mark, radius));  // radius and pixels
  attribute(3, 4, offsetof(Mark, colour));
  attribute(4, 1, offsetof(Mark, shape));
}

MarkRenderer::~MarkRenderer() {
  glDeleteTextures(1, &heights_);
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteVertexArrays(1, &no_attributes_);
}

void MarkRenderer::draw(const std::vector<Mark>& marks, const Camera& camera) const {
  if (marks.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(marks.size() * sizeof(Mark)), marks.data(),
               GL_STREAM_DRAW);
  mark_.set("world_to_clip", camera.world_to_clip());
  mark_.set("eye", camera.eye());
  mark_.set("units_per_pixel", static_cast<float>(camera.units_per_pixel()));
  mark_.set("haze", camera.haze());
  mark_.set("background", background_);
  mark_.set("solid", camera.dimensions() == 3 ? 1 : 0);
  mark_.set("light", light_ ? 1 : 0);
  const bool arcs = std::ranges::any_of(marks, [&](const Mark& mark) {
    return mark.shape == static_cast<float>(MarkShape::kRing) &&
           double{mark.radius} * camera.usual_pixels_per_unit() > kLargeRing;
  });
  mark_.set("arcs", arcs ? 1 : 0);
  mark_.use();
  glBindVertexArray(vertex_array_);
  glDrawArraysInstanced(GL_TRIANGLES, 0, arcs ? 6 * kArcs : 6, static_cast<GLsizei>(marks.size()));
}

void MarkRenderer::take_heights(const std::string& image) {
  if (image == image_ && heights_) return;
  glDeleteTextures(1, &heights_);
  const HeightMap map = read_height_map(image);
  // Every driver supports this size, which suffices for any screen; larger maps are sampled.
  constexpr int32_t kMost = 4096;
  const int32_t step = std::max(1, (std::max(map.columns, map.rows) + kMost - 1) / kMost);
  const int32_t columns = (map.columns - 1) / step + 1, rows = (map.rows - 1) / step + 1;
  std::vector<float> heights;
  heights.reserve(static_cast<size_t>(columns) * static_cast<size_t>(rows));
  for (int32_t row = 0; row < rows; ++row) {
    for (int32_t column = 0; column < columns; ++column) {
      const int64_t at = int64_t{row} * step * map.columns + int64_t{column} * step;
      heights.push_back(static_cast<float>(map.heights[static_cast<size_t>(at)]));
    }
  }
  glGenTextures(1, &heights_);
  glBindTexture(GL_TEXTURE_2D, heights_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, columns, rows, 0, GL_RED, GL_FLOAT, heights.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  image_ = image;
}

void MarkRenderer::draw_ground(const Scenario& scenario, const Camera& camera) {
  const bool perching_ground = scenario.perching && scenario.dimensions() == 3;
  if (!scenario.terrain && !perching_ground) return;
  const auto& world = scenario.world.size;
  ground_.set("world_to_clip", camera.world_to_clip());
  ground_.set("world_size", std::array{static_cast<float>(world[0]), static_cast<float>(world[1])});
  ground_.set("wrapped", scenario.world.metric == Metric::kWrapped ? 1 : 0);
  ground_.set("height", perching_ground ? static_cast<float>(scenario.perching->ground) : 0.0f);
  ground_.set("base", perching_ground ? 0.22f : 0.0f);
  ground_.set("light", light_ ? 1 : 0);
  int kind = 0;
  if (scenario.terrain && scenario.terrain->hill) {
    const auto& hill = *scenario.terrain->hill;
    kind = 1;
    ground_.set("hill", std::array{static_cast<float>(hill.at[0]), static_cast<float>(hill.at[1]),
                                   static_cast<float>(hill.radius), static_cast<float>(hill.height)});
  } else if (scenario.terrain) {
    kind = 2;
    take_heights(scenario.terrain->image);
    ground_.set("heights", 1);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, heights_);
    glActiveTexture(GL_TEXTURE0);
  }
  ground_.set("kind", kind);
  ground_.use();
  glBindVertexArray(no_attributes_);
  glDrawArrays(GL_TRIANGLES, 0, 6);
}

}  // namespace murmur

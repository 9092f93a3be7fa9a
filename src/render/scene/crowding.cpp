#include "render/scene/crowding.h"

#include <algorithm>
#include <cmath>

namespace murmur {
namespace {

constexpr double kMeanCount = 8.0;  // boids per cell: fewer give noise, more blur flocks
constexpr double kMostCells = 1 << 21;
constexpr int64_t kGroup = 256;         // as crowding.comp has it
constexpr int64_t kMostGroups = 65535;  // minimum of every OpenGL

}  // namespace

Crowding::Crowding() : shader_("crowding.comp") {
  glCreateBuffers(1, &counts_);
  glCreateTextures(GL_TEXTURE_BUFFER, 1, &texture_);
}

Crowding::~Crowding() {
  glDeleteTextures(1, &texture_);
  glDeleteBuffers(1, &counts_);
}

void Crowding::lay_cells(int64_t boids, const std::vector<double>& world) {
  GLint most_texels = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_texels);
  const double most = std::min(kMostCells, static_cast<double>(most_texels));
  const double wanted = std::clamp(static_cast<double>(boids) / kMeanCount, 1.0, most);
  double volume = 1.0, total = 1.0;
  for (double size : world) volume *= size;
  const double side = std::pow(volume / wanted, 1.0 / static_cast<double>(world.size()));
  cells_ = {1, 1, 1};
  cell_size_ = {1.0f, 1.0f, 1.0f};
  for (size_t axis = 0; axis < world.size(); ++axis) {
    cells_[axis] = static_cast<int>(std::clamp(world[axis] / side, 1.0, 8192.0));
    cell_size_[axis] = static_cast<float>(world[axis] / cells_[axis]);
    total *= cells_[axis];
  }
  mean_count_ = static_cast<float>(static_cast<double>(boids) / total);
  if (cell_count_ == static_cast<size_t>(total)) return;
  cell_count_ = static_cast<size_t>(total);
  glNamedBufferData(counts_, static_cast<GLsizeiptr>(cell_count_ * sizeof(GLuint)), nullptr, GL_DYNAMIC_COPY);
  glTextureBuffer(texture_, GL_R32UI, counts_);
}

void Crowding::count(GLuint instances, int64_t boids, const std::vector<double>& world) {
  lay_cells(boids, world);
  const GLuint zero = 0;
  glClearNamedBufferData(counts_, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, counts_);
  shader_.set("dimensions", static_cast<int>(world.size()));
  shader_.set("cells", cells_);
  shader_.set("cell_size", cell_size_);
  shader_.use();
  // In portions: drivers differ in the size of a buffer that a shader can bind.
  GLint64 most_bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most_bytes);
  const auto boid_bytes = static_cast<int64_t>(2 * world.size() * sizeof(float));
  const int64_t portion = std::clamp<int64_t>(most_bytes / boid_bytes / kGroup, 1, kMostGroups) * kGroup;
  for (int64_t first = 0; first < boids; first += portion) {
    const int64_t now = std::min(portion, boids - first);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, instances, first * boid_bytes, now * boid_bytes);
    shader_.set("boids", static_cast<int>(now));
    glDispatchCompute(static_cast<GLuint>((now + kGroup - 1) / kGroup), 1, 1);
  }
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void Crowding::set_uniforms(const Shader& shader) const {
  glBindTextureUnit(0, texture_);
  shader.set("boid_counts", 0);
  shader.set("cells", cells_);
  shader.set("cell_size", cell_size_);
  shader.set("mean_count", mean_count_);
}

}  // namespace murmur

#include "render/scene/outdoors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/gl/kept_state.h"

namespace murmur {
namespace {

constexpr int kMapSide = 128;      // texels of the longer side of the ground's map
constexpr int kPixelsOfTexel = 3;  // 2D: pixels of the picture per texel of the map
constexpr std::array kDuskBird{0.105f, 0.086f, 0.108f};
constexpr std::array kShadedBird{0.075f, 0.075f, 0.095f}, kLitBird{0.680f, 0.585f, 0.480f};

}  // namespace

Outdoors::Outdoors(Surroundings scene, int dimensions)
    : scene_(scene),
      dimensions_(dimensions),
      sky_({"whole.vert"},
           {"hash.glsl", "land.glsl", "shadow.glsl", day() ? "day_sky.frag" : "dusk_sky.frag"},
           dimensions == 2 ? "const bool kFlat = true;\n" : "const bool kFlat = false;\n"),
      birds_({"whole.vert"}, {"birds.frag"}) {
  glGenVertexArrays(1, &no_attributes_);
  light_.day = day();
  light_.sun = kSunOfDay;
}

Outdoors::~Outdoors() { glDeleteVertexArrays(1, &no_attributes_); }

void Outdoors::run(const Shader& shader) const {
  shader.use();
  glBindVertexArray(no_attributes_);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

/// Draws the map of shadows. The map covers all points of the ground where boids of the world can have a shadow, in
/// 2D the points in the picture.
void Outdoors::draw_shadows(const Camera& camera, const BoidRenderer& boids, const BoidLook& look,
                            const DrawOffsets& offsets) {
  std::array<double, 2> low{}, size{};
  const std::vector<double>& world = camera.world();
  int across = 0;
  if (camera.dimensions() == 2) {
    const double unit = camera.units_per_pixel();
    const auto corner = camera.place_at(0.0, camera.height());
    low = {corner[0], corner[1]};
    size = {unit * camera.width(), unit * camera.height()};
    across = (camera.width() + kPixelsOfTexel - 1) / kPixelsOfTexel;
    light_.high = 1.0f;
  } else {
    for (size_t k = 0; k < 2; ++k) {
      const double middle = offsets.middle ? double{(*offsets.middle)[k]} : 0.5 * world[k];
      const double moved = -world[2] / double{kSunOfDay[2]} * double{kSunOfDay[k]};  // highest boid's shadow
      low[k] = middle - 0.5 * world[k] + std::min(moved, 0.0);
      size[k] = world[k] + std::abs(moved);
    }
    across = static_cast<int>(std::ceil(kMapSide * size[0] / std::max(size[0], size[1])));
    light_.high = static_cast<float>(world[2]);
  }
  const double texel = size[0] / across;
  const int along = static_cast<int>(std::ceil(size[1] / texel));
  light_.texel = static_cast<float>(texel);
  light_.ground = {static_cast<float>(low[0]), static_cast<float>(low[1]),
                   static_cast<float>(1.0 / (texel * across)), static_cast<float>(1.0 / (texel * along))};
  if (!shadows_ || shadows_->width() != across || shadows_->height() != along)
    shadows_ = std::make_unique<PictureTexture>(across, along, GL_RG32F);
  shadows_->bind();
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  boids.draw_shadows(camera, look, offsets, light_);
}

void Outdoors::draw_sky(const Camera& camera, const DrawOffsets& offsets, int width, int height) const {
  const std::vector<double>& world = camera.world();
  sky_.set("world_to_clip", camera.world_to_clip());
  sky_.set("half_picture", std::array{0.5f * static_cast<float>(width), 0.5f * static_cast<float>(height)});
  if (day()) {
    shadows_->use_as(kShadowUnit);
    set_light(sky_, light_);
    sky_.set("eye", camera.eye());
    const double along = std::exp2(std::round(std::log2(world[1] / world[0])));
    const float repeat = offsets.wrap[0] > 0.0f ? 1.0f : 0.0f;
    sky_.set("floor_unit",
             std::array{static_cast<float>(1.0 / world[0]), static_cast<float>(along / world[1])});
    sky_.set("repeat", std::array{repeat, repeat * static_cast<float>(along)});
    sky_.set("units_per_pixel", static_cast<float>(camera.units_per_pixel()));
  }
  run(sky_);
}

/// Draws the sky at dusk, which depends only on the direction of the camera and the size of the picture. While these
/// stay, for example if the camera follows the flock, the last sky is copied: without a GPU that saves two fifths of
/// the time for 5,000 birds.
void Outdoors::draw_dusk(const Camera& camera, const DrawOffsets& offsets, const KeptState& target,
                         GLenum bytes) {
  const std::array<float, 16> m = camera.world_to_clip();
  const std::array<float, 11> seen{m[0],
                                   m[4],
                                   m[8],
                                   m[1],
                                   m[5],
                                   m[9],
                                   m[3],
                                   m[7],
                                   m[11],  // x, y, w of directions
                                   static_cast<float>(target.width()),
                                   static_cast<float>(target.height())};
  const bool again = seen == seen_;
  if (!again) dusk_.reset();
  seen_ = seen;
  if (dusk_) return dusk_->copy_to(target.framebuffer());
  draw_sky(camera, offsets, target.width(), target.height());
  if (!again) return;
  dusk_ = std::make_unique<PictureTexture>(target.width(), target.height(), bytes);
  dusk_->copy_from(target.framebuffer());
}

void Outdoors::begin(const Camera& camera, const BoidRenderer& boids, const BoidLook& look,
                     const DrawOffsets& offsets, bool tinted, GLenum bytes) {
  const KeptState kept;
  glActiveTexture(GL_TEXTURE0);
  glDisable(GL_DEPTH_TEST);
  glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
  const bool as_before = std::exchange(tinted_, tinted) == tinted;
  if (!depths_ || !as_before || depths_->width() != kept.width() || depths_->height() != kept.height())
    depths_ = std::make_unique<PictureTexture>(kept.width(), kept.height(),
                                               tinted  ? GL_RGBA32F
                                               : day() ? GL_RG32F
                                                       : GL_R32F);
  depths_->bind();
  glClear(GL_COLOR_BUFFER_BIT);
  if (day()) draw_shadows(camera, boids, look, offsets);
  kept.bind_target();
  glDisable(GL_BLEND);
  if (day())
    draw_sky(camera, offsets, kept.width(), kept.height());
  else
    draw_dusk(camera, offsets, kept, bytes);
}

void Outdoors::bind_depths() const {
  if (shadows_) shadows_->use_as(kShadowUnit);
  glActiveTexture(GL_TEXTURE0);
  depths_->bind();
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
}

void Outdoors::draw_birds(const std::optional<std::array<int, 4>>& box) const {
  const KeptState kept;
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  depths_->use_as(0);
  birds_.set("depths", 0);
  birds_.set("tinted", tinted_ ? 1 : 0);
  birds_.set("dark", day() ? kShadedBird : kDuskBird);
  birds_.set("bright", day() ? kLitBird : kDuskBird);
  if (box) glScissor((*box)[0], (*box)[1], (*box)[2], (*box)[3]), glEnable(GL_SCISSOR_TEST);
  run(birds_);
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace murmur

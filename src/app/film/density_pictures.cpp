#include "app/film/density_pictures.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "render/scene/complete_look.h"
#include "render/scene/projection.h"

namespace murmur {
namespace {

template <int D>
void count_places(const float* places, int64_t stride, int64_t boids, const PixelProjection& projection,
                  ThreadPool& pool, std::vector<uint32_t>& counts) {
  constexpr int64_t kPiece = 1 << 16;
  pool.parallel_for(boids, kPiece, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t pixel = projection.pixel_of<D>(places + i * stride);
      if (pixel >= 0)
        std::atomic_ref(counts[static_cast<size_t>(pixel)]).fetch_add(1, std::memory_order_relaxed);
    }
  });
}

}  // namespace

void count_pixels(Backend<float>& backend, const Camera& camera, ThreadPool& pool,
                  std::vector<uint32_t>& counts) {
  const PixelProjection projection = projection_of(camera);
  counts.assign(static_cast<size_t>(camera.width()) * static_cast<size_t>(camera.height()), 0);
  if (backend.count_pixels(projection, counts)) return;
  const bool flat = camera.dimensions() == 2;
  const auto count = [&](const float* places, int64_t stride) {
    flat ? count_places<2>(places, stride, backend.count(), projection, pool, counts)
         : count_places<3>(places, stride, backend.count(), projection, pool, counts);
  };
  const BoidView<float> view = backend.view();
  if (view.position && !view.on_device) return count(view.position, view.stride);
  State<float> state;
  backend.save(state);
  count(state.position.data(), camera.dimensions());
}

Image DensityPictures::draw(Backend<float>& backend, const Camera& camera, const Look& look) {
  count_pixels(backend, camera, pool_, counts_);
  if (half_ == 0.0) {
    const auto with_boids = counts_.size() - static_cast<size_t>(std::ranges::count(counts_, 0u));
    double boids = 0.0;
    for (const uint32_t count : counts_) boids += count;
    if (with_boids > 0) half_ = boids / static_cast<double>(with_boids);
  }
  const Rgb paper = background_of(look);
  const float far = look.background.word == Background::kLight ? 0.0f : 1.0f;
  const Rgb ink = look.colour.colour.value_or(Rgb{far, far, far});
  Image image{camera.width(), camera.height(), std::vector<uint8_t>(3 * counts_.size())};
  pool_.parallel_for(static_cast<int64_t>(counts_.size()), 1 << 14, [&](int64_t begin, int64_t end) {
    for (auto pixel = static_cast<size_t>(begin); pixel < static_cast<size_t>(end); ++pixel) {
      const double count = counts_[pixel], share = count == 0.0 ? 0.0 : count / (count + half_);
      for (size_t k = 0; k < 3; ++k) {
        const double from = paper[k], to = ink[k];
        image.rgb[3 * pixel + k] = static_cast<uint8_t>(std::lround(255.0 * (from + (to - from) * share)));
      }
    }
  });
  return image;
}

}  // namespace murmur

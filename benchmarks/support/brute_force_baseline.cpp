#include <algorithm>
#include <cmath>

#include "support/baseline.h"
#include "support/textbook.h"

namespace murmur {
namespace {

using namespace textbook;

class BruteForceBaseline final : public Baseline {
 public:
  explicit BruteForceBaseline(const Scenario& scenario) : model_(scenario) {}
  void load(const State<float>& state) override { boids_ = read(state); }
  State<float> save() const override { return write(boids_, first_ids(boids_.size())); }

  void step() override {
    next_.resize(boids_.size());
    const float per_width = 1.0f / model_.width, per_height = 1.0f / model_.height;
    for (size_t i = 0; i < boids_.size(); ++i) {
      Sums sums;
      for (size_t j = 0; j < boids_.size(); ++j) {
        if (j == i) continue;
        const float to_x = boids_[j].x - boids_[i].x, to_y = boids_[j].y - boids_[i].y;
        // Rounding instead of branches, because the side of the world is unpredictable (5x slower with branches).
        const float x = to_x - model_.width * std::nearbyint(to_x * per_width);
        const float y = to_y - model_.height * std::nearbyint(to_y * per_height);
        sums.look(model_, x, y, boids_[j]);
      }
      next_[i] = move(model_, boids_[i], sums);
    }
    std::swap(boids_, next_);
  }

 private:
  Model model_;
  std::vector<Boid> boids_, next_;
};

}  // namespace

std::unique_ptr<Baseline> make_brute_force_baseline(const Scenario& scenario) {
  return std::make_unique<BruteForceBaseline>(scenario);
}

StateDifference compare(const State<float>& a, const State<float>& b) {
  StateDifference result;
  const size_t boids = a.velocity.size() / 2;
  size_t differing = 0;
  for (size_t i = 0; i < boids; ++i) {
    const double x =
        std::abs(static_cast<double>(a.velocity[2 * i]) - static_cast<double>(b.velocity[2 * i]));
    const double y =
        std::abs(static_cast<double>(a.velocity[2 * i + 1]) - static_cast<double>(b.velocity[2 * i + 1]));
    const double worse = std::max(x, y);
    result.worst = std::max(result.worst, worse);
    differing += worse > 1e-4 ? 1 : 0;
  }
  result.share = boids > 0 ? static_cast<double>(differing) / static_cast<double>(boids) : 0.0;
  if (a.velocity.size() != b.velocity.size()) result.share = 1.0;
  return result;
}

}  // namespace murmur

#include <array>

#include "support/baseline.h"
#include "support/textbook.h"

namespace murmur {
namespace {

using namespace textbook;

constexpr size_t kCapacity = 8;  // boids of a leaf before it splits
constexpr int kDeepest = 24;     // coincident boids must not split a leaf without end

/// Nodes in one vector; child k covers the quarter (k & 1, k >> 1).
class Quadtree {
 public:
  Quadtree(float width, float height) : width_(width), height_(height) {}

  void build(const std::vector<Boid>& boids) {
    nodes_.clear();
    nodes_.push_back({0.0f, 0.0f, width_, height_, -1, {}});
    for (uint32_t i = 0; i < boids.size(); ++i) insert(0, 0, boids, i);
  }

  /// Appends the boids within `radius` of (x, y), which may lie outside the world.
  void query(const std::vector<Boid>& boids, float x, float y, float radius, std::vector<uint32_t>& found,
             int32_t node = 0) const {
    const Node& here = nodes_[static_cast<size_t>(node)];
    if (x + radius < here.x || x - radius > here.x + here.width || y + radius < here.y ||
        y - radius > here.y + here.height)
      return;
    for (const uint32_t i : here.boids) {
      const float dx = boids[i].x - x, dy = boids[i].y - y;
      if (dx * dx + dy * dy < radius * radius) found.push_back(i);
    }
    if (here.child < 0) return;
    for (int32_t k = 0; k < 4; ++k) query(boids, x, y, radius, found, here.child + k);
  }

 private:
  struct Node {
    float x, y, width, height;
    int32_t child;  // first of four, or -1
    std::vector<uint32_t> boids;
  };

  void insert(int32_t node, int depth, const std::vector<Boid>& boids, uint32_t i) {
    for (;; ++depth) {
      Node& here = nodes_[static_cast<size_t>(node)];
      if (here.child < 0) {
        if (here.boids.size() < kCapacity || depth == kDeepest) {
          here.boids.push_back(i);
          return;
        }
        split(node, boids);
      }
      node = child_of(nodes_[static_cast<size_t>(node)], boids[i]);
    }
  }
  static int32_t child_of(const Node& node, const Boid& boid) {
    const int right = boid.x >= node.x + node.width / 2 ? 1 : 0,
              low = boid.y >= node.y + node.height / 2 ? 1 : 0;
    return node.child + right + 2 * low;
  }
  void split(int32_t node, const std::vector<Boid>& boids) {
    const auto first = static_cast<int32_t>(nodes_.size());
    const Node old = nodes_[static_cast<size_t>(node)];
    for (int k = 0; k < 4; ++k) {
      const float w = old.width / 2, h = old.height / 2;
      nodes_.push_back({old.x + (k & 1 ? w : 0.0f), old.y + (k & 2 ? h : 0.0f), w, h, -1, {}});
    }
    Node& here = nodes_[static_cast<size_t>(node)];
    here.child = first;
    here.boids.clear();
    for (const uint32_t i : old.boids)
      nodes_[static_cast<size_t>(child_of(here, boids[i]))].boids.push_back(i);
  }

  float width_, height_;
  std::vector<Node> nodes_;
};

class QuadtreeBaseline final : public Baseline {
 public:
  explicit QuadtreeBaseline(const Scenario& scenario)
      : model_(scenario),
        radius_(static_cast<float>(scenario.rules.radius)),
        tree_(model_.width, model_.height) {}
  void load(const State<float>& state) override { boids_ = read(state); }
  State<float> save() const override { return write(boids_, first_ids(boids_.size())); }

  void step() override {
    tree_.build(boids_);
    next_.resize(boids_.size());
    for (uint32_t i = 0; i < boids_.size(); ++i) {
      find_neighbours(i);
      next_[i] = move(model_, boids_[i], sums_of(i));
    }
    std::swap(boids_, next_);
  }

 private:
  /// Also searches around the images of boid i across the borders.
  void find_neighbours(uint32_t i) {
    found_.clear();
    for (int turn_x = -1; turn_x <= 1; ++turn_x) {
      const float x = boids_[i].x + static_cast<float>(turn_x) * model_.width;
      if (x + radius_ < 0.0f || x - radius_ > model_.width) continue;
      for (int turn_y = -1; turn_y <= 1; ++turn_y) {
        const float y = boids_[i].y + static_cast<float>(turn_y) * model_.height;
        if (y + radius_ < 0.0f || y - radius_ > model_.height) continue;
        tree_.query(boids_, x, y, radius_, found_);
      }
    }
  }
  std::array<float, 2> displacement(uint32_t i, uint32_t j) const {
    const auto nearest = [](float d, float size) {
      return d > size / 2 ? d - size : d < -size / 2 ? d + size : d;
    };
    return {nearest(boids_[j].x - boids_[i].x, model_.width),
            nearest(boids_[j].y - boids_[i].y, model_.height)};
  }
  /// One pass per rule, as is usual in such programs.
  Sums sums_of(uint32_t i) const {
    Sums sums;
    for (const uint32_t j : found_) {
      if (j == i) continue;
      ++sums.neighbours;
      sums.vx += boids_[j].vx;
      sums.vy += boids_[j].vy;
    }
    for (const uint32_t j : found_) {
      if (j == i) continue;
      const auto [x, y] = displacement(i, j);
      sums.dx += x;
      sums.dy += y;
    }
    for (const uint32_t j : found_) {
      if (j == i) continue;
      const auto [x, y] = displacement(i, j);
      if (x * x + y * y < model_.separation_squared) {
        sums.sx -= x;
        sums.sy -= y;
      }
    }
    return sums;
  }

  Model model_;
  float radius_;
  Quadtree tree_;
  std::vector<Boid> boids_, next_;
  std::vector<uint32_t> found_;
};

}  // namespace

std::unique_ptr<Baseline> make_quadtree_baseline(const Scenario& scenario) {
  return std::make_unique<QuadtreeBaseline>(scenario);
}

}  // namespace murmur

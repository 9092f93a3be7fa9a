#include <algorithm>

#include "sim/util/thread_pool.h"
#include "support/baseline.h"
#include "support/textbook.h"

namespace murmur {
namespace {

using namespace textbook;

class GridBaseline final : public Baseline {
 public:
  GridBaseline(const Scenario& scenario, int threads)
      : model_(scenario), pool_(threads), counts_(static_cast<size_t>(pool_.size())) {
    const auto radius = static_cast<float>(scenario.rules.radius);
    columns_ = static_cast<int>(model_.width / radius);
    rows_ = static_cast<int>(model_.height / radius);
    if (columns_ < 3 || rows_ < 3)
      throw std::invalid_argument("the grid baseline needs a world of 3 x 3 cells or more");
    per_x_ = static_cast<float>(columns_) / model_.width;
    per_y_ = static_cast<float>(rows_) / model_.height;
    starts_.resize(static_cast<size_t>(columns_) * static_cast<size_t>(rows_) + 1);
  }

  void load(const State<float>& state) override {
    boids_ = read(state);
    ids_ = first_ids(boids_.size());
    sorted_.resize(boids_.size());
    sorted_ids_.resize(boids_.size());
    cell_.resize(boids_.size());
  }
  State<float> save() const override { return write(boids_, ids_); }

  void step() override {
    sort();
    pool_.parallel_for(rows_, rows_ / (pool_.size() * 16) + 1, [&](int64_t begin, int64_t end) {
      for (int row = static_cast<int>(begin); row < static_cast<int>(end); ++row) update_row(row);
    });
    std::swap(ids_, sorted_ids_);
  }

 private:
  /// Counting sort by cell; each thread sorts its share.
  void sort() {
    const auto boids = static_cast<int64_t>(boids_.size());
    const int64_t threads = pool_.size();
    const size_t cells = starts_.size() - 1;
    pool_.on_each([&](int thread) {
      auto& count = counts_[static_cast<size_t>(thread)];
      count.assign(cells, 0);
      for (int64_t i = boids * thread / threads; i < boids * (thread + 1) / threads; ++i) {
        const Boid& boid = boids_[static_cast<size_t>(i)];
        const int column = std::min(static_cast<int>(boid.x * per_x_), columns_ - 1);
        const int row = std::min(static_cast<int>(boid.y * per_y_), rows_ - 1);
        ++count[cell_[static_cast<size_t>(i)] = static_cast<uint32_t>(row * columns_ + column)];
      }
    });
    uint32_t place = 0;
    for (size_t cell = 0; cell < cells; ++cell) {
      starts_[cell] = place;
      for (auto& count : counts_) {
        const uint32_t here = count[cell];
        count[cell] = place;
        place += here;
      }
    }
    starts_[cells] = place;
    pool_.on_each([&](int thread) {
      auto& next = counts_[static_cast<size_t>(thread)];
      for (int64_t i = boids * thread / threads; i < boids * (thread + 1) / threads; ++i) {
        const uint32_t to = next[cell_[static_cast<size_t>(i)]]++;
        sorted_[to] = boids_[static_cast<size_t>(i)];
        sorted_ids_[to] = ids_[static_cast<size_t>(i)];
      }
    });
  }

  void update_row(int row) {
    for (int column = 0; column < columns_; ++column) {
      const size_t cell =
          static_cast<size_t>(row) * static_cast<size_t>(columns_) + static_cast<size_t>(column);
      for (uint32_t i = starts_[cell]; i < starts_[cell + 1]; ++i) {
        Sums sums;
        for (int dy = -1; dy <= 1; ++dy) {
          int r = row + dy;
          float shift_y = 0.0f;
          if (r < 0) r += rows_, shift_y = -model_.height;
          if (r >= rows_) r -= rows_, shift_y = model_.height;
          if (column > 0 && column < columns_ - 1) {  // three cells of a row are contiguous
            look_at(i, r, column - 1, column + 1, 0.0f, shift_y, sums);
            continue;
          }
          for (int dx = -1; dx <= 1; ++dx) {
            int c = column + dx;
            float shift_x = 0.0f;
            if (c < 0) c += columns_, shift_x = -model_.width;
            if (c >= columns_) c -= columns_, shift_x = model_.width;
            look_at(i, r, c, c, shift_x, shift_y, sums);
          }
        }
        boids_[i] = move(model_, sorted_[i], sums);
      }
    }
  }

  void look_at(uint32_t i, int row, int first_column, int last_column, float shift_x, float shift_y,
               Sums& sums) const {
    const size_t of_row = static_cast<size_t>(row) * static_cast<size_t>(columns_);
    const uint32_t begin = starts_[of_row + static_cast<size_t>(first_column)];
    const uint32_t end = starts_[of_row + static_cast<size_t>(last_column) + 1];
    const float x = sorted_[i].x - shift_x, y = sorted_[i].y - shift_y;
    Sums local = sums;  // in registers whether or not this function is inlined
    for (uint32_t j = begin; j < end; ++j) {
      if (j == i) continue;
      local.look(model_, sorted_[j].x - x, sorted_[j].y - y, sorted_[j]);
    }
    sums = local;
  }

  Model model_;
  ThreadPool pool_;
  std::vector<std::vector<uint32_t>> counts_;  // per thread, per cell
  int columns_ = 0, rows_ = 0;
  float per_x_ = 0, per_y_ = 0;
  std::vector<Boid> boids_, sorted_;
  std::vector<uint32_t> ids_, sorted_ids_, cell_, starts_;
};

}  // namespace

std::unique_ptr<Baseline> make_grid_baseline(const Scenario& scenario, int threads) {
  return std::make_unique<GridBaseline>(scenario, threads);
}

}  // namespace murmur

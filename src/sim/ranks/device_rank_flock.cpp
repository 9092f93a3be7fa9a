#include "sim/ranks/device_rank_flock.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/backends/faults.h"
#include "sim/ranks/halo_plan.h"
#include "sim/ranks/plane_work.h"
#include "sim/ranks/rank_flock_base.h"
#include "sim/ranks/shared_prey.h"

namespace murmur {
namespace {

template <int D>
class DeviceRankFlock final : public RankFlockBase<D> {
 public:
  DeviceRankFlock(Ranks& ranks, const BackendOptions& options, std::unique_ptr<DeviceSlab<D>> device)
      : RankFlockBase<D>(ranks, options), device_(std::move(device)) {}

  std::string description() const override {
    return fmt::format("{} rank{} on GPUs, rank 0 on {}", ranks_.size(), ranks_.size() == 1 ? "" : "s",
                       device_->description());
  }

  void configure(const Scenario& scenario) override {
    Base::configure(scenario);
    with_memory_message([&] { device_->configure(parameters_, arrays_); });
  }

  void scatter(const std::vector<double>& at, double strength, double radius) override {
    device_->scatter(make_scatter(parameters_.world, to_vec<float, D>(at), static_cast<float>(strength),
                                  static_cast<float>(radius)));
  }

  void add(const State<float>& boids) override {
    slab_.add(boids, device_->carried() | carried_by(scenario_));
    with_memory_message([&] { device_->append(slab_.release_boids()); });
  }

  void remove(int64_t removed) override {
    slab_.remove(removed);
    with_memory_message([&] { device_->keep_below(slab_.count()); });
  }

 private:
  using Base = RankFlockBase<D>;
  using Base::arrays_, Base::parameters_, Base::predators_, Base::ranks_, Base::scenario_, Base::slab_;

  void filled() override {
    with_memory_message([&] { device_->load(slab_.release_boids()); });
  }
  void with_local(const std::function<void(const HostBoids<float, D>&)>& use) const override {
    HostBoids<float, D> boids;
    device_->save(boids);
    use(boids);
  }
  int64_t local_count() const override { return device_->count(); }
  int64_t halo_boids() const override { return halo_boids_; }
  uint64_t hash_of_local() const override { return device_->hash(); }
  PhaseTimes stage_times() const override { return {}; }

  uint32_t step_local(const StepInput& input, Parameters<float, D>& q) override {
    uint32_t fault = kNoId;
    with_memory_message([&] { fault = step_on_device(input, q); });
    return fault;
  }

  uint32_t step_on_device(const StepInput& input, const Parameters<float, D>& q) {
    device_->begin_step(q, predators_.positions());
    slab_.plan(
        q, [&] { return device_->farthest_outside(); }, [&](const auto& use) { with_local(use); });
    send_leavers();

    const CellGrid<float, D>& grid = slab_.grid();
    const Planes planes{grid.count[D - 1], grid.reach[D - 1], grid.images != Images::kNone};
    plane_cells_ = plane_cells(grid);
    plan_ = plan_halo(planes, slab_.balance().borders(), ranks_.rank(), plane_cells_);
    const bool with_ids = q.rules.ids_decide();  // ids decide which of equally distant boids are nearest
    sort(grid);
    // Boids near the borders are sent to other ranks while the device steps boids that do not see the halo.
    const MigrantBuffers<D> out = device_->begin_boids(sent_, with_ids);
    device_->update(inner_);
    device_->wait();
    exchange(out, device_->halo_boids(with_ids), with_ids);
    device_->take_halo(with_ids);
    device_->update({0, inner_.first});
    const int64_t inner_end = inner_.first + inner_.size;
    device_->update({inner_end, device_->count() - inner_end});
    step_predators(q);
    look_at_work(input.step);
    return device_->end_step();
  }

  void send_leavers() {
    if (ranks_.size() == 1) return;
    const auto rank = static_cast<size_t>(ranks_.rank());
    const Borders& borders = slab_.balance().borders();
    device_->find_leavers(slab_.grid(), borders[rank], borders[rank + 1], leaving_, leaving_from_);
    std::vector<int32_t> to;
    for (size_t k = 0; k < leaving_.size(); ++k)
      to.push_back(slab_.balance().owner(slab_.grid().coordinate(D - 1, leaving_[k].p[D - 1])));
    const Migrants<D> arrivals = exchange_migrants(ranks_, leaving_, to);
    if (leaving_.empty() && arrivals.empty()) return;
    device_->replace(replacement(device_->count(), leaving_from_, arrivals.size()), arrivals);
  }

  /// Sorts own boids, and exchanges the number of boids in each cell of the halo. Sets sent_, received_ and inner_ for this step.
  void sort(const CellGrid<float, D>& grid) {
    std::vector<IndexRange> ranges;
    for (const Halo& halo : plan_.sends) ranges.push_back(cells_of(halo, plane_cells_));
    if (plan_.cells.size > 0) {
      for (const int32_t plane : {plan_.inner_first, plan_.inner_last})
        ranges.push_back({plane * plane_cells_, 1});
    }
    const uint32_t* const out = device_->begin_sort(grid, plan_.cells, ranges);
    std::vector<IndexRange> cells;
    int64_t size = 0;
    for (const Halo& halo : plan_.receives) size += cells.emplace_back(cells_of(halo, plane_cells_)).size;
    uint32_t* const in = device_->halo_starts(size);
    int64_t at = 0;
    for (size_t k = 0; k < cells.size(); at += cells[k++].size)
      ranks_.receive(plan_.receives[k].from, in + at, static_cast<size_t>(cells[k].size) * sizeof *in);
    device_->wait();
    at = 0;
    sent_.clear();
    for (size_t k = 0; k < plan_.sends.size(); at += ranges[k++].size) {
      ranks_.send(plan_.sends[k].to, out + at, static_cast<size_t>(ranges[k].size) * sizeof *out);
      sent_.push_back({out[at], int64_t{out[at + ranges[k].size - 1]} - out[at]});
    }
    inner_ = plan_.cells.size > 0 ? IndexRange{out[at], int64_t{out[at + 1]} - out[at]} : IndexRange{};
    ranks_.wait();
    place_halo(in, cells);
  }

  /// Shifts the starts of halo cells: their owner counts them from its own first boid, but here they have other indices.
  void place_halo(uint32_t* starts, const std::vector<IndexRange>& cells) {
    received_.clear();
    int64_t place = 0, before = 0, at = 0;
    for (size_t k = 0; k < cells.size(); ++k) {
      if (k == plan_.before) {
        before = place;
        place += device_->count();
      }
      uint32_t* const first = starts + at;
      const uint32_t boids = first[cells[k].size - 1] - first[0];
      const uint32_t move = static_cast<uint32_t>(place) - first[0];
      for (int64_t c = 0; c < cells[k].size; ++c) first[c] += move;
      received_.push_back(boids);
      place += boids;
      at += cells[k].size;
    }
    if (plan_.before == cells.size()) {
      before = place;
      place += device_->count();
    }
    halo_boids_ = place - device_->count();
    device_->end_sort(before, halo_boids_ - before, cells);
  }

  void exchange(const MigrantBuffers<D>& out, const MigrantBuffers<D>& in, bool with_ids) {
    exchange_items(out.bodies, in.bodies);
    if (with_ids) exchange_items(out.ids, in.ids);
    each_column(
        [&](const ColumnInfo&, const auto* from, auto* to) {
          if (from || to) exchange_items(from, to);
        },
        out.columns, in.columns);
    ranks_.wait();
  }
  template <class Item>
  void exchange_items(const Item* out, Item* in) {
    for (size_t k = 0; k < plan_.receives.size(); in += received_[k++]) {
      const auto boids = static_cast<size_t>(received_[k]);
      if (boids > 0) ranks_.receive(plan_.receives[k].from, in, boids * sizeof(Item));
    }
    for (size_t k = 0; k < plan_.sends.size(); out += sent_[k++].size) {
      const auto boids = static_cast<size_t>(sent_[k].size);
      if (boids > 0) ranks_.send(plan_.sends[k].to, out, boids * sizeof(Item));
    }
  }

  /// Steps all predators on every rank; each chases the nearest prey of all ranks.
  void step_predators(const Parameters<float, D>& q) {
    const int64_t count = predators_.positions().size;
    if (count == 0) return;
    const std::vector<FoundPrey<D>> mine = device_->find_prey();
    Parameters<float, D> on_host = q;
    on_host.behaviours.predators = predators_.positions();
    predators_.step(on_host, SharedPrey<D>(ranks_, mine));
  }

  void look_at_work(int64_t step) {
    if (ranks_.size() == 1 || !slab_.balance().due(step)) return;
    const auto rank = static_cast<size_t>(ranks_.rank());
    const Borders& borders = slab_.balance().borders();
    std::vector<uint64_t> work(static_cast<size_t>(slab_.grid().count[D - 1]), 0);
    device_->add_work(borders[rank], borders[rank + 1], static_cast<uint32_t>(kBoidWork),
                      static_cast<uint32_t>(kCellWork), work);
    slab_.balance().improve(std::move(work));
  }

  template <class Body>
  void with_memory_message(const Body& body) const {
    try {
      body();
    } catch (const DeviceMemoryFull& full) {
      throw RunError(
          fmt::format("there is not enough memory on the GPU ({}), of which {:.2f} GiB were free; use more "
                      "ranks or fewer boids",
                      device_->description(), static_cast<double>(full.available) / 0x1p30));
    }
  }

  std::unique_ptr<DeviceSlab<D>> device_;
  HaloPlan plan_;
  int64_t plane_cells_ = 0, halo_boids_ = 0;
  Migrants<D> leaving_;
  std::vector<uint32_t> leaving_from_;
  std::vector<IndexRange> sent_;   // indices of own boids for each of plan_.sends
  std::vector<int64_t> received_;  // number of boids for each of plan_.receives
  IndexRange inner_;               // indices of own boids that do not see the halo
};

}  // namespace

std::unique_ptr<RankFlock> make_device_rank_flock(Ranks& ranks, const BackendOptions& options,
                                                  std::unique_ptr<DeviceSlab<2>> slab) {
  return std::make_unique<DeviceRankFlock<2>>(ranks, options, std::move(slab));
}
std::unique_ptr<RankFlock> make_device_rank_flock(Ranks& ranks, const BackendOptions& options,
                                                  std::unique_ptr<DeviceSlab<3>> slab) {
  return std::make_unique<DeviceRankFlock<3>>(ranks, options, std::move(slab));
}

}  // namespace murmur

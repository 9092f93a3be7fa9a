// A flock in a device's memory: the part of a device's backend that does not depend on the kind of device:
// its arrays, recorded steps and events. The device is a template parameter: kernels/ has CUDA's,
// tests/support/serial_device.h plain loops, so that tests and sanitizers run these lines without a GPU.
//
// A Device has
//   allocate release upload download copy zero   memory; upload and download wait for all that was queued
//   free_memory                                  [bytes]
//   begin_background_download, background_download_done   a copy while later work runs, and whether it has arrived
//   for_each(name, n, functor), for_each_with_memory   in any order and at once, as is
//   reduce(name, n, item, none, merge, out)
//   sums_before(counts, starts, n)               sums of all earlier counts, which are 0 then
//   steer(arguments, kind, kernel)               the update of every boid
//   run(slot, stages), renew_recordings()        runs the stages, or launches their recording; records them again
//   is_recorded(slot)                            whether run() would launch a recording
//   fault_flag, fault_flagged, clear_fault_flag  a flag that the device sets and the host can read
//   begin_sort, end_sort                          around a sort between two steps
//   begin_step(sorted), time_phases(on), begin_rules, end_step, times   the timer of steps
//   begin_download, wait_for_step                 a copy to pinned memory, there once the last step is done
//   can_time, begin_timing(tag), end_timing       begin and end the timing of work in a step
//   timing                                       the next timing that is complete, without waiting
//   name, description                            of the backend, and a policy Atomic
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "model/device/work.h"
#include "sim/backends/backend.h"
#include "sim/backends/boid_view.h"
#include "sim/backends/device/boids.h"
#include "sim/backends/device/executor.h"
#include "sim/backends/device/kept.h"
#include "sim/backends/device/kernel_choice.h"
#include "sim/backends/device/parameter_arrays.h"
#include "sim/backends/device/predators.h"
#include "sim/backends/device/reader.h"
#include "sim/backends/device/start.h"
#include "sim/backends/faults.h"
#include "sim/backends/make_parameters.h"

namespace murmur {

template <int D, class Device>
class DeviceFlock : public Backend<float> {
 public:
  explicit DeviceFlock(std::shared_ptr<Device> device, UsableKernels kernels = {})
      : device_(std::move(device)), choice_(*device_, kernels) {
    block_.reserve(1);
    results_.reserve(2);
    reset_faults();
  }

  std::string name() const override { return device_->name(); }
  std::string description() const override { return device_->description() + ", kernel " + this->kernel(); }
  std::string kernel() const override { return name_of(choice_.current()); }
  int64_t count() const override { return boids_.count(); }
  bool cancels() const override { return false; }  // steps are short: no step is cancelled

  void configure(const Scenario& scenario) override {
    const World<float, D> before = parameters_.world;
    sorted_ = false;
    prepared_.outdated = true;  // set first: no outdated recording is launched if memory runs out below
    scenario_ = scenario;
    Parameters<float, D> q = make_parameters<float, D>(scenario_, arrays_);
    for (int k = 0; k < D; ++k) inside_ = inside_ && !(q.world.size[k] < before.size[k]);
    parameter_arrays_.take(q);
    Behaviours<float, D>& b = q.behaviours;
    b.predators = predators_.positions();
    b.predator_rules.data = predators_.set_rules(arrays_.predator_rules);
    parameters_ = q;
  }

  void load(const State<float>& state) override {
    report_pending_fault();
    resize(state.count(), state.carried(), 0);
    put(state, 0);
    predators_.load(state);
    parameters_.behaviours.predators = predators_.positions();
    inside_ = all_inside(parameters_.world, state.position);
    reset_faults();
  }

  /// Makes the start on the device where boids are drawn independently, otherwise in parts, so that the host never
  /// holds the whole flock.
  void load_start(const Scenario& scenario) override {
    const auto parts = start_parts(scenario);
    const auto scattered = scattered_start<D>(scenario);
    report_pending_fault();
    resize(scenario.boids, carried_by(scenario), 0);
    inside_ = !scattered || draw_start(*device_, *scattered, scenario, parameters_.world, boids_.arrays());
    constexpr int64_t kPart = 1 << 20;
    for (int64_t first = 0; !scattered && first < count(); first += kPart) {
      const State<float> part = parts(first, std::min(kPart, count() - first));
      put(part, first);
      inside_ = inside_ && all_inside(parameters_.world, part.position);
    }
    predators_.load(parts(0, 0));
    parameters_.behaviours.predators = predators_.positions();
    reset_faults();
  }

  std::shared_ptr<const KeptFlock<float>> keep() override {
    throw_on_fault();
    try {
      return std::make_shared<KeptOnDevice<D, Device>>(kept_memory(), boids_, predators_, inside_);
    } catch (const DeviceMemoryFull&) {
      return Backend::keep();
    }
  }

  void restore(const KeptFlock<float>& kept) override {
    const auto* const own = dynamic_cast<const KeptOnDevice<D, Device>*>(&kept);
    if (!own || !own->is_on(*device_)) return load(kept.state());
    report_pending_fault();
    resize(own->boids(), own->carried(), 0);
    boids_.copy_from(own->boids_data());
    predators_.copy_from(own->predators_data(), own->predators());
    parameters_.behaviours.predators = predators_.positions();
    inside_ = own->inside();
    reset_faults();
  }

  double most_kept_bytes() override { return kept_memory()->most_bytes(); }
  void save(State<float>& state) const override {
    boids_.save(state);
    predators_.save(state);
    throw_on_fault();
  }
  void pick(const std::vector<uint32_t>& ids, State<float>& out) const override {
    boids_.pick(ids, out);
    predators_.save(out);
    throw_on_fault();
  }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    const auto scatter = make_scatter(parameters_.world, to_vec<float, D>(at), static_cast<float>(strength),
                                      static_cast<float>(radius));
    device_->for_each("scatter", count(), ScatterBoid<D>{scatter, boids_.arrays().bodies});
    sorted_ = false;
  }

  void add(const State<float>& boids) override {
    const int64_t before = count();
    resize(before + boids.count(), boids_.carried() | carried_by(scenario_) | boids.carried(), before);
    put(boids, before);
    inside_ = inside_ && all_inside(parameters_.world, boids.position);
  }

  void remove(int64_t removed) override {
    const int64_t left = std::max<int64_t>(0, count() - removed);
    auto* const kept = reinterpret_cast<uint32_t*>(results_.data());
    device_->zero(kept, sizeof *kept);
    device_->for_each(
        "remove", count(),
        KeepBelow<D, typename Device::Atomic>{boids_.arrays(), static_cast<uint32_t>(left), kept});
    boids_.swap_all(left);
    resize(left, boids_.carried(), left);
  }

  void step(const StepInput& input) override {
    throw_on_fault();
    Parameters<float, D> q = parameters_;
    set_step(q, scenario_, input);
    prepare();
    device_->time_phases(input.time_phases);
    const bool timed = choose_kernel();
    device_->begin_step(sorted_);
    device_->for_each("step input", 1, SetStep{block_.data(), values_of_step(q)});
    if (timed) device_->begin_timing(static_cast<int>(choice_.current()));  // starts after waits for the host
    run(slot(choice_.current()), [&](auto& on_device, auto& f) {
      step_flock(on_device, f, predators_, parameters_, prepared_.grid, sorted_);
    });
    if (timed) device_->end_timing();
    predators_.begin_mirror();
    device_->end_step();
    if (count() > 0) boids_.swap_ids();
    sorted_ = false;
    // Both boundaries leave every boid within the world, so the next step need not measure that.
    inside_ =
        parameters_.world.boundary == Boundary::kWrap || parameters_.world.boundary == Boundary::kBounce;
  }

  uint64_t hash() const override {
    device_->reduce("hash", count(), HashBoid<D>{boids_.arrays()}, uint64_t{0}, Sum{}, results_.data());
    predators_.hash(results_.data() + 1);
    uint64_t sums[2];
    results_.download(sums, 2);
    throw_on_fault();
    return sums[0] + sums[1];
  }

  PhaseTimes last_step_times() const override { return device_->times(); }
  void write_instances(float* out) override {
    write_through_host(out, instance_floats(D), [&](float* to) { write_instances_on_device(to); });
  }
  void write_column(DrawnColumn column, float* out) override {
    write_through_host(out, 1, [&](float* to) { write_instances_on_device(nullptr, to, false, column); });
  }

  void sort_for_picture() {
    if (count() > 0) sort_now();
  }
  /// Queues the writing of instances to device memory, and of a column to `numbers` if given. `by_id`: in the order of ids.
  void write_instances_on_device(float* out, float* numbers = nullptr, bool by_id = false,
                                 DrawnColumn column = DrawnColumn::kSpecies) {
    if (count() == 0) return;
    if (!by_id) sort_now();
    const FlockArrays<D> f = boids_.arrays();
    const uint32_t* const ids = by_id ? f.ids : nullptr;
    if (out)
      device_->for_each("instances", count(), WriteInstance<D>{by_id ? f.bodies : f.sorted_bodies, ids, out});
    if (numbers)
      device_->for_each("column", count(),
                        WriteColumn<D>{column, by_id ? f.columns : f.sorted_columns, ids, numbers});
  }

  FlockAnswers read(const FlockQuestions& asked) override {
    if (count() == 0) return {};
    sort_now();
    FlockAnswers answers = reader_.read(asked, {arrays(), parameters_, prepared_.grid, block_.data()},
                                        scenario_.world.repeats(), !inside_);
    throw_on_fault();
    return answers;
  }

  bool count_pixels(const PixelProjection& camera, std::vector<uint32_t>& counts) override {
    reader_.count_pixels(camera, boids_.arrays().bodies, count(), counts);
    throw_on_fault();
    return true;
  }

  bool draw_boids(const RasterJob& job, std::span<const PictureShift> shifts,
                  std::span<const SampleKey> outline, const DrawnColumn* column) override {
    if (count() == 0) return false;
    sort_now();
    float* const numbers = column ? reader_.numbers(count()) : nullptr;
    if (column) write_instances_on_device(nullptr, numbers, false, *column);
    reader_.draw(job, shifts, outline, boids_.arrays().sorted_bodies, numbers, count());
    throw_on_fault();
    return true;
  }

  /// View of the boids in sorted order, after waiting for all queued work.
  BoidView<float> view() override {
    if (count() == 0) return {};
    sort_now();
    (void)block();  // waits for the device
    throw_on_fault();
    return sorted_view(boids_.arrays(), true);
  }

 private:
  const std::shared_ptr<KeptMemory<Device>>& kept_memory() {
    return kept_memory_ ? kept_memory_ : kept_memory_ = std::make_shared<KeptMemory<Device>>(device_);
  }
  FlockArrays<D> arrays() const {
    FlockArrays<D> f = boids_.arrays();
    f.starts = starts_.data();
    f.custom_rows = {custom_rows_.data(), count()};
    return f;
  }
  DeviceExecutor<D, Device> executor() {
    CellScratch scratch = boids_.scratch();
    scratch.counts = cell_counts_.data();
    return {*device_, scratch, block_.data(), !inside_, choice_.current()};
  }

  /// Number of a recorded step, by kernel, whether the flock is sorted, and parity; recorded sorts have the numbers after these.
  int slot(UpdateKernel kernel) const {
    return 4 * static_cast<int>(kernel) + (sorted_ ? 2 : 0) + boids_.parity();
  }
  int sort_slot() const { return 4 * kUpdateKernels + boids_.parity(); }

  bool choose_kernel() {
    const Images images = prepared_.grid.images;
    const int key = 3 * kind_with(parameters_.rules.kind, images).index() + static_cast<int>(images);
    return choice_.next(
        static_cast<uint32_t>(key), count(),
        [&](UpdateKernel kernel) { return fits(kernel, prepared_.grid, parameters_.rules, count()); },
        [&](UpdateKernel kernel) { return device_->is_recorded(slot(kernel)); });
  }

  template <class Stages>
  void run(int slot, const Stages& stages) {
    prepared_.outdated = true;  // a failure within run() leaves wrong cell counts, which prepare() clears
    device_->run(slot, [&] {
      FlockArrays<D> f = arrays();
      auto on_device = executor();
      stages(on_device, f);
    });
    prepared_.outdated = false;
  }

  /// Queues a sort of the present state, outside of a step.
  void sort_now() {
    prepare();
    if (sorted_) return;
    device_->begin_sort();
    run(sort_slot(), [&](auto& on_device, auto& f) { sort_flock(on_device, f, prepared_.grid); });
    device_->end_sort();
    sorted_ = true;
  }

  /// Makes the grid and the data that depend on it. Call before a sort or a step. No memory may move while a recorded step uses it.
  void prepare() {
    if (!prepared_.outdated && inside_ == prepared_.inside) return;
    prepared_.grid = make_grid(parameters_.world, parameters_.rules.radius, count(), 0.0f);
    // A pair of boids has a unique image within R only if both are inside the world; the device measures how far outside they are.
    if (prepared_.grid.images == Images::kUnique && !inside_) prepared_.grid.images = Images::kChecked;
    const int64_t starts = prepared_.grid.cells() + 1;
    with_size_message(
        [&] {
          for (auto* const array : {&starts_, &cell_counts_}) array->reserve(starts);
          custom_rows_.reserve(parameters_.behaviours.custom.rows(D) * count());
        },
        count());
    cell_counts_.zero(0, starts);
    device_->renew_recordings();
    prepared_.inside = inside_;
    prepared_.outdated = false;
  }

  void resize(int64_t boids, Carried carried, int64_t kept) {
    sorted_ = false;
    prepared_.outdated = true;  // configure() also sets `outdated`
    with_size_message([&] { boids_.resize_with_order(boids, carried, kept); }, boids);
  }
  /// Copies the boids of a state over those with the ids from `first` on.
  void put(const State<float>& state, int64_t first) {
    HostBoids<float, D> boids;
    boids.add(state, 0, first);
    boids_.put(boids, first);
  }

  template <class Write>
  void write_through_host(float* out, int64_t floats, const Write& write) {
    with_size_message([&] { instances_.reserve(count() * floats); }, count());
    write(instances_.data());
    instances_.download(out, count() * floats);
    throw_on_fault();
  }

  /// Runs `reserve`; @throws RunError with N and the flock's total bytes when memory does not suffice.
  template <class Reserve>
  void with_size_message(const Reserve& reserve, int64_t boids) const {
    try {
      reserve();
    } catch (const DeviceMemoryFull& full) {
      const size_t each = DeviceBoids<D, Device>::kBytesPerBoid +
                          2 * column_bytes<D, float>(boids_.carried()) +
                          static_cast<size_t>(parameters_.behaviours.custom.rows(D)) * sizeof(float);
      const auto cells = make_grid(parameters_.world, parameters_.rules.radius, boids, 0.0f).cells();
      throw_device_memory_full(
          boids, static_cast<size_t>(boids) * each + static_cast<size_t>(cells) * 2 * sizeof(uint32_t), full);
    }
  }

  void reset_faults() {
    const StepBlock calm;
    block_.upload(&calm, 1);  // waits for steps that may still set the fault flag
    device_->clear_fault_flag();
    reported_ = false;
  }

  StepBlock block() const {
    StepBlock block;
    block_.download(&block, 1);
    return block;
  }

  /// Waits for queued steps and throws their fault, unless it was thrown before. Called before a new state clears the fault.
  void report_pending_fault() const {
    (void)block();
    if (!reported_) throw_on_fault();
  }
  void throw_on_fault() const {
    if (!device_->fault_flagged()) return;
    reported_ = true;
    const StepBlock now = block();
    throw_not_finite(now.fault_id, static_cast<int64_t>(now.faulty_step()), scenario_);
  }

  std::shared_ptr<Device> device_;
  KernelChoice<Device> choice_;
  Scenario scenario_;
  ParameterArrays<float, D> arrays_;
  Parameters<float, D> parameters_{};  // views point into device memory
  struct Prepared {
    CellGrid<float, D> grid{};
    bool inside = false;   // no boid was outside the world in the last prepare()
    bool outdated = true;  // sizes, memory or parameters have changed since prepare()
  };
  Prepared prepared_;
  bool sorted_ = false;            // the sorted arrays and starts_ belong to the present state
  bool inside_ = false;            // no boid is outside the world
  mutable bool reported_ = false;  // whether the fault was thrown
  DeviceBoids<D, Device> boids_{*device_};
  DeviceArray<uint32_t, Device> starts_{*device_}, cell_counts_{*device_};
  DeviceArray<StepBlock, Device> block_{*device_};
  DeviceArray<uint64_t, Device> results_{*device_};
  DeviceArray<float, Device> instances_{*device_};
  DeviceArray<float, Device> custom_rows_{*device_};  // rows of custom rules: (rows, boids)
  DevicePredators<D, Device> predators_{*device_};
  DeviceParameterArrays<D, Device> parameter_arrays_{*device_};
  DeviceReader<D, Device> reader_{*device_};
  std::shared_ptr<KeptMemory<Device>> kept_memory_;  // null until keep() is called
};

}  // namespace murmur

#include "sim/ranks/ranks_backend.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "sim/ranks/calls.h"

namespace murmur {
namespace {

class RootBackend final : public RanksBackend {
 public:
  RootBackend(Ranks& ranks, const BackendOptions& options, const SlabMakers* devices) : ranks_(ranks) {
    static uint32_t made = 0;
    number_ = made++;
    local_.options = options;
    local_.devices = devices;
    CallWriter out;
    out.put(options.threads);
    out.put(options.simd);
    out.put(options.device);
    out.put_all(options.kernel);
    out.put(devices != nullptr);
    send_call(ranks_, Call::kMake, number_, std::move(out));
  }
  ~RootBackend() override { send_call(ranks_, Call::kRelease, number_); }

  std::string name() const override { return local_.devices ? kDeviceRanksName : kRanksName; }
  std::string description() const override {
    if (local_.devices && !local_.devices->places.empty()) return local_.devices->places;
    return local_.flock ? local_.flock->description() : fmt::format("{} ranks", ranks_.size());
  }
  int64_t count() const override { return local_.flock ? local_.flock->count() : 0; }
  bool cancels() const override { return false; }

  void configure(const Scenario& scenario) override {
    CallWriter out;
    put_scenario(out, scenario);
    on_all_ranks(Call::kConfigure, std::move(out), [&] { murmur::configure(ranks_, local_, scenario); });
  }
  void load(const State<float>& state) override {
    on_all_ranks(Call::kLoad, {}, [&] { local_.flock->load(state); });
    report_if_small();
  }
  void load_start(const Scenario& scenario) override {
    CallWriter out;
    put_scenario(out, scenario);
    on_all_ranks(Call::kLoadStart, std::move(out), [&] { local_.flock->load_start(scenario); });
    report_if_small();
  }
  void save(State<float>& state) const override {
    on_all_ranks(Call::kSave, {}, [&] { local_.flock->save(state); });
  }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    CallWriter out;
    out.put_all(at);
    out.put(strength);
    out.put(radius);
    on_all_ranks(Call::kScatter, std::move(out), [&] { local_.flock->scatter(at, strength, radius); });
  }
  void add(const State<float>& boids) override {
    CallWriter out;
    each_boid_array(boids, [&](const auto& values) { out.put_all(values); });
    on_all_ranks(Call::kAdd, std::move(out), [&] { local_.flock->add(boids); });
  }
  void remove(int64_t count) override {
    CallWriter out;
    out.put(count);
    on_all_ranks(Call::kRemove, std::move(out), [&] { local_.flock->remove(count); });
  }
  void step(const StepInput& input) override {
    step_ = input.step + 1;
    ++steps_;
    CallWriter out;
    out.put(input.step);
    out.put(input.startled);
    out.put(input.gust_acts);
    out.put_all(input.gust);
    on_all_ranks(Call::kStep, std::move(out), [&] { local_.flock->step(input); });
  }
  uint64_t hash() const override {
    uint64_t hash = 0;
    on_all_ranks(Call::kHash, {}, [&] { hash = local_.flock->hash(); });
    return hash;
  }
  PhaseTimes last_step_times() const override {
    PhaseTimes times;
    on_all_ranks(Call::kTimes, {}, [&] { times = local_.flock->last_step_times(); });
    return times;
  }
  RankFigures figures() override {
    RankFigures figures;
    on_all_ranks(Call::kFigures, {}, [&] { figures = local_.flock->figures(); });
    return figures;
  }
  std::string summary() override {
    const RankFigures now = figures();
    const double steps = std::max<double>(1.0, static_cast<double>(steps_));
    return (local_.devices && !local_.devices->places.empty() ? local_.devices->places + "; " : "") +
           fmt::format(
               "at most {} boids and {} of the halo on a rank; {:.1f} messages and {:.1f} kB a step; the "
               "work of "
               "the busiest rank "
               "is {:.2f} of the mean; borders moved {} times",
               now.most_boids, now.most_halo, static_cast<double>(now.messages) / steps,
               static_cast<double>(now.bytes) / 1e3 / steps, now.imbalance, now.moved_borders);
  }
  void write_instances(float* out) override { local_.flock->write_instances(out); }

 private:
  void report_if_small() {
    const int planes = figures().planes;
    if (planes >= ranks_.size() || planes == reported_) return;
    reported_ = planes;
    ranks_.report(
        fmt::format("the world has {} {}{} of cells, so that {} of {} ranks {} boids; more do not help",
                    planes, local_.dimensions == 3 ? "layer" : "row", planes == 1 ? "" : "s", planes,
                    ranks_.size(), planes == 1 ? "has" : "have"));
  }

  /// Sends a call to the other ranks and executes it here. Ends all ranks on a failure that the others do not know
  /// of, because they would wait for messages forever.
  template <class Body>
  void on_all_ranks(Call call, CallWriter&& arguments, const Body& body) const {
    send_call(ranks_, call, number_, std::move(arguments));
    try {
      body();
    } catch (const SharedFailure&) {
      throw;
    } catch (const UserError&) {
      throw;  // in_agreement() throws the error on all ranks
    } catch (const std::bad_alloc&) {
      ranks_.abort(no_memory_in(step_));
    } catch (const std::exception& error) {
      if (call == Call::kConfigure) throw;  // in_agreement() throws the error on all ranks
      ranks_.abort(fmt::format("step {}: {}", step_, error.what()));
    }
  }

  Ranks& ranks_;
  uint32_t number_ = 0;
  int64_t step_ = 0, steps_ = 0;  // the current step; the number of steps taken
  int reported_ = 0;              // number of planes in the last warning about a small world
  mutable LocalFlock local_;
};

}  // namespace

std::unique_ptr<RanksBackend> make_ranks_backend(Ranks& ranks, const BackendOptions& options,
                                                 const SlabMakers* devices) {
  return std::make_unique<RootBackend>(ranks, options, devices);
}

}  // namespace murmur

#include "sim/ranks/ranks_backend.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "sim/ranks/calls.h"

namespace murmur {
namespace {

class Leader final : public RanksBackend {
 public:
  Leader(Ranks& ranks, const BackendOptions& options, const SlabMakers* devices) : ranks_(ranks) {
    static uint32_t made = 0;
    number_ = made++;
    member_.options = options;
    member_.devices = devices;
    CallWriter out;
    out.put(options.threads);
    out.put(options.simd);
    out.put(options.device);
    out.put_all(options.kernel);
    out.put(devices != nullptr);
    send_call(ranks_, Call::kMake, number_, std::move(out));
  }
  ~Leader() override { send_call(ranks_, Call::kRelease, number_); }

  std::string name() const override { return member_.devices ? kDeviceRanksName : kRanksName; }
  std::string description() const override {
    if (member_.devices && !member_.devices->places.empty()) return member_.devices->places;
    return member_.flock ? member_.flock->description() : fmt::format("{} ranks", ranks_.size());
  }
  int64_t count() const override { return member_.flock ? member_.flock->count() : 0; }
  bool cancels() const override { return false; }

  void configure(const Scenario& scenario) override {
    CallWriter out;
    out.put_all(text_of(scenario));
    together(Call::kConfigure, std::move(out), [&] { murmur::configure(ranks_, member_, scenario); });
  }
  void load(const State<float>& state) override {
    together(Call::kLoad, {}, [&] { member_.flock->load(state); });
    tell_if_small();
  }
  void load_start(const Scenario& scenario) override {
    CallWriter out;
    out.put(scenario.boids);
    out.put_all(text_of(scenario));
    together(Call::kLoadStart, std::move(out), [&] { member_.flock->load_start(scenario); });
    tell_if_small();
  }
  void save(State<float>& state) const override {
    together(Call::kSave, {}, [&] { member_.flock->save(state); });
  }
  void scatter(const std::vector<double>& at, double strength, double radius) override {
    CallWriter out;
    out.put_all(at);
    out.put(strength);
    out.put(radius);
    together(Call::kScatter, std::move(out), [&] { member_.flock->scatter(at, strength, radius); });
  }
  void add(const std::vector<float>& position, const std::vector<float>& velocity) override {
    CallWriter out;
    out.put_all(position);
    out.put_all(velocity);
    together(Call::kAdd, std::move(out), [&] { member_.flock->add(position, velocity); });
  }
  void remove(int64_t count) override {
    CallWriter out;
    out.put(count);
    together(Call::kRemove, std::move(out), [&] { member_.flock->remove(count); });
  }
  void step(const StepInput& input) override {
    step_ = input.step + 1;
    ++steps_;
    CallWriter out;
    out.put(input.step);
    out.put(input.startled);
    out.put(input.gust_acts);
    out.put_all(input.gust);
    together(Call::kStep, std::move(out), [&] { member_.flock->step(input); });
  }
  uint64_t hash() const override {
    uint64_t hash = 0;
    together(Call::kHash, {}, [&] { hash = member_.flock->hash(); });
    return hash;
  }
  PhaseTimes last_step_times() const override {
    PhaseTimes times;
    together(Call::kTimes, {}, [&] { times = member_.flock->last_step_times(); });
    return times;
  }
  RankFigures figures() override {
    RankFigures figures;
    together(Call::kFigures, {}, [&] { figures = member_.flock->figures(); });
    return figures;
  }
  std::string summary() override {
    const RankFigures now = figures();
    const double steps = std::max<double>(1.0, static_cast<double>(steps_));
    return (member_.devices && !member_.devices->places.empty() ? member_.devices->places + "; " : "") +
           fmt::format(
               "at most {} boids and {} of the halo on a rank; {:.1f} messages and {:.1f} kB a step; the "
               "work of "
               "the busiest rank "
               "is {:.2f} of the mean; borders moved {} times",
               now.most_boids, now.most_halo, static_cast<double>(now.messages) / steps,
               static_cast<double>(now.bytes) / 1e3 / steps, now.imbalance, now.moved_borders);
  }
  void write_instances(float* out) override { member_.flock->write_instances(out); }

 private:
  void tell_if_small() {
    const int planes = figures().planes;
    if (planes >= ranks_.size() || planes == told_) return;
    told_ = planes;
    ranks_.tell(
        fmt::format("the world has {} {}{} of cells, so that {} of {} ranks {} boids; more do not help",
                    planes, member_.dimensions == 3 ? "layer" : "row", planes == 1 ? "" : "s", planes,
                    ranks_.size(), planes == 1 ? "has" : "have"));
  }

  /// Sends a call and makes it. A failure that the others do not know of leaves them waiting for messages: all ranks end.
  template <class Body>
  void together(Call call, CallWriter&& arguments, const Body& body) const {
    send_call(ranks_, call, number_, std::move(arguments));
    try {
      body();
    } catch (const SharedFailure&) {
      throw;
    } catch (const UserError&) {
      throw;  // of in_agreement()
    } catch (const std::bad_alloc&) {
      ranks_.abort(no_memory_in(step_));
    } catch (const std::exception& error) {
      if (call == Call::kConfigure) throw;  // in_agreement()
      ranks_.abort(fmt::format("step {}: {}", step_, error.what()));
    }
  }

  Ranks& ranks_;
  uint32_t number_ = 0;
  int64_t step_ = 0, steps_ = 0;  // the present one; taken
  int told_ = 0;                  // planes of a small world
  mutable Member member_;
};

}  // namespace

std::unique_ptr<RanksBackend> make_ranks_backend(Ranks& ranks, const BackendOptions& options,
                                                 const SlabMakers* devices) {
  return std::make_unique<Leader>(ranks, options, devices);
}

}  // namespace murmur

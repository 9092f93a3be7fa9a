#include "sim/ranks/ranks_backend.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/ranks/call_text.h"
#include "sim/scenario/source.h"
#include "sim/scenario/write.h"

namespace murmur {
namespace {

enum class Call : uint8_t {
  kDismiss,
  kMake,
  kRelease,
  kConfigure,
  kLoad,
  kLoadStart,
  kSave,
  kScatter,
  kAdd,
  kRemove,
  kStep,
  kHash,
  kTimes,
  kFigures
};

/// What rank 0 sends first.
struct Header {
  Call call;
  uint32_t flock;  ///< which of several
  uint64_t bytes;  ///< of the arguments
};

/// A flock of this rank: of two or three dimensions, as its scenario.
struct Member {
  BackendOptions options;
  int dimensions = 0;
  std::unique_ptr<RankFlock> flock;
};

/// The scenario without its events, which rank 0 applies. N is told apart: text cannot say 0.
std::string text_of(Scenario scenario) {
  scenario.events.clear();
  scenario.boids = 1;
  return scenario_to_toml(scenario);
}

Scenario scenario_of(const std::string& text, int64_t boids) {
  Scenario scenario = ScenarioSource::from_text(text, "the scenario of rank 0").scenario();
  scenario.boids = boids;
  return scenario;
}

/// Runs body() on every rank. If it fails on one, every rank throws that rank's failure; on rank 0 its own as it is.
template <class Body>
void in_agreement(Ranks& ranks, const Body& body) {
  std::array<char, 512> text{};
  std::exception_ptr failure;
  try {
    body();
  } catch (const std::exception& error) {
    failure = std::current_exception();
    std::string(error.what()).copy(text.data(), text.size() - 1);
  }
  uint64_t first = failure ? static_cast<uint64_t>(ranks.rank()) : std::numeric_limits<uint64_t>::max();
  ranks.lowest(&first, 1);
  if (first == std::numeric_limits<uint64_t>::max()) return;
  std::vector<std::array<char, 512>> texts(static_cast<size_t>(ranks.size()));
  ranks.gather(text.data(), text.size(), texts.data());
  if (first == 0 && failure) std::rethrow_exception(failure);
  throw SharedFailure(fmt::format("rank {}: {}", first, texts[first].data()));
}

void configure(Ranks& ranks, Member& member, const Scenario& scenario) {
  if (member.dimensions != scenario.dimensions()) {
    member.dimensions = scenario.dimensions();
    member.flock.reset();
    member.flock = make_rank_flock(ranks, member.dimensions, member.options);
  }
  in_agreement(ranks, [&] { member.flock->configure(scenario); });
}

void make_call(Ranks& ranks, Member& member, Call call, CallReader& in) {
  RankFlock* const flock = member.flock.get();
  State<float> none;
  none.dimensions = member.dimensions;
  switch (call) {
    case Call::kConfigure:
      return configure(ranks, member, scenario_of(in.take_all<std::string>(), 1));
    case Call::kLoad:
      return flock->load(none);
    case Call::kLoadStart: {
      const int64_t boids = in.take<int64_t>();
      return flock->load_start(scenario_of(in.take_all<std::string>(), boids));
    }
    case Call::kSave:
      return flock->save(none);
    case Call::kScatter: {
      const auto at = in.take_all<std::vector<double>>();
      const double strength = in.take<double>();
      return flock->scatter(at, strength, in.take<double>());
    }
    case Call::kAdd: {
      const auto position = in.take_all<std::vector<float>>();
      return flock->add(position, in.take_all<std::vector<float>>());
    }
    case Call::kRemove:
      return flock->remove(in.take<int64_t>());
    case Call::kStep: {
      StepInput input;
      input.step = in.take<int64_t>();
      input.startled = in.take<bool>();
      input.gust_acts = in.take<bool>();
      input.gust = in.take_all<std::vector<double>>();
      return flock->step(input);
    }
    case Call::kHash:
      return static_cast<void>(flock->hash());
    case Call::kTimes:
      return static_cast<void>(flock->last_step_times());
    case Call::kFigures:
      return static_cast<void>(flock->figures());
    default:
      return;
  }
}

void send_call(Ranks& ranks, Call call, uint32_t flock, CallWriter&& arguments = {}) {
  Header header{call, flock, arguments.bytes().size()};
  ranks.broadcast(&header, sizeof header);
  if (header.bytes > 0) ranks.broadcast(arguments.bytes().data(), header.bytes);
}

class Leader final : public RanksBackend {
 public:
  Leader(Ranks& ranks, const BackendOptions& options) : ranks_(ranks) {
    static uint32_t made = 0;
    number_ = made++;
    member_.options = options;
    CallWriter out;
    out.put(options.threads);
    out.put(options.simd);
    out.put(options.device);
    out.put_all(options.kernel);
    send_call(ranks_, Call::kMake, number_, std::move(out));
  }
  ~Leader() override { send_call(ranks_, Call::kRelease, number_); }

  std::string name() const override { return kRanksName; }
  std::string description() const override {
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
    step_ = input.step;
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
    return fmt::format(
        "at most {} boids and {} of the halo on a rank; {:.1f} messages and {:.1f} kB a step; the work of "
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
      ranks_.abort(fmt::format("step {}: there is not enough memory; use more ranks or fewer boids", step_));
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

std::unique_ptr<RanksBackend> make_ranks_backend(Ranks& ranks, const BackendOptions& options) {
  return std::make_unique<Leader>(ranks, options);
}

void serve(Ranks& ranks) {
  std::map<uint32_t, Member> members;
  int64_t step = 0;
  for (;;) {
    Header header{};
    ranks.broadcast(&header, sizeof header);
    std::vector<char> bytes(header.bytes);
    if (header.bytes > 0) ranks.broadcast(bytes.data(), bytes.size());
    CallReader in(std::move(bytes));
    if (header.call == Call::kDismiss) return;
    if (header.call == Call::kRelease) {
      members.erase(header.flock);
      continue;
    }
    Member& member = members[header.flock];
    if (header.call == Call::kMake) {
      member.options.threads = in.take<int>();
      member.options.simd = in.take<Simd>();
      member.options.device = in.take<int>();
      member.options.kernel = in.take_all<std::string>();
      continue;
    }
    if (header.call == Call::kStep) step = CallReader(in).take<int64_t>();
    try {
      make_call(ranks, member, header.call, in);
    } catch (const SharedFailure&) {  // rank 0 reports it
    } catch (const std::bad_alloc&) {
      ranks.abort(fmt::format("step {}: there is not enough memory; use more ranks or fewer boids", step));
    } catch (const std::exception& error) {
      // The other failures of configure() are those that every rank has, rank 0 among them.
      if (header.call != Call::kConfigure) ranks.abort(fmt::format("step {}: {}", step, error.what()));
    }
  }
}

void dismiss(Ranks& ranks) { send_call(ranks, Call::kDismiss, 0); }

}  // namespace murmur

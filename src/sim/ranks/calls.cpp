#include "sim/ranks/calls.h"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/ranks/cpu_rank_flock.h"
#include "sim/ranks/device_rank_flock.h"
#include "sim/scenario/source.h"
#include "sim/scenario/write.h"
#include "sim/util/exact_arithmetic.h"

namespace murmur {
namespace {

/// Message of rank 0 for a call; the arguments follow if they are longer than `first`.
struct Message {
  Call call;
  uint32_t flock;
  uint64_t bytes;  ///< size of the arguments
  std::array<char, 112> first;
};

/// Count and share of a species. Sent apart from the scenario's text, whose N they need not fit.
struct Amounts {
  std::optional<int64_t> count;
  std::optional<double> share;
};

/// Reads the scenario that put_scenario() wrote. A rank that fails here ends all ranks, because rank 0 cannot fail
/// here and would not wait for an error.
Scenario take_scenario(Ranks& ranks, CallReader& in) {
  const auto boids = in.take<int64_t>();
  const auto amounts = in.take_all<std::vector<Amounts>>();
  Scenario scenario;
  try {
    scenario = ScenarioSource::from_text(in.take_all<std::string>(), "the scenario of rank 0").scenario();
  } catch (const UserError& error) {
    ranks.abort(fmt::format("rank {} cannot read {}", ranks.rank(), error.what()));
  }
  scenario.boids = boids;
  for (size_t k = 0; k < amounts.size(); ++k) {
    scenario.species.at(k).count = amounts[k].count;
    scenario.species[k].share = amounts[k].share;
  }
  return scenario;
}

/// Makes a flock of slabs, one on the device of every rank.
template <class MakeSlab>
std::unique_ptr<RankFlock> make_flock_on_devices(Ranks& ranks, const BackendOptions& options,
                                                 const MakeSlab& make) {
  decltype(make(options)) slab;
  in_agreement(ranks, [&] {
    try {
      slab = make(options);
    } catch (const std::exception& error) {
      if (ranks.rank() != 0) throw;
      throw RunError(fmt::format("rank 0 ({}): {}", ranks.host(), error.what()));
    }
  });
  return make_device_rank_flock(ranks, options, std::move(slab));
}

std::unique_ptr<RankFlock> make_flock(Ranks& ranks, const LocalFlock& local, int dimensions) {
  if (!local.devices) return make_cpu_rank_flock(ranks, dimensions, local.options);
  return dimensions == 3 ? make_flock_on_devices(ranks, local.options, local.devices->make_3d)
                         : make_flock_on_devices(ranks, local.options, local.devices->make_2d);
}

void make_call(Ranks& ranks, LocalFlock& local, Call call, CallReader& in) {
  RankFlock* const flock = local.flock.get();
  State<float> none;  // only rank 0 has the boids to load, save or add
  none.dimensions = local.dimensions;
  switch (call) {
    case Call::kConfigure:
      return configure(ranks, local, take_scenario(ranks, in));
    case Call::kLoad:
      return flock->load(none);
    case Call::kLoadStart:
      return flock->load_start(take_scenario(ranks, in));
    case Call::kSave:
      return flock->save(none);
    case Call::kScatter: {
      const auto at = in.take_all<std::vector<double>>();
      const double strength = in.take<double>();
      return flock->scatter(at, strength, in.take<double>());
    }
    case Call::kAdd:
      each_boid_array(
          none, [&](auto& values) { values = in.take_all<std::remove_reference_t<decltype(values)>>(); });
      return flock->add(none);
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

/// State of a serving rank: the flocks that rank 0 has made, the current call, and the current step.
struct Server {
  const SlabMakers* devices;
  std::map<uint32_t, LocalFlock> flocks;
  Call call = Call::kMake;
  int64_t step = 0;
};

/// Receives one call and executes it.
void serve_one(Ranks& ranks, Server& server) {
  Message message{};
  ranks.announce(&message, sizeof message);
  server.call = message.call;
  std::vector<char> bytes(message.bytes);
  if (bytes.size() > message.first.size()) {
    ranks.broadcast(bytes.data(), bytes.size());
  } else {
    std::copy_n(message.first.begin(), bytes.size(), bytes.begin());
  }
  const ExactArithmetic exact;
  CallReader in(std::move(bytes));
  if (message.call == Call::kEnd) return;
  if (message.call == Call::kRelease) {
    server.flocks.erase(message.flock);
    return;
  }
  LocalFlock& local = server.flocks[message.flock];
  if (message.call == Call::kMake) {
    local.options.threads = in.take<int>();
    local.options.simd = in.take<Simd>();
    local.options.device = in.take<int>();
    local.options.kernel = in.take_all<std::string>();
    local.devices = in.take<bool>() ? server.devices : nullptr;
    return;
  }
  if (message.call == Call::kStep) server.step = CallReader(in).take<int64_t>() + 1;
  make_call(ranks, local, message.call, in);
}

}  // namespace

void send_call(Ranks& ranks, Call call, uint32_t flock, CallWriter&& arguments) {
  std::vector<char>& bytes = arguments.bytes();
  Message message{call, flock, bytes.size(), {}};
  const bool whole = bytes.size() <= message.first.size();
  if (whole) std::copy(bytes.begin(), bytes.end(), message.first.begin());
  ranks.announce(&message, sizeof message);
  if (!whole) ranks.broadcast(bytes.data(), bytes.size());
}

void put_scenario(CallWriter& out, Scenario scenario) {
  out.put(scenario.boids);
  std::vector<Amounts> amounts;
  for (Scenario::Species& one : scenario.species)
    amounts.push_back({std::exchange(one.count, std::nullopt), std::exchange(one.share, std::nullopt)});
  out.put_all(amounts);
  scenario.boids = kMostScenarioBoids;
  scenario.events.clear();
  out.put_all(scenario_to_toml(scenario));
}

void configure(Ranks& ranks, LocalFlock& local, const Scenario& scenario) {
  if (!local.flock || local.dimensions != scenario.dimensions()) {
    local.flock.reset();
    local.dimensions = scenario.dimensions();
    local.flock = make_flock(ranks, local, local.dimensions);
  }
  in_agreement(ranks, [&] { local.flock->configure(scenario); });
}

std::string no_memory_in(int64_t step) {
  return fmt::format("step {}: there is not enough memory; use more ranks or fewer boids", step);
}

void serve(Ranks& ranks, const SlabMakers& devices) {
  Server server{.devices = &devices};
  while (server.call != Call::kEnd) {
    try {
      serve_one(ranks, server);
    } catch (const SharedFailure&) {  // rank 0 reports the failure
    } catch (const std::bad_alloc&) {
      ranks.abort(no_memory_in(server.step));
    } catch (const std::exception& error) {
      // Other failures of configure() happen on every rank, rank 0 included.
      if (server.call != Call::kConfigure) ranks.abort(fmt::format("step {}: {}", server.step, error.what()));
    }
  }
}

void end_serving(Ranks& ranks) { send_call(ranks, Call::kEnd, 0); }

}  // namespace murmur

// A very long run of a small flock with random events (./dev soak): the cpu backend takes every step, and before each
// check the reference and each other instruction set, which would need days for all, take the last steps from a copy of
// the state. All hashes must be equal. The events are drawn from a seed, so a failing run can be repeated.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"
#include "support/random_choice.h"

namespace murmur {
namespace {

constexpr int64_t kBoids = 1000, kMostBoids = 1300;
constexpr int64_t kWindow = 200;  // steps of the others before a check
const char* const kPresets[] = {"benchmark", "murmuration", "book", "blog", "ruby", "article", "quiver"};

/// What a user might do next.
class RandomUser {
 public:
  explicit RandomUser(uint64_t seed) : draw_(seed) {}

  int64_t next_step() { return step_; }
  Event event(const Scenario& scenario, int64_t boids) {
    step_ += draw_.whole(1, 4000);
    Event event;
    for (const double size : scenario.world.size) event.at.push_back(draw_.real(0.0, size));
    switch (draw_.whole(0, 15)) {
      case 0:
      case 1:
      case 2:
        event.kind = EventKind::kScatter;
        event.strength = draw_.real(-0.05, 0.1);
        if (draw_.whole(0, 3) > 0) event.radius = draw_.real(10.0, 400.0);
        break;
      case 3:
      case 4:
        event.kind = EventKind::kStartle;
        event.steps = draw_.whole(1, 500);
        break;
      case 5:
      case 6:
        event.kind = EventKind::kGust;
        event.strength = draw_.real(0.0, 0.3);
        event.steps = draw_.whole(1, 300);
        break;
      case 7:
        set(event, "rules.radius", draw_.real(20.0, 60.0));
        break;
      case 8:
        set(event, "wind.velocity",
            fmt::format("[{:.3f}, {:.3f}]", draw_.real(-0.3, 0.3), draw_.real(-0.3, 0.3)));
        break;
      case 9:
        set(event, "world.boundary", draw_.whole(0, 1) == 0 ? "\"wrap\"" : "\"bounce\"");
        break;
      case 10:
        set(event, "rules.cohesion.weight", draw_.real(0.0, 2.0));
        break;
      case 11:
        if (draw_.whole(0, 9) == 0) {
          event.kind = EventKind::kPreset;
          event.preset = draw_.one_of(kPresets);
          break;
        }
        [[fallthrough]];
      case 12:
        if (draw_.whole(0, 9) == 0) {
          event.kind = EventKind::kRestart;
          break;
        }
        [[fallthrough]];
      default:
        event.kind = boids < kBoids ? EventKind::kAdd : EventKind::kRemove;
        event.count = draw_.whole(1, kMostBoids - kBoids);
    }
    return event;
  }

 private:
  static void set(Event& event, const char* key, const std::string& value) {
    event.kind = EventKind::kSet;
    event.key = key;
    event.value = value;
  }
  static void set(Event& event, const char* key, double value) {
    set(event, key, fmt::format("{:.4f}", value));
  }
  RandomChoice draw_;
  int64_t step_ = 0;
};

int soak(int64_t steps, int64_t every, uint64_t seed) {
  ScenarioOverrides overrides;
  overrides.boids = kBoids;
  overrides.seed = seed;
  const auto source = ScenarioSource::from_preset("benchmark", overrides);
  const std::vector<Simd> sets = available_simds();
  Simulation<float> run(source, make_cpu({.threads = 1, .simd = sets.back()}));
  std::vector<Simulation<float>> others;
  const auto join = [&](std::unique_ptr<Backend<float>> backend) {
    others.emplace_back(run.run_state(), std::move(backend), run.state());
  };
  RandomUser user(seed);
  int64_t events = 0, refused = 0, checks = 0, due = 0;
  const auto begin = std::chrono::steady_clock::now();
  while (run.step_number() < steps) {
    const int64_t step = run.step_number(), next_check = (step / every + 1) * every;
    if (step == next_check - kWindow) {
      join(make_reference_float());
      for (size_t k = 0; k + 1 < sets.size(); ++k) join(make_cpu({.threads = 2, .simd = sets[k]}));
    }
    if (step >= due) {
      const Event event = user.event(run.scenario(), run.count());
      due = user.next_step();
      try {
        run.post(event);
        for (auto& other : others) other.post(event);
        ++events;
      } catch (const UserError&) {
        ++refused;  // a key that the present scenario does not have
      }
    }
    run.advance();
    for (auto& other : others) other.advance();
    if (run.step_number() % every != 0) continue;
    const uint64_t hash = run.hash();
    for (auto& other : others) {
      if (hash == other.hash()) continue;
      fmt::print(stderr, "step {}, seed {}: {} has {:016x}, {} {} has {:016x}\n", run.step_number(), seed,
                 run.backend().description(), hash, other.backend().name(), other.backend().description(),
                 other.hash());
      return 3;
    }
    checks += !others.empty();
    others.clear();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    fmt::print("step {}: {} boids of {}, {} events, hash={:016x}, {:.0f} s\n", run.step_number(), run.count(),
               run.scenario().preset, events, hash, took.count());
    std::fflush(stdout);
  }
  fmt::print(
      "{} steps of {}, {} events ({} more refused), {} checks: the reference and {} other sets agree\n",
      run.step_number(), run.backend().description(), events, refused, checks, sets.size() - 1);
  return 0;
}

}  // namespace
}  // namespace murmur

int main(int count, char** arguments) {
  const auto number = [&](int at, int64_t otherwise) {
    return count > at ? std::atoll(arguments[at]) : otherwise;
  };
  try {
    return murmur::soak(number(1, 10'000'000), number(2, 100'000), static_cast<uint64_t>(number(3, 1)));
  } catch (const std::exception& error) {
    fmt::print(stderr, "soak: {}\n", error.what());
    return 1;
  }
}

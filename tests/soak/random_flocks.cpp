// Random flocks on every backend (./dev random-flocks): the seeds FIRST, FIRST + 1, ... until the time is over. A flock whose
// bits or fault differ is made smaller and written to a folder, as a scenario; one that takes the cpu backend far longer than
// the reference's test of all pairs is written as it is.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "support/device_share.h"
#include "support/trial.h"

namespace murmur {
namespace {

const int64_t most_boids = on_device(400, 100);
constexpr unsigned kLongest = 300;        // [s] of a flock
constexpr double kMostOfReference = 2.0;  // of its time
constexpr double kSmallStep = 1e-3;       // [s]: what a step may take besides, of a few boids in many cells

/// Told by a signal handler.
std::atomic<uint64_t> under_way = 0;

[[noreturn]] void does_not_end(int) {
  fmt::print("flock {} does not end\n", under_way.load());
  std::fflush(stdout);
  std::_Exit(3);
}

/// To FOLDER/SEED.toml.
void write(uint64_t seed, const Trial& trial, const std::string& why, const std::string& folder) {
  const std::string path = fmt::format("{}/{}.toml", folder, seed);
  std::filesystem::create_directories(folder);
  std::ofstream(path) << fmt::format("# Random flock {}, {} steps: {}\n", seed, trial.steps, why)
                      << trial.source.to_toml();
  fmt::print("{}: murmur verify {} --steps {}\n", path, path, trial.steps);
}

/// Processor time of the trial [s], the shortest of so many runs.
double seconds_of(const Trial& trial, const MakeBackend& make, int runs) {
  double least = std::numeric_limits<double>::infinity();
  for (; runs > 0; --runs) {
    const std::clock_t start = std::clock();
    outcome_of(trial, make);
    least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return least;
}

/// A sentence about an instruction set that takes too long; empty: none does.
std::string slowness_of(const Trial& trial) {
  for (const Simd simd : available_simds()) {
    const auto cpu = [simd] { return make_cpu({.threads = 1, .simd = simd}); };
    for (const int runs : {1, 3}) {  // a busy machine may be slow once
      const double most = kMostOfReference * seconds_of(trial, make_reference_float, runs) +
                          kSmallStep * static_cast<double>(trial.steps);
      const double took = seconds_of(trial, cpu, runs);
      if (took <= most) break;
      if (runs > 1)
        return fmt::format("cpu with {} takes {:.3g} s for {} steps; allowed: {:.3g}", simd_name(simd), took,
                           trial.steps, most);
    }
  }
  return "";
}

int fly(double minutes, uint64_t first, const std::string& folder, const std::vector<Stepper>& steppers) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double, std::ratio<60>>(minutes);
  int64_t differences = 0, slow = 0, boids = 0, steps = 0;
  uint64_t seed = first;
  std::signal(SIGALRM, does_not_end);
  for (; Clock::now() < end && differences < 10; ++seed) {
    under_way = seed;
    alarm(kLongest);
    const Trial trial = random_trial(seed, most_boids);
    boids += trial.source.scenario().boids;
    steps += trial.steps;
    const std::string difference = difference_of(trial, steppers);
    if (difference.empty()) {
      const std::string slowness = slowness_of(trial);
      if (slowness.empty()) continue;
      ++slow;
      fmt::print("flock {}: {}\n", seed, slowness);
      std::fflush(stdout);
      write(seed, trial, slowness, folder);
      continue;
    }
    ++differences;
    alarm(0);  // each of many smaller ones may take its time
    fmt::print("flock {}: {}\n", seed, difference);
    std::fflush(stdout);
    const Trial small = smallest(trial, steppers);
    write(seed, small, difference_of(small, steppers), folder);
  }
  fmt::print(
      "seeds {} to {}: {} flocks of {} boids and {} steps on average, each in {} ways; {} differ, {} are "
      "slow\n",
      first, seed - 1, seed - first, boids / static_cast<int64_t>(seed - first),
      steps / static_cast<int64_t>(seed - first), steppers.size() + 1, differences, slow);
  return differences + slow == 0 ? 0 : 3;
}

}  // namespace
}  // namespace murmur

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "Usage: random_flocks MINUTES FIRST_SEED FOLDER\n");
    return 2;
  }
  const auto devices = murmur::device_steppers();
  return murmur::fly(std::stod(argv[1]), std::stoull(argv[2]), argv[3],
                     devices.empty() ? murmur::host_steppers() : devices);
}

// Random flocks on every backend (./dev random-flocks): the seeds FIRST, FIRST + 1, ... until the time is over. A flock whose
// bits or fault differ is made smaller and written to a folder, as a scenario.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "support/device_share.h"
#include "support/trial.h"

namespace murmur {
namespace {

const int64_t most_boids = on_device(400, 100);
constexpr unsigned kLongest = 300;  // [s] of a flock

/// Told by a signal handler.
std::atomic<uint64_t> under_way = 0;

[[noreturn]] void does_not_end(int) {
  fmt::print("flock {} does not end\n", under_way.load());
  std::fflush(stdout);
  std::_Exit(3);
}

/// Writes the smallest trial found to FOLDER/SEED.toml.
void keep(uint64_t seed, const Trial& trial, const std::vector<Stepper>& steppers,
          const std::string& folder) {
  const Trial small = smallest(trial, steppers);
  const std::string path = fmt::format("{}/{}.toml", folder, seed);
  std::filesystem::create_directories(folder);
  std::ofstream(path) << fmt::format("# Random flock {}, {} steps: {}\n", seed, small.steps,
                                     difference_of(small, steppers))
                      << small.source.to_toml();
  fmt::print("{}: murmur verify {} --steps {}\n", path, path, small.steps);
}

int fly(double minutes, uint64_t first, const std::string& folder, const std::vector<Stepper>& steppers) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double, std::ratio<60>>(minutes);
  int64_t differences = 0, boids = 0, steps = 0;
  uint64_t seed = first;
  std::signal(SIGALRM, does_not_end);
  for (; Clock::now() < end && differences < 10; ++seed) {
    under_way = seed;
    alarm(kLongest);
    const Trial trial = random_trial(seed, most_boids);
    boids += trial.source.scenario().boids;
    steps += trial.steps;
    const std::string difference = difference_of(trial, steppers);
    if (difference.empty()) continue;
    ++differences;
    alarm(0);  // each of many smaller ones may take its time
    fmt::print("flock {}: {}\n", seed, difference);
    std::fflush(stdout);
    keep(seed, trial, steppers, folder);
  }
  fmt::print("seeds {} to {}: {} flocks of {} boids and {} steps on average, each in {} ways; {} differ\n",
             first, seed - 1, seed - first, boids / static_cast<int64_t>(seed - first),
             steps / static_cast<int64_t>(seed - first), steppers.size() + 1, differences);
  return differences == 0 ? 0 : 3;
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

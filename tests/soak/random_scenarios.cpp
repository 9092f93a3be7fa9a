// random_scenarios COUNT STEPS FOLDER: writes COUNT random flocks that fly for STEPS, and read no image, to FOLDER/random-SEED.toml.
// web_script.sh records and replays them.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "sim/backends/cpu/cpu.h"
#include "support/random_scenario.h"
#include "support/trial.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "Usage: random_scenarios COUNT STEPS FOLDER\n");
    return 2;
  }
  using namespace murmur;
  const std::filesystem::path folder = argv[3];
  int64_t count = std::stoll(argv[1]);
  for (uint64_t seed = 1; count > 0; ++seed) {
    Trial trial = random_trial(seed, 300);
    trial.steps = std::stoll(argv[2]);
    const std::string text = trial.source.to_toml();
    if (text.find("image = ") != std::string::npos || trial.source.scenario().boids < 2) continue;
    if (!outcome_of(trial, [] { return make_cpu({}); }).fault.empty()) continue;
    std::ofstream(folder / ("random-" + std::to_string(seed) + ".toml")) << text;
    --count;
  }
}

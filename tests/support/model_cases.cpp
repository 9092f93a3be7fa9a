#include "support/model_cases.h"

#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "sim/run/simulation.h"
#include "sim/scenario/presets.h"
#include "support/behaviour_cases.h"
#include "support/lockstep.h"
#include "support/model_edge_cases.h"
#include "support/model_rare_cases.h"

namespace murmur {
namespace {

constexpr int64_t kBoids = 60;

void add_presets(std::vector<ModelCase>& cases) {
  ScenarioOverrides overrides;
  overrides.boids = kBoids;
  for (const std::string& preset : preset_names())
    cases.push_back({preset, ScenarioSource::from_preset(preset, overrides), 25});
}

void add_behaviours(std::vector<ModelCase>& cases) {
  for (const int d : {2, 3}) {
    for (const BehaviourCase& one : behaviour_cases(d)) {
      const int64_t steps = one.name == "events" ? 190 : one.name == "all_together" ? 160 : 60;
      cases.push_back({fmt::format("{}-{}d", one.name, d), source_of(one, d, kBoids), steps});
    }
  }
}

void add_sums(std::vector<ModelCase>& cases) {
  for (const char* size :
       {"[400.0, 300.0]", "[190.0, 210.0, 240.0]", "[120.0, 60.0]", "[120.0, 60.0, 70.0]"}) {
    for (const char* metric : {"plain", "wrapped"}) {
      for (const char* falloff : {"none", "inverse", "inverse-square"}) {
        for (const auto& [target, nearest] :
             {std::pair{"centroid", 0}, {"position-sum", 0}, {"centroid", 5}, {"centroid", -1}}) {
          if (nearest < 0 && std::string_view(falloff) != "inverse") continue;  // one instance serves all
          for (const char* view : {"360.0", "200.0"}) {
            const std::string toml = fmt::format(
                "preset = \"benchmark\"\nboids = {}\n[world]\nsize = {}\nmetric = "
                "\"{}\"\n[rules]\nfield_of_view = "
                "{}\nseparation = {{ falloff = \"{}\" }}\ncohesion = {{ target = \"{}\" }}\nnearest = {}\n",
                kBoids, size, metric, view, falloff, target,
                nearest > 0   ? fmt::format("{}", nearest)
                : nearest < 0 ? "\"octants\""
                              : "\"all\"");
            cases.push_back({fmt::format("sum-{}-{}-{}-{}-{}", size, metric, falloff,
                                         nearest > 0   ? "nearest"
                                         : nearest < 0 ? "octants"
                                                       : target,
                                         view),
                             scenario_of(toml), 3});
          }
        }
      }
    }
  }
}

}  // namespace

std::vector<ModelCase> model_cases() {
  std::vector<ModelCase> cases;
  add_presets(cases);
  add_behaviours(cases);
  add_sums(cases);
  add_edge_cases(cases);
  add_rare_cases(cases);
  return cases;
}

State<float> state_of(int dimensions, const std::vector<std::array<float, 3>>& places,
                      const std::vector<std::array<float, 3>>& velocities) {
  State<float> state;
  state.dimensions = dimensions;
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t k = 0; k < static_cast<size_t>(dimensions); ++k) {
      state.position.push_back(places[i][k]);
      state.velocity.push_back(velocities[i][k]);
    }
  }
  return state;
}

uint64_t bits_of(const ModelCase& model_case, std::unique_ptr<Backend<float>> backend) {
  auto run = model_case.initial ? std::make_unique<Simulation<float>>(model_case.source, std::move(backend),
                                                                      *model_case.initial)
                                : std::make_unique<Simulation<float>>(model_case.source, std::move(backend));
  uint64_t bits = run->hash();
  while (run->step_number() < model_case.steps) {
    run->advance();
    bits = bits * 0x9e3779b97f4a7c15u + run->hash();
  }
  return bits;
}

std::map<std::string, uint64_t> known_model_bits() {
  std::map<std::string, uint64_t> bits;
  std::ifstream file(MURMUR_TEST_DATA "/golden/model_bits.txt");
  for (std::string line; std::getline(file, line);) {
    const size_t space = line.rfind(' ');
    bits[line.substr(0, space)] = std::stoull(line.substr(space + 1), nullptr, 16);
  }
  return bits;
}

}  // namespace murmur

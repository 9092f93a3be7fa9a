#include "support/model_cases.h"

#include <fstream>

#include <fmt/format.h>

#include "sim/run/simulation.h"
#include "sim/scenario/presets.h"
#include "support/behaviour_cases.h"
#include "support/lockstep.h"

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
             {std::pair{"centroid", 0}, {"position-sum", 0}, {"centroid", 5}}) {
          for (const char* view : {"360.0", "200.0"}) {
            const std::string toml = fmt::format(
                "preset = \"benchmark\"\nboids = {}\n[world]\nsize = {}\nmetric = "
                "\"{}\"\n[rules]\nfield_of_view = "
                "{}\nseparation = {{ falloff = \"{}\" }}\ncohesion = {{ target = \"{}\" }}\nnearest = {}\n",
                kBoids, size, metric, view, falloff, target,
                nearest > 0 ? fmt::format("{}", nearest) : "\"all\"");
            cases.push_back({fmt::format("sum-{}-{}-{}-{}-{}", size, metric, falloff,
                                         nearest > 0 ? "nearest" : target, view),
                             scenario_of(toml), 3});
          }
        }
      }
    }
  }
}

/// Boids on borders, in one place, at rest, far outside, and a pair across each border.
void add_edges(std::vector<ModelCase>& cases) {
  for (const int d : {2, 3}) {
    for (const char* boundary : {"wrap", "bounce", "soft", "tile"}) {
      for (const char* metric : {"plain", "wrapped"}) {
        const std::string toml = fmt::format(
            "preset = \"benchmark\"\nboids = 12\n[world]\nsize = {}\nboundary = \"{}\"\nmetric = "
            "\"{}\"\n{}[rules]\n"
            "radius = 40.0\nseparation_radius = 15.0\nmin_speed = 0.5\nseparation = {{ falloff = \"inverse\" "
            "}}\n",
            d == 2 ? "[200.0, 160.0]" : "[200.0, 160.0, 180.0]", boundary, metric,
            std::string_view(boundary) == "soft" ? "margin = 20.0\npush = 0.2\n" : "");
        State<float> state;
        state.dimensions = d;
        const float places[12][3] = {{0, 0, 0},         {200, 160, 180},   {199.99f, 80, 90}, {0.01f, 80, 90},
                                     {100, 159.99f, 1}, {100, 0.01f, 179}, {50, 50, 50},      {50, 50, 50},
                                     {60, 50, 50},      {-30, 200, 10},    {450, -170, 400},  {90, 50, 50}};
        for (int i = 0; i < 12; ++i) {
          for (int k = 0; k < d; ++k) {
            state.position.push_back(places[i][k]);
            state.velocity.push_back(i % 5 == 0 ? 0.0f
                                                : static_cast<float>((i * 7 + k * 3) % 9) * 0.6f - 2.4f);
          }
        }
        cases.push_back({fmt::format("edges-{}d-{}-{}", d, boundary, metric), scenario_of(toml), 12, state});
      }
    }
  }
}

/// Boids at exactly the distances of behaviours, on the ground, and on the last pixel of a height map.
void add_exact(std::vector<ModelCase>& cases) {
  const std::string wide = write_grey_png("wide.png", 5, {0, 40, 80, 120, 160, 200, 240, 255, 30, 60});
  const std::string one = write_grey_png("one.png", 1, {200});
  const std::pair<const char*, std::string> tables[] = {
      {"push", "[[obstacle]]\nat = [100.0, 80.0{z}]\nradius = 40.0\n"},
      {"look-ahead",
       "[[obstacle]]\nat = [100.0, 80.0{z}]\nradius = 40.0\navoid = \"look-ahead\"\n"
       "[[obstacle]]\nat = [110.0, 80.0{z}]\nradius = 50.0\navoid = \"look-ahead\"\n"},
      {"path", "[goal]\npath = [[100.0, 80.0{z}], [20.0, 30.0{z}]]\narrive_radius = 40.0\n"},
      {"place", "[goal]\nat = [100.0, 80.0{z}]\n"},
      {"cursor", "[cursor]\nat = [100.0, 80.0{z}]\nmode = \"flee\"\nradius = 40.0\n"},
      {"predator", "[[predator]]\nat = [160.0, 80.0{z}]\nmax_speed = 2.0\n"},
      {"perching", "[perching]\nmean_rest = 4.0\n"},
      {"wide", "[terrain]\nimage = \"" + wide + "\"\n"},
      {"one", "[terrain]\nimage = \"" + one + "\"\n"},
      {"hill", "[terrain]\nhill = { at = [100.0, 80.0], radius = 40.0, height = 50.0 }\n"},
      {"scatter", "[[event]]\nstep = 0\nkind = \"scatter\"\nat = [100.0, 80.0{z}]\nradius = 40.0\n"}};
  for (const int d : {2, 3}) {
    for (const auto& [name, table] : tables) {
      std::string text = table;
      for (size_t at = text.find("{z}"); at != std::string::npos; at = text.find("{z}"))
        text.replace(at, 3, d == 3 ? ", 90.0" : "");
      const std::string toml = fmt::format(
          "preset = \"benchmark\"\nboids = 8\n[world]\nsize = {}\n[rules]\nradius = 20.0\nseparation_radius "
          "= 8.0\n{}",
          d == 2 ? "[200.0, 160.0]" : "[200.0, 160.0, 180.0]", text);
      State<float> state;
      state.dimensions = d;
      const float places[8][3] = {{60, 80, 90}, {100, 120, 90},  {140, 80, 90}, {10, 0, 0},
                                  {30, 0, 0},   {200, 160, 180}, {0, 160, 0},   {199.5f, 20, 90}};
      for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < d; ++k) {
          state.position.push_back(places[i][k]);
          state.velocity.push_back(i < 3 || i == 4 ? 0.0f : 0.25f * static_cast<float>((i + k) % 3));
        }
      }
      cases.push_back({fmt::format("exact-{}-{}d", name, d), scenario_of(toml), 10, state});
    }
  }
}

/// Pairs at exactly R, r and half a side, one at a right angle to a heading, and a boid at rest, with every average.
void add_pairs(std::vector<ModelCase>& cases) {
  for (const int d : {2, 3}) {
    for (const char* metric : {"plain", "wrapped"}) {
      for (const char* view : {"360.0", "180.0"}) {
        for (const char* average : {"none", "separated", "neighbours"}) {
          const std::string toml = fmt::format(
              "preset = \"benchmark\"\nboids = 6\n[world]\nsize = {}\nmetric = \"{}\"\n[rules]\n"
              "radius = 25.0\nseparation_radius = 8.0\nfield_of_view = {}\nseparation = {{ average = \"{}\" "
              "}}\n",
              d == 2 ? "[40.0, 120.0]" : "[40.0, 120.0, 120.0]", metric, view, average);
          State<float> state;
          state.dimensions = d;
          const float places[6][3] = {{5, 5, 5},  {25, 5, 5},   {5, 13, 5},
                                      {30, 5, 5}, {20, 65, 65}, {20, 100, 100}};
          const float headings[6][3] = {{1, 0, 0}, {0, 1, 0}, {0.5f, 0.25f, 0},
                                        {0, 0, 0}, {0, 1, 1}, {0, 0, 0}};
          for (int i = 0; i < 6; ++i) {
            for (int k = 0; k < d; ++k) {
              state.position.push_back(places[i][k]);
              state.velocity.push_back(headings[i][k]);
            }
          }
          cases.push_back(
              {fmt::format("pairs-{}d-{}-{}-{}", d, metric, view, average), scenario_of(toml), 4, state});
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
  add_edges(cases);
  add_exact(cases);
  add_pairs(cases);
  return cases;
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

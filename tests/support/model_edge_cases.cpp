#include "support/model_edge_cases.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "support/behaviour_cases.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

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

/// Boids at the very centre of what they flee, avoid or look for.
void add_centres(std::vector<ModelCase>& cases) {
  const std::pair<const char*, const char*> tables[] = {
      {"solid", "[[obstacle]]\nat = [100.0, 80.0{z}]\nradius = 40.0\nsolid = true\n"},
      {"look-ahead", "[[obstacle]]\nat = [100.0, 80.0{z}]\nradius = 40.0\navoid = \"look-ahead\"\n"},
      {"cursor", "[cursor]\nat = [100.0, 80.0{z}]\nmode = \"attract\"\nradius = 40.0\n"},
      {"predator", "[[predator]]\nat = [100.0, 80.0{z}]\nmax_speed = 2.0\nflocks = true\n"}};
  for (const int d : {2, 3}) {
    for (const auto& [name, table] : tables) {
      std::string text = table;
      text.replace(text.find("{z}"), 3, d == 3 ? ", 90.0" : "");
      const std::string toml = fmt::format(
          "preset = \"benchmark\"\nboids = 5\n[world]\nsize = {}\n[rules]\nradius = 20.0\nseparation_radius "
          "= 8.0\ntime_step = 0.25\n{}",
          d == 2 ? "[200.0, 160.0]" : "[200.0, 160.0, 180.0]", text);
      const State<float> state =
          state_of(d, {{100, 80, 90}, {100, 80, 90}, {100, 120, 90}, {70, 80, 90}, {10, 10, 10}},
                   {{0, 0, 0}, {0.5f, 0.5f, 0.25f}, {0, -1, 0}, {0, 0, 0}, {1, 0, 0}});
      cases.push_back({fmt::format("centre-{}-{}d", name, d), scenario_of(toml), 10, state});
    }
  }
}

}  // namespace

void add_edge_cases(std::vector<ModelCase>& cases) {
  add_edges(cases);
  add_exact(cases);
  add_pairs(cases);
  add_centres(cases);
}

}  // namespace murmur

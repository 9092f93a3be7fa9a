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

State<float> state_of(int d, const std::vector<std::array<float, 3>>& places,
                      const std::vector<std::array<float, 3>>& velocities) {
  State<float> state;
  state.dimensions = d;
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t k = 0; k < static_cast<size_t>(d); ++k) {
      state.position.push_back(places[i][k]);
      state.velocity.push_back(velocities[i][k]);
    }
  }
  return state;
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

/// Boids at rest with a limited turn, and pairs that want exactly the opposite of their heading.
void add_turns(std::vector<ModelCase>& cases) {
  for (const int d : {2, 3}) {
    for (const char* motion : {"motion = \"heading\"\nspeed = 1.5\n", ""}) {
      const std::string toml = fmt::format(
          "preset = \"benchmark\"\nboids = 8\n[world]\nsize = {}\n[rules]\nradius = 20.0\nseparation_radius "
          "= 8.0\nturn_limit = 25.0\n{}separation = {{ weight = 0.0 }}\ncohesion = {{ weight = 0.0 }}\n"
          "alignment = {{ relative = false, shape = \"factor\", amount = 2.0 }}\n",
          d == 2 ? "[200.0, 160.0]" : "[200.0, 160.0, 180.0]", motion);
      const State<float> state = state_of(d,
                                          {{20, 20, 20},
                                           {30, 20, 20},
                                           {90, 20, 20},
                                           {100, 20, 20},
                                           {20, 90, 90},
                                           {30, 90, 90},
                                           {90, 90, 90},
                                           {100, 90, 90}},
                                          {{0, 0, 0},
                                           {1, 0.5f, 0.25f},
                                           {1, 0, 0},
                                           {-1, 0, 0},
                                           {0, 1, 0},
                                           {0, -1, 0},
                                           {0.75f, 0.75f, 0.75f},
                                           {-0.75f, -0.75f, -0.75f}});
      cases.push_back({fmt::format("turns-{}-{}d", motion[0] == 0 ? "steer" : "heading", d),
                       scenario_of(toml), 6, state});
    }
  }
}

/// Boids at exactly the distances at which alignment and cohesion begin and end.
void add_zones(std::vector<ModelCase>& cases) {
  for (const int d : {2, 3}) {
    for (const char* target : {"centroid", "position-sum", "directions"}) {
      for (const char* priority : {"none", "separation"}) {
        const std::string toml = fmt::format(
            "preset = \"benchmark\"\nboids = 7\n[world]\nsize = {}\n[rules]\nradius = 24.0\n"
            "separation_radius = 4.0\npriority = \"{}\"\nseparation = {{ sees_all = true }}\n"
            "field_of_view = 180.0\nalignment = {{ from = 8.0, to = 16.0 }}\ncohesion = {{ from = 12.0, to = "
            "20.0, "
            "target = \"{}\" }}\n",
            d == 2 ? "[100.0, 90.0]" : "[100.0, 90.0, 80.0]", priority, target);
        const State<float> state = state_of(d,
                                            {{10, 40, 40},
                                             {18, 40, 40},
                                             {22, 40, 40},
                                             {26, 40, 40},
                                             {30, 40, 40},
                                             {10, 36, 40},
                                             {34, 40, 40}},
                                            {{1, 0, 0},
                                             {1, 0.5f, 0},
                                             {0, 1, 0.25f},
                                             {-1, 0.25f, 0},
                                             {0, 0, 0},
                                             {0.5f, 0.5f, 0.5f},
                                             {0, -1, 0}});
        cases.push_back({fmt::format("zones-{}-{}-{}d", target, priority, d), scenario_of(toml), 5, state});
      }
    }
  }
}

/// Predators that flock with each falloff, one of which notices boids at exactly the distance of some; noise as a vector that is
/// added to the velocity; and equal distances in several cells, of which the lower ids come later in the contract's order.
void add_rare(std::vector<ModelCase>& cases) {
  for (const int d : {2, 3}) {
    const char* const size = d == 2 ? "[100.0, 90.0]" : "[100.0, 90.0, 80.0]";
    const char* const z = d == 2 ? "" : ", 40.0";
    const State<float> state = state_of(
        d, {{80, 40, 40}, {62, 58, 40}, {44, 40, 40}, {62, 22, 40}, {62, 40, 40}, {20, 40, 40}, {10, 10, 10}},
        {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0.5f, 0.5f, 0.5f}, {0, 1, 0}, {1, 1, 1}});
    const auto add = [&](const std::string& name, const std::string& rules, const std::string& tables) {
      const std::string toml = fmt::format(
          "preset = \"benchmark\"\nboids = 7\n[world]\nsize = {}\n[rules]\nradius = 24.0\n"
          "separation_radius = 9.0\n{}{}",
          size, rules, tables);
      cases.push_back({fmt::format("{}-{}d", name, d), scenario_of(toml), 8, state});
    };
    for (const char* falloff : {"none", "inverse", "inverse-square"}) {
      add(fmt::format("pack-{}", falloff), fmt::format("separation = {{ falloff = \"{}\" }}\n", falloff),
          fmt::format(
              "[[predator]]\nat = [30.0, 40.0{0}]\nflocks = true\nnotice = 10.0\n[[predator]]\nat = [36.0, "
              "42.0{0}]\nflocks = true\nmax_speed = 1.5\n",
              z));
    }
    add("noise-vector", "", "[noise]\nkind = \"vector\"\namount = 0.2\n");
    for (const int nearest : {1, 2, 3, 9})
      add(fmt::format("ties-{}", nearest), fmt::format("nearest = {}\n", nearest), "");
  }
}

/// Where boids may perch, boids at rest in the air, some beside neighbours; and pairs with oblique headings that want the
/// opposite to within rounding, of which the axis that is least along them is each one in turn.
void add_rests(std::vector<ModelCase>& cases) {
  for (const int d : {2, 3}) {
    const std::string start = fmt::format(
        "preset = \"benchmark\"\nboids = 8\n[world]\nsize = {}\n[rules]\nradius = 20.0\nseparation_radius = "
        "8.0\n",
        d == 2 ? "[200.0, 160.0]" : "[200.0, 160.0, 180.0]");
    const std::vector<std::array<float, 3>> places = {{20, 20, 20},  {30, 20, 20}, {90, 20, 20},
                                                      {100, 20, 20}, {20, 90, 90}, {30, 90, 90},
                                                      {90, 90, 90},  {100, 90, 90}};
    cases.push_back({fmt::format("rest-in-the-air-{}d", d),
                     scenario_of(start + "[perching]\nmean_rest = 4.0\n"), 6,
                     state_of(d, places,
                              {{0, 0, 0},
                               {1, 0.5f, 0.25f},
                               {0, 0, 0},
                               {0, 0, 0},
                               {0, 0, 0},
                               {-1, 0, 0.5f},
                               {0, 1, 0},
                               {0, -1, 0.25f}})});
    const std::string turns =
        "turn_limit = 25.0\nseparation = { weight = 0.0 }\ncohesion = { weight = 0.0 }\n"
        "alignment = { relative = false, shape = \"factor\", amount = 2.0 }\n";
    cases.push_back({fmt::format("turns-oblique-{}d", d), scenario_of(start + turns), 6,
                     state_of(d, places,
                              {{0.9f, 0.2f, 0.5f},
                               {-0.9000002f, -0.2f, -0.5f},
                               {0.7f, 0.6f, 0.1f},
                               {-0.7000002f, -0.6f, -0.1f},
                               {0.1f, 0.8f, 0.3f},
                               {-0.1000002f, -0.8f, -0.3f},
                               {0.55f, 0.15f, 0.85f},
                               {-0.5500002f, -0.15f, -0.85f}})});
  }
}

}  // namespace

void add_edge_cases(std::vector<ModelCase>& cases) {
  add_edges(cases);
  add_exact(cases);
  add_pairs(cases);
  add_centres(cases);
  add_turns(cases);
  add_zones(cases);
  add_rare(cases);
  add_rests(cases);
}

}  // namespace murmur

#include "support/model_rare_cases.h"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/lockstep.h"

namespace murmur {
namespace {

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
void add_packs_and_ties(std::vector<ModelCase>& cases) {
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

/// A boid alone at the centre of a solid obstacle, and a crowd on both sides of a border, so dense that a boid there has more
/// images as neighbours than a list of kernels holds before it comes to the boids of its own side.
void add_crowds(std::vector<ModelCase>& cases) {
  for (const int d : {2, 3}) {
    const std::string alone = fmt::format(
        "preset = \"benchmark\"\nboids = 2\n[world]\nsize = {}\n[rules]\nradius = 20.0\nseparation_radius = "
        "8.0\n"
        "[[obstacle]]\nat = [100.0, 80.0{}]\nradius = 40.0\nsolid = true\n",
        d == 2 ? "[200.0, 160.0]" : "[200.0, 160.0, 180.0]", d == 2 ? "" : ", 90.0");
    cases.push_back({fmt::format("alone-in-an-obstacle-{}d", d), scenario_of(alone), 3,
                     state_of(d, {{100, 80, 90}, {10, 10, 10}}, {{0, 0, 0}, {1, 0, 0}})});
    std::vector<std::array<float, 3>> places, velocities;
    for (int i = 0; i < 300; ++i) {
      const float x = static_cast<float>(i * 37 % 40) * 0.1f;
      places.push_back({i % 2 == 0 ? 0.5f + x : 59.5f - x, 100.0f + static_cast<float>(i * 53 % 97) * 0.1f,
                        100.0f + static_cast<float>(i * 71 % 89) * 0.1f});
      velocities.push_back(
          {static_cast<float>(i % 7) * 0.1f - 0.3f, static_cast<float>(i % 5) * 0.1f - 0.2f, 0.1f});
    }
    const std::string crowd = fmt::format(
        "preset = \"benchmark\"\nboids = 300\n[world]\nsize = {}\nmetric = \"wrapped\"\n[rules]\nradius = "
        "15.0\n"
        "separation_radius = 1.0\n",
        d == 2 ? "[60.0, 200.0]" : "[60.0, 200.0, 200.0]");
    cases.push_back(
        {fmt::format("crowd-at-a-border-{}d", d), scenario_of(crowd), 3, state_of(d, places, velocities)});
    // All but the last boid in the row and layer of cells before that boid's, beyond the border.
    for (size_t i = 0; i + 1 < places.size(); ++i) {
      const float n = static_cast<float>(i);
      places[i] = {0.5f + n * 0.01f, 88.0f + static_cast<float>(i * 53 % 97) * 0.04f,
                   88.0f + static_cast<float>(i * 71 % 89) * 0.04f};
    }
    places.back() = {59.5f, 93.5f, 93.5f};
    cases.push_back({fmt::format("images-before-the-own-row-{}d", d), scenario_of(crowd), 3,
                     state_of(d, places, velocities)});
  }
}

}  // namespace

void add_rare_cases(std::vector<ModelCase>& cases) {
  add_turns(cases);
  add_zones(cases);
  add_packs_and_ties(cases);
  add_rests(cases);
  add_crowds(cases);
}

}  // namespace murmur

#include "app/controls/surprise.h"

#include <array>
#include <string>

#include <fmt/format.h>

#include "app/options/gallery_list.h"
#include "sim/editing/step_cost.h"
#include "sim/machine/registry.h"
#include "sim/measure/flock_sample.h"
#include "sim/run/simulation.h"

namespace murmur {
namespace {

constexpr int64_t kTriedBoids = 600;
constexpr int kTriedSteps = 200, kMostTries = 20;
constexpr std::array kNames{"orange", "blue",   "green",
                            "pink",   "yellow", "violet"};  // names of the first species colours

/// Draws values for the example scenario of particle life, which has friction, repulsion and a mean attraction.
class RandomValues {
 public:
  explicit RandomValues(std::mt19937& random) : random_(random) {}

  std::vector<std::pair<std::string, std::string>> draw() {
    const int species = 2 + below(5);
    const bool aligns = below(2) == 0;
    std::string names;
    for (int k = 0; k < species; ++k)
      names += fmt::format("{{ name = \"{}\" }},", kNames[static_cast<size_t>(k)]);
    const std::string cohesion = matrix(species, -1.0, 0.6, 0.2, 0.9);
    return {{"species", "[" + names + "]"},
            {"pairs", fmt::format("{{ cohesion = {}, alignment = {} }}", cohesion,
                                  matrix(species, -0.4, 0.6, 0.6, 1.0))},
            {"rules.separation_radius", fmt::format("{:.1f}", between(10.0, 20.0))},
            {"rules.alignment.weight", fmt::format("{:.2f}", aligns ? between(0.05, 0.3) : 0.0)},
            {"rules.cruise.speed", fmt::format("{:.3f}", aligns ? between(0.5, 2.5) : 0.001)},
            {"view", look(aligns)}};
  }

 private:
  /// A look: flocks that align may have the colours of their headings or speeds, which draw long trails.
  std::string look(bool aligns) {
    const char* const colour = aligns ? one_of({"species", "heading", "speed"}) : "species";
    const bool light = below(4) == 0;  // glow needs a dark background
    return fmt::format(
        "{{ colour = \"{}\", palette = \"{}\", trails = {:.1f}, glow = {}, background = \"{}\" }}", colour,
        one_of({"usual", "fire", "ocean"}), (aligns ? 20.0 : 10.0) * below(4), !light && below(3) > 0,
        light ? "light" : "dark");
  }
  int below(int end) { return std::uniform_int_distribution(0, end - 1)(random_); }
  double between(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  const char* one_of(std::initializer_list<const char*> words) {
    return words.begin()[below(static_cast<int>(words.size()))];
  }
  /// A matrix of random numbers from `low` to `high`; a species acts on itself with numbers from `low_own` to `high_own`.
  std::string matrix(int species, double low, double high, double low_own, double high_own) {
    std::string rows;
    for (int i = 0; i < species; ++i) {
      rows += "[";
      for (int j = 0; j < species; ++j)
        rows += fmt::format("{:.2f},", i == j ? between(low_own, high_own) : between(low, high));
      rows += "],";
    }
    return "[" + rows + "]";
  }

  std::mt19937& random_;
};

}  // namespace

bool is_alive(const State<float>& state, const Scenario& scenario) {
  const FlockSample sample = sample_flock(state, scenario);
  const double crowding = sample.neighbours_mean / neighbours_when_spread(scenario, sample.boids);
  const double speed = sample.speed_mean / scenario.rules.max_speed;
  return crowding > 1.3 && crowding < 5.0 && speed > 0.02 && speed < 0.9 && sample.polarisation < 0.8;
}

Scenario random_flock(std::mt19937& random, int64_t boids, bool alive) {
  for (int tries = 1;; ++tries) {
    ScenarioOverrides drawn;
    drawn.set = RandomValues(random).draw();
    const auto of = [&](int64_t count) {
      drawn.boids = count;
      return gallery_source(gallery_entry("particle-life"), drawn);
    };
    if (!alive || tries == kMostTries) return of(boids).scenario();
    Simulation<float> copy(of(kTriedBoids), default_backend().make({}));
    for (int step = 0; step < kTriedSteps; ++step) copy.advance();
    if (is_alive(copy.state(), copy.scenario())) return of(boids).scenario();
  }
}

}  // namespace murmur

// Cost of each behaviour: the time of a step with it over the time of a step without any, and the ratio of two plain
// runs as a check. Runs take turns step by step, so that a busy machine slows all of them equally.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"

namespace {

using namespace murmur;

struct Row {
  std::string name, tables;
  std::unique_ptr<Simulation<float>> run;
  std::vector<double> ms;
};

std::string many(int count, const std::string& table) {
  std::string all;
  for (int k = 0; k < count; ++k) all += table;
  return all;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

std::string obstacles(int count, double side, const char* avoid) {
  std::string all;
  for (int k = 0; k < count; ++k) {
    all += fmt::format("[[obstacle]]\nat = [{}, {}]\nradius = 20.0\navoid = \"{}\"\n",
                       side * ((k * 7919) % 1009) / 1009.0, side * ((k * 104729) % 997) / 997.0, avoid);
  }
  return all;
}

}  // namespace

// Arguments: boids, steps, threads.
int main(int argc, char** argv) {
  const long boids = argc > 1 ? std::stol(argv[1]) : 100000;
  const int steps = argc > 2 ? std::stoi(argv[2]) : 60;
  const int threads = argc > 3 ? std::stoi(argv[3]) : 1;
  const auto scenario = [&](const std::string& tables) {
    return ScenarioSource::from_text(fmt::format("preset = \"benchmark\"\nboids = {}\n", boids) + tables,
                                     "behaviours");
  };
  const double side = scenario("").scenario().world.size[0];
  const std::string middle = fmt::format("[{0}, {0}]", side / 2);

  std::vector<Row> rows;
  const auto add = [&](const char* name, const std::string& tables) {
    rows.push_back({name, tables, nullptr, {}});
  };
  add("none", "");
  add("none again", "");
  add("wind", "[wind]\nvelocity = [1.0, -0.5]\n");
  add("min_speed", "[rules]\nmin_speed = 0.5\n");
  add("field_of_view", "[rules]\nfield_of_view = 270.0\n");
  add("bounce", "[world]\nboundary = \"bounce\"\n");
  add("soft border", "[world]\nboundary = \"soft\"\nmargin = 50.0\npush = 0.2\n");
  add("goal", "[goal]\nat = " + middle + "\n");
  add("path of 3", "[goal]\npath = [" + middle + ", [10.0, 10.0], [900.0, 10.0]]\n");
  add("cursor", "[cursor]\nat = " + middle + "\n");
  add("hill", "[terrain]\nhill = { at = " + middle + ", radius = 900.0, height = 50.0 }\n");
  add("perching", "[perching]\n");
  add("1 predator", "[[predator]]\n");
  add("10 predators", many(10, "[[predator]]\n"));
  add("1 obstacle", obstacles(1, side, "push"));
  add("10 obstacles", obstacles(10, side, "push"));
  add("10 look-ahead", obstacles(10, side, "look-ahead"));
  add("100 obstacles", obstacles(100, side, "push"));
  add("1000 obstacles", obstacles(1000, side, "push"));

  for (Row& row : rows)
    row.run = std::make_unique<Simulation<float>>(scenario(row.tables), make_cpu({threads, Simd::kAuto, 0}));
  for (int step = -5; step < steps; ++step) {
    for (Row& row : rows) {
      const auto start = std::chrono::steady_clock::now();
      row.run->advance();
      if (step >= 0)
        row.ms.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
  }
  std::printf("%ld boids, %s, medians of %d steps\n", boids, rows[0].run->backend().description().c_str(),
              steps);
  std::printf("| behaviour | ms per step | on / off |\n|---|---:|---:|\n");
  const double off = median(rows[0].ms);
  for (const Row& row : rows)
    std::printf("| %s | %.3f | %.2f |\n", row.name.c_str(), median(row.ms), median(row.ms) / off);
  return 0;
}

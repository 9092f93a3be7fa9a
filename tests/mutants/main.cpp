#include <algorithm>
#include <cstdio>
#include <exception>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "mutants/mutants.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"
#include "support/lockstep.h"
#include "support/model_cases.h"

namespace murmur {
namespace {

/// Whether the rows that are drawn are those of the state, in some order, and the boids that are picked too.
bool shows_its_state(const ModelCase& one, std::unique_ptr<Backend<float>> made) {
  Simulation<float> run(one.source, std::move(made));
  for (int step = 0; step < 3; ++step) run.advance();
  const State<float> state = run.state();
  const auto d = static_cast<size_t>(state.dimensions);
  const auto row = [&](const State<float>& of, size_t i) {
    std::vector<float> numbers(of.position.data() + i * d, of.position.data() + (i + 1) * d);
    numbers.insert(numbers.end(), of.velocity.data() + i * d, of.velocity.data() + (i + 1) * d);
    return numbers;
  };
  const auto count = static_cast<size_t>(state.count());
  std::vector<float> instances(count * 2 * d);
  run.backend().write_instances(instances.data());
  std::vector<std::vector<float>> drawn, rows;
  for (size_t i = 0; i < count; ++i) {
    rows.push_back(row(state, i));
    drawn.emplace_back(instances.data() + i * 2 * d, instances.data() + (i + 1) * 2 * d);
  }
  const std::vector<uint32_t> ids{17, 0, static_cast<uint32_t>(count) - 1, 5};
  State<float> picked;
  run.backend().pick(ids, picked);
  for (size_t k = 0; k < ids.size(); ++k) {
    if (row(picked, k) != rows[ids[k]]) return false;
  }
  std::sort(drawn.begin(), drawn.end());
  std::sort(rows.begin(), rows.end());
  return drawn == rows;
}

/// Boids that see nobody; three of them are not finite after the first step.
bool names_the_fault(int dimensions, std::unique_ptr<Backend<float>> backend) {
  State<float> state;
  state.dimensions = dimensions;
  for (int i = 0; i < 40; ++i) {
    for (int k = 0; k < dimensions; ++k) {
      state.position.push_back(k == 0 ? 10.0f + 20.0f * static_cast<float>(i) : 50.0f);
      state.velocity.push_back(i % 12 == 7 && k == 1 ? std::numeric_limits<float>::infinity() : 0.5f);
    }
  }
  const auto source = scenario_of(
      fmt::format("preset = \"benchmark\"\nboids = 40\n[world]\nsize = [{}]\n[rules]\nradius = 9.0\n"
                  "separation_radius = 3.0\n",
                  dimensions == 2 ? "800.0, 100.0" : "800.0, 100.0, 100.0"));
  configure(backend, source.scenario());
  backend->load(state);
  try {
    backend->step({});
    backend->step({.step = 1});
    backend->save(state);
  } catch (const RunError& error) {
    const std::string said = error.what();
    return said.find("boid 7 has") != std::string::npos && said.find("after step 1;") != std::string::npos;
  }
  return false;
}

}  // namespace

bool tells_its_state(const std::vector<MakeBackend>& backends) {
  const auto cases = model_cases();
  for (const MakeBackend& make : backends) {
    for (const ModelCase& one : cases) {
      if (one.name != "benchmark" && one.name != "benchmark-3d" && !one.name.starts_with("path-")) continue;
      if (shows_its_state(one, make())) continue;
      std::printf("%s in a picture\n", one.name.c_str());
      return false;
    }
    for (const int dimensions : {2, 3}) {
      if (names_the_fault(dimensions, make())) continue;
      std::printf("a fault in %d-D\n", dimensions);
      return false;
    }
  }
  return true;
}

bool all_right(const std::vector<MakeBackend>& backends) {
  const auto known = known_model_bits();
  for (const ModelCase& one : model_cases()) {
    for (const MakeBackend& make : backends) {
      if (bits_of(one, make()) == known.at(one.name)) continue;
      std::printf("%s\n", one.name.c_str());
      return false;
    }
  }
  return !known.empty();
}

}  // namespace murmur

int main() {
  try {
    return murmur::run() ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}

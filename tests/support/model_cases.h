// Small flocks that reach all of src/model: every preset, behaviour, kind of sum and boundary, events, and states at the
// edges. Their hashes are pinned in tests/golden/model_bits.txt. Used by model_bits_test on all backends, and by the
// programs of tests/mutants, which change the model.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/backends/backend.h"
#include "sim/scenario/source.h"

namespace murmur {

struct ModelCase {
  std::string name;
  ScenarioSource source;
  int64_t steps = 0;
  std::optional<State<float>> initial;  ///< none: the scenario's start
};

std::vector<ModelCase> model_cases();

/// Of the first `dimensions` numbers of each place and velocity [world units, world units per time].
State<float> state_of(int dimensions, const std::vector<std::array<float, 3>>& places,
                      const std::vector<std::array<float, 3>>& velocities);

/// Of all states of the case, one after the other.
uint64_t bits_of(const ModelCase& model_case, std::unique_ptr<Backend<float>> backend);

/// Those of tests/golden/model_bits.txt, by name.
std::map<std::string, uint64_t> known_model_bits();

}  // namespace murmur

// One scenario for every behaviour of docs/model.md, and one with all of them, for the bit-for-bit tests.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/source.h"

namespace murmur {

struct BehaviourCase {
  std::string name;
  std::string world;   ///< further keys of [world]
  std::string rules;   ///< further keys of [rules]
  std::string tables;  ///< behaviours and events
};

/// For a world of two or three dimensions, seeded with rules that let flocks form.
std::vector<BehaviourCase> behaviour_cases(int dimensions);
ScenarioSource source_of(const BehaviourCase& behaviour, int dimensions, int64_t boids);

/// Writes a greyscale PNG of `columns` samples a row, the top row first, and returns its path.
std::string write_grey_png(const std::string& name, uint32_t columns, const std::vector<uint8_t>& samples);

}  // namespace murmur

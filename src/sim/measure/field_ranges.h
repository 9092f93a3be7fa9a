// Ranges that field studies of starling flocks found, for those columns of FlockShape that have no unit, so that
// flocks of all presets can be compared. scenarios/figures/starlings-*.toml have the sources; figures_test compares
// both. Used by the panel.
#pragma once

#include <array>

#include "sim/look/field.h"

namespace murmur {

struct FieldRange {
  const char* column;
  const char* label;
  Range range;
};

inline constexpr std::array<FieldRange, 14> kStarlingsInTheField{{
    {"polarisation", "polarisation", {0.94, 0.997}},
    {"speed_spread", "speed SD / mean", {0.1, 0.22}},
    {"ratio_21", "axes 2 : 1", {2.2, 3.6}},
    {"ratio_31", "axes 3 : 1", {4.2, 7.0}},
    {"axis_vertical", "shortest, vertical", {0.85, 1.0}},
    {"flight_vertical", "flight, vertical", {0.0, 0.2}},
    {"scaled_nearest", "nearest, scaled", {0.5, 0.65}},
    {"edge", "edge : middle", {0.65, 0.82}},
    {"anisotropy_1", "anisotropy, 1st", {0.75, 1.0}},
    {"anisotropy_7", "anisotropy, 7th", {0.0, 0.5}},
    {"velocity_scale", "velocity reach / L", {0.28, 0.42}},
    {"speed_scale", "speed reach / L", {0.28, 0.42}},
    {"opacity_side", "opacity, side", {0.25, 0.6}},
    {"opacity_below", "opacity, below", {0.25, 0.6}},
}};

}  // namespace murmur

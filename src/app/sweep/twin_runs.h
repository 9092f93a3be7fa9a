// Twin runs for a figure: two runs of one seed are the same to the bit until some boids of one run are made to turn. Used by figure_runs.cpp.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/options/interrupt.h"
#include "app/sweep/figure.h"
#include "sim/backends/backend.h"

namespace murmur {

using MakeBackend = std::function<std::unique_ptr<Backend<float>>()>;

/// Measures one value for each series; the series differ only in `front` and `threshold`. The turn begins after the
/// skipped steps. Empty after a signal.
std::vector<double> fronts_of(const ScenarioSource& source, const std::vector<const FigureSeries*>& series,
                              const MakeBackend& make_backend, const Interrupt& interrupt);

}  // namespace murmur

// Twin runs for a figure: two runs of one seed that are the same to the bit, until some boids of one are made to turn.
// Used by figure_runs.cpp.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/options/interrupt.h"
#include "app/sweep/figure.h"
#include "sim/backends/backend.h"

namespace murmur {

using MakeBackend = std::function<std::unique_ptr<Backend<float>>()>;

/// The value of each series, which differ in `front` and `threshold` alone; the turn begins after the skipped steps. Empty when
/// a signal came first.
std::vector<double> fronts_of(const ScenarioSource& source, const std::vector<const FigureSeries*>& series,
                              const MakeBackend& make_backend, const Interrupt& interrupt);

}  // namespace murmur

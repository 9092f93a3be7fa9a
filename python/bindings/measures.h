// Measures of a flock as dicts of Python: Flock.metrics, shape and motion.
#pragma once

#include <optional>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "bindings/run.h"

namespace murmur::python {

using Rows = nanobind::ndarray<const float, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

/// `species`: the name of one, to measure it as if it were alone.
nanobind::dict metrics_of(const Run& run, int threads, const std::optional<std::string>& species);
nanobind::dict shape_of(const Run& run, int threads, const std::optional<std::string>& species);
/// `departures`: of the simulation when the boids had these positions, where it is known.
nanobind::dict motion_of(const Run& run, const Rows& positions, std::optional<size_t> departures,
                         int threads);

}  // namespace murmur::python

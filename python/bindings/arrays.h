// Flocks as arrays of numpy, and of DLPack where they are in a device's memory. Used by module.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "bindings/run.h"

namespace murmur::python {

/// The arrays of a state by the names of python/murmur/_state.py: a copy in id order.
nanobind::dict state_of(const Run& run);
/// All lists of neighbours one after the other, and where each begins (one number more than lists).
std::pair<nanobind::object, nanobind::object> neighbours_in(const Run& run,
                                                            const std::optional<std::vector<int64_t>>& ids);
/// One array of a view: `what` is id, position or velocity. It keeps the flock alive, and the flock does not change while it
/// lives. @throws RunError.
nanobind::object lent_array(const std::shared_ptr<Run>& run, uint64_t version, const std::string& what);

}  // namespace murmur::python

// Flocks as arrays of numpy, and of DLPack where they are in a device's memory. Used by module.cpp.
#pragma once

#include <memory>
#include <string>

#include <nanobind/nanobind.h>

#include "bindings/run.h"

namespace murmur::python {

/// The arrays of a state by the names of python/murmur/_state.py: a copy in id order.
nanobind::dict state_of(const Run& run);
/// One array of a view: `what` is id, position or velocity. It keeps the flock alive, and the flock does not change while it
/// lives. @throws RunError.
nanobind::object lent_array(const std::shared_ptr<Run>& run, uint64_t version, const std::string& what);

}  // namespace murmur::python

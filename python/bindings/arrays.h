// Flocks as arrays of numpy, and of DLPack where they are in a device's memory. Used by module.cpp.
#pragma once

#include <memory>
#include <string>

#include <nanobind/nanobind.h>

#include "bindings/run.h"

namespace murmur::python {

/// step, position, velocity, target, predator_position, predator_velocity, alignment: a copy in id order.
nanobind::tuple state_of(const Run& run);
/// One array of a view: `what` is id, position or velocity. It keeps the flock alive, and the flock does not change while it
/// lives. @throws RunError.
nanobind::object lent_array(const std::shared_ptr<Run>& run, uint64_t version, const std::string& what);

}  // namespace murmur::python

// What each call from Python that computes or waits runs under: other threads of Python go on, and the floating-point state of
// the process, which any imported library may have changed, is that of the model.
#pragma once

#include <nanobind/nanobind.h>

#include "sim/util/exact_arithmetic.h"

namespace murmur::python {

class Unlocked {
  nanobind::gil_scoped_release unlocked_;
  ExactArithmetic exact_;
};

}  // namespace murmur::python

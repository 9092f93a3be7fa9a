// Quaternions of films: python/murmur/_usd.py.
#pragma once

#include <nanobind/nanobind.h>

namespace murmur::python {

void add_orientations(nanobind::module_& m);

}  // namespace murmur::python

// Measures of tracks as arrays of numpy: what murmur.Tracks needs of C++. Used by module.cpp.
#pragma once

#include <nanobind/nanobind.h>

namespace murmur::python {

void add_tracks(nanobind::module_& m);

}  // namespace murmur::python

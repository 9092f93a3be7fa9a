// The flock that the package holds, which it shares with the C library.
#pragma once

#include "sim/embedded/run.h"
#include "sim/embedded/wording.h"

namespace murmur::python {

using embedded::Between;
using embedded::Machine;
using embedded::Run;
using embedded::StatePool;

}  // namespace murmur::python

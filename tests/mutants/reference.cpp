#include "sim/backends/reference/reference.cpp"
#include "sim/backends/host_step.cpp"
#include "sim/backends/make_parameters.cpp"

#include "mutants/mutants.h"

bool murmur::run() { return all_right({make_reference_float}) && tells_its_state({make_reference_float}); }

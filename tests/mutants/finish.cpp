#include "sim/backends/cpu/lanes_finish.cpp"

#include "mutants/lanes_run.h"

#if HWY_ONCE
#include "sim/backends/host_step.cpp"
#endif

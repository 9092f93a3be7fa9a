#include "sim/backends/cpu/lanes_step.cpp"

#include "mutants/lanes_run.h"

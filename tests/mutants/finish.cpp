#include "sim/backends/cpu/lanes_finish.cpp"

#include "mutants/lanes_run.h"

// Runs a baseline written in Python: passes a state to it and reads its times.
#pragma once

#include <optional>
#include <string>

#include "sim/scenario/source.h"

namespace murmur {

struct PythonTiming {
  double step_ms = 0;           ///< median
  double worst = 0, share = 0;  ///< see StateDifference
};

/// An interpreter that has numpy and scipy: $PYTHON, python3 or /usr/bin/python3; empty if there is none.
std::string python_with_scipy();

/// `script` lies in benchmarks/. The scenario must be the preset benchmark. @throws RunError when it fails.
PythonTiming time_python(const std::string& python, const std::string& script, const ScenarioSource& source);

}  // namespace murmur

// murmur.verify and murmur.bench: several backends side by side. Runs without the interpreter's lock.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/run.h"
#include "sim/measure/bench.h"
#include "sim/scenario/source.h"

namespace murmur::python {

/// The last hash, 16 hex digits. @throws MismatchError with the first difference.
std::string verify_backends(const ScenarioSource& source, const std::vector<std::string>& backends,
                            const Machine& machine, int64_t steps, const Between& between);
/// A row for each backend, in their order. @throws MismatchError, or RunError where timings mean nothing.
std::vector<BenchRow> bench_backends(const ScenarioSource& source, const std::vector<std::string>& backends,
                                     const Machine& machine, int64_t steps, const Between& between);

}  // namespace murmur::python

#include "bindings/compare.h"

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "build_info.h"
#include "sim/run/verify.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"

namespace murmur::python {

std::string verify_backends(const ScenarioSource& source, const std::vector<std::string>& backends,
                            const Machine& machine, int64_t steps, const Between& between) {
  if (backends.size() < 2)
    throw UserError("backends: fewer than two; allowed: two or more, such as reference and cpu");
  if (steps < 0 || steps > kLastStep)
    throw UserError(fmt::format("steps: {} is not allowed; allowed: 0 to {}", steps, kLastStep));
  std::vector<std::unique_ptr<Simulation<float>>> runs;
  for (const std::string& name : backends)
    runs.push_back(std::make_unique<Simulation<float>>(source, machine.make(name)));
  const auto difference = verify(runs, steps, std::nullopt, [&between](int64_t) {
    between();
    return true;
  });
  if (difference) throw MismatchError(to_text(*difference));
  return fmt::format("{:016x}", runs.front()->hash());
}

std::vector<BenchRow> bench_backends(const ScenarioSource& source, const std::vector<std::string>& backends,
                                     const Machine& machine, int64_t steps, const Between& between) {
  if (!kOptimised) throw RunError("this build is not optimised: its timings mean nothing");
  if (steps < 1 || steps > kLastStep)
    throw UserError(fmt::format("steps: {} is not allowed; allowed: 1 to {}", steps, kLastStep));
  std::vector<BenchCase> cases;
  for (const std::string& name : backends) cases.push_back({name, machine.threads, machine.make(name)});
  BenchPlan plan;
  plan.steps = steps;
  auto rows = bench(source, make_start<float>(source.scenario()), "start", std::move(cases), plan,
                    steady_milliseconds, [&between](int64_t) {
                      between();
                      return true;
                    });
  require_equal_hashes(rows);
  return rows;
}

}  // namespace murmur::python

#include "support/python_baseline.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/formats/state_csv.h"
#include "sim/run/simulation.h"
#include "sim/util/errors.h"

namespace murmur {

std::string python_with_scipy() {
  const char* const chosen = std::getenv("PYTHON");
  for (const char* python : {chosen, "python3", "/usr/bin/python3"}) {
    if (python == nullptr || *python == '\0') continue;
    if (std::system(fmt::format("'{}' -c 'import numpy, scipy' >/dev/null 2>&1", python).c_str()) == 0)
      return python;
  }
  return {};
}

PythonTiming time_python(const std::string& python, const std::string& script, const ScenarioSource& source) {
  const std::string states =
      (std::filesystem::temp_directory_path() / fmt::format("murmur-states-{}.csv", getpid())).string();
  Simulation<float> run(source, make_cpu({}));
  StateCsvWriter<float> writer(states);
  writer.write(run.state());
  run.advance();
  writer.write(run.state());
  writer.finish();

  const auto& size = source.scenario().world.size;
  // One thread, like the C++ baselines.
  const std::string command =
      fmt::format("OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 '{}' '{}/{}' '{}' --size {} {}", python,
                  MURMUR_BENCHMARKS, script, states, size[0], size[1]);
  PythonTiming timing;
  std::FILE* const pipe = popen(command.c_str(), "r");
  const int read =
      pipe == nullptr ? 0 : std::fscanf(pipe, "%lf %lf %lf", &timing.step_ms, &timing.worst, &timing.share);
  const int status = pipe == nullptr ? -1 : pclose(pipe);
  std::filesystem::remove(states);
  if (read != 3 || status != 0) throw RunError(fmt::format("the baseline failed: {}", command));
  return timing;
}

}  // namespace murmur

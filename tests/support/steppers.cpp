// The ways to step a flock that random flocks compare: see trial.h.
#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/machine/registry.h"
#include "sim/ranks/ranks_backend.h"
#include "support/flock_on.h"
#include "support/random_choice.h"
#include "support/serial_device.h"
#include "support/slabs_on.h"
#include "support/thread_ranks.h"
#include "support/trial.h"

namespace murmur {
namespace {

using Make = std::function<std::unique_ptr<Backend<float>>(uint64_t seed)>;

Stepper alone(std::string name, const Make& make) {
  return {std::move(name),
          [make](const Trial& trial) { return outcome_of(trial, [&] { return make(trial.seed); }); }};
}

Stepper on_ranks(std::string name, bool on_devices) {
  return {std::move(name), [on_devices](const Trial& trial) {
            const SlabMakers devices = slabs_on<SerialDevice>();
            Outcome outcome;
            with_thread_ranks(
                static_cast<int>(trial.seed % 4 + 2),
                [&](Ranks& ranks) {
                  outcome = outcome_of(trial, [&] {
                    return make_ranks_backend(ranks, {1, Simd::kAuto, 0}, on_devices ? &devices : nullptr);
                  });
                },
                devices);
            const std::string end_of_name = " (thread): ";  // of the rank, before the fault
            if (const size_t end = outcome.fault.find(end_of_name); end != std::string::npos)
              outcome.fault.erase(0, end + end_of_name.size());
            return outcome;
          }};
}

/// Goes on with another backend every few steps, or as a saved run does.
Outcome wander(const Trial& trial, const std::vector<Make>& makes) {
  RandomChoice draw(trial.seed);
  const auto other = [&] { return draw.one_of(makes)(draw.bits()); };
  return outcome_of(trial, other, [&](Simulation<float>& run) {
    if (draw.chance(0.15)) run.set_backend(other());
    if (draw.chance(0.15)) run = Simulation<float>(run.run_state(), other(), run.state());
    if (draw.chance(0.15)) run.restore(run.run_state(), run.state());
  });
}

}  // namespace

std::vector<Stepper> device_steppers() {
  std::vector<Stepper> steppers;
  for (const BackendKind& kind : backends()) {
    if (!kind.on_device() || !kind.why_not().empty()) continue;
    for (const std::string& kernel : kind.kernels()) {
      BackendOptions options;
      options.kernel = kernel;
      steppers.push_back(alone(fmt::format("{}:{}", kind.name, kernel),
                               [&kind, options](uint64_t) { return kind.make(options); }));
    }
  }
  return steppers;
}

std::vector<Stepper> host_steppers() {
  std::vector<Stepper> steppers = file_steppers();
  std::vector<Make> makes{[](uint64_t) { return make_reference_float(); }};
  const auto add = [&](std::string name, const Make& make) {
    makes.push_back(make);
    steppers.push_back(alone(std::move(name), make));
  };
  for (const Simd simd : available_simds()) {
    add(fmt::format("cpu:{}", simd_name(simd)), [simd](uint64_t seed) {
      return make_cpu({.threads = static_cast<int>(seed % 4 + 1), .simd = simd});
    });
  }
  for (const std::string& name : update_kernel_names()) {
    add("the kernel " + name + " on plain loops", [kernel = update_kernel(name)](uint64_t) {
      return flock_on(std::make_shared<SerialDevice>(), {kernel});
    });
  }
  steppers.push_back(on_ranks("ranks", false));
  steppers.push_back(on_ranks("ranks on plain loops", true));
  steppers.push_back(
      {"a run that changes backends", [makes](const Trial& trial) { return wander(trial, makes); }});
  return steppers;
}

}  // namespace murmur

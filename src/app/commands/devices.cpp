// murmur devices: lists the processors and GPUs of this machine.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/options/commands.h"
#include "app/options/terminal.h"
#include "sim/backends/cpu/simd.h"
#include "sim/machine/machine.h"
#include "sim/machine/registry.h"

namespace murmur {
namespace {

void print_processor(const BackendKind& kind, const Machine& machine) {
  std::vector<std::string> sets;
  for (const Simd simd : available_simds()) sets.emplace_back(simd_name(simd));
  print_out("{:<6}{}\n", kind.name, machine.cpu);
  print_out("{:<6}{} thread{}; --simd {}\n", "", machine.threads, machine.threads == 1 ? "" : "s",
            fmt::join(sets, ", "));
}

void print_devices(const BackendKind& kind) {
  std::string why;
  const std::vector<DeviceInfo> devices = kind.devices(&why);
  for (const DeviceInfo& device : devices) {
    print_out("{:<6}--device {}: {}, {:.0f} GiB, compute capability {}\n", kind.name, device.index,
              device.name, device.memory_gib, device.compute_capability);
  }
  if (kind.kernels && !devices.empty())
    print_out("{:<6}--kernel {}; without it the fastest, measured while the flock flies\n", "",
              fmt::join(kind.kernels(), ", "));
  if (devices.empty()) print_out("{:<6}none: {}\n", kind.name, why);
}

int devices_command() {
  const Machine machine = this_machine();
  for (const BackendKind& kind : backends()) {
    if (kind.threads) print_processor(kind, machine);
    if (kind.on_device()) print_devices(kind);
  }
  return 0;
}

}  // namespace

void add_devices_command(CLI::App& app, Command& chosen) {
  CLI::App* devices = app.add_subcommand("devices", "Show the processor and the GPUs that backends can use");
  devices->footer("Example:\n  murmur devices");
  devices->callback([&chosen] { chosen = devices_command; });
}

}  // namespace murmur

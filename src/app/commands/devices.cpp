// murmur devices: lists the processors and GPUs of this machine, and checks the bits of GPUs.
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "app/options/cli_text.h"
#include "app/options/commands.h"
#include "app/options/device_check.h"
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

struct DevicesOptions {
  bool check = false;
  std::optional<int> device, check_from;
};

/// Prints the result of the check of a device. @returns an exit code: 3 when bits differ, 1 when no check has a result, otherwise 0.
int print_check(const BackendKind& kind, const DeviceInfo& device, bool check) {
  const auto result = check ? check_device(kind, device) : kept_check(device);
  std::string text = "not checked: the first run on it does that, or murmur devices --check";
  if (result && result->unknown.empty()) text = "checked: every kernel is exact";
  if (result && !result->text().empty()) text = "checked: " + result->text();
  if (result && !result->unknown.empty()) text = "cannot be checked: " + result->unknown;
  print_out("{:<6}{}\n", "", text);
  return result && !result->text().empty() ? 3 : result && result->unknown.empty() ? 0 : 1;
}

/// Prints all devices of a backend. @returns the largest exit code of print_check().
int print_devices(const BackendKind& kind, const DevicesOptions& options) {
  std::string why;
  const std::vector<DeviceInfo> devices = kind.devices(&why);
  int worst = devices.empty() ? 1 : 0;
  for (const DeviceInfo& device : devices) {
    if (device.index != options.device.value_or(device.index)) continue;
    print_out("{:<6}--device {}: {}, {:.0f} GiB, compute capability {}\n", kind.name, device.index,
              device.name, device.memory_gib, device.compute_capability);
    if (&kind == checked_kind()) worst = std::max(worst, print_check(kind, device, options.check));
  }
  if (kind.kernels && !devices.empty())
    print_out("{:<6}--kernel {}; without it the fastest, measured while the flock flies\n", "",
              fmt::join(kind.kernels(), ", "));
  if (devices.empty()) print_out("{:<6}none: {}\n", kind.name, why);
  return worst;
}

int devices_command(const DevicesOptions& options) {
  if (options.check_from) {
    step_check_cases(*checked_kind(), options.device.value_or(0), static_cast<size_t>(*options.check_from));
    return 0;
  }
  const Machine machine = this_machine();
  int worst = 0;
  for (const BackendKind& kind : backends()) {
    if (kind.threads) print_processor(kind, machine);
    if (kind.on_device()) worst = std::max(worst, print_devices(kind, options));
  }
  return options.check ? worst : 0;
}

}  // namespace

void add_devices_command(CLI::App& app, Command& chosen) {
  CLI::App* devices = app.add_subcommand("devices", "Show the processor and the GPUs that backends can use");
  auto options = std::make_shared<DevicesOptions>();
  devices->add_flag("--check", options->check,
                    "compare the bits of GPUs with the cpu's, as the first run does");
  devices->add_option("--device", options->device, "this GPU alone")
      ->type_name("N")
      ->transform(whole_number(0, std::numeric_limits<int>::max()));
  devices->add_option("--check-from", options->check_from)->group("");  // used by device_check.cpp
  devices->footer(
      "Exit code of --check: 3 when a bit differs. Examples:\n  murmur devices\n  murmur devices --check");
  devices->callback([options, &chosen] { chosen = [options] { return devices_command(*options); }; });
  allow_device_checks();
}

}  // namespace murmur

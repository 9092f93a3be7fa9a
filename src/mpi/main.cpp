// The program `murmur-mpi`: rank 0 runs a command as `murmur` does, with the backend `ranks`, in which the other ranks take
// part (sim/ranks/ranks_backend.h).
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/commands/program.h"
#include "app/options/interrupt.h"
#include "app/options/terminal.h"
#include "mpi/mpi_ranks.h"
#include "mpi/rank_devices.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/device/update_kernel.h"
#include "sim/backends/faults.h"
#include "sim/machine/machine.h"
#include "sim/machine/registry.h"
#include "sim/ranks/calls.h"
#include "sim/ranks/ranks_backend.h"
#include "sim/util/exact_arithmetic.h"
#include "sim/util/memory.h"
#include "sim/util/processors.h"

namespace {

using namespace murmur;

MpiRanks* world = nullptr;
RankDevices* gpus = nullptr;
int threads_of_rank = 1;
std::vector<std::string> rank_texts;  // text for each rank, which `devices` prints

std::unique_ptr<Backend<float>> make_ranks(const BackendOptions& options) {
  BackendOptions own = options;
  if (own.threads == 0) own.threads = threads_of_rank;
  return make_ranks_backend(*world, own);
}

std::unique_ptr<Backend<float>> make_device_ranks(const BackendOptions& options) {
  update_kernel(options.kernel);  // throws if no kernel has this name
  const std::string& why = gpus->why_not_all();
  if (!why.empty() && !gpus->any()) throw NoDevice(why + "; use --backend ranks");
  if (!why.empty()) throw DeviceFailure(why, "use --backend ranks");
  BackendOptions own = options;
  own.threads = threads_of_rank;
  return make_ranks_backend(*world, own, &gpus->makers());
}

/// The device of rank 0 if every rank has a GPU; otherwise none.
std::vector<DeviceInfo> devices_of_ranks(std::string* why) {
  if (why) *why = gpus->why_not_all();
  if (!gpus->why_not_all().empty()) return {};
  return {gpus->of_rank_0()};
}
std::string why_not_alone() { return gpus->why_shared(); }

/// Number of ranks on this rank's host.
int ranks_here(const std::string& host, const std::vector<std::string>& names) {
  return static_cast<int>(std::count_if(names.begin(), names.end(), [&](const std::string& name) {
    return name.ends_with(fmt::format("({})", host));
  }));
}

/// Number of threads of a rank without --threads: its share of the host's processors, at most those it is bound to.
/// Equal on all ranks.
int threads_without_option(int here) {
  const int64_t bound = processors();
  const int64_t share = std::max<int64_t>(1, sysconf(_SC_NPROCESSORS_ONLN) / here);
  auto threads = static_cast<uint64_t>(std::min(bound, share));
  world->lowest(&threads, 1);
  return static_cast<int>(threads);
}

void collect_rank_texts(const std::vector<std::string>& names) {
  using Text = std::array<char, 512>;
  Text mine{};
  fmt::format("{}; --simd up to {}; {}", this_machine().cpu, simd_name(best_simd()),
              gpus->texts()[static_cast<size_t>(world->rank())])
      .copy(mine.data(), mine.size() - 1);
  std::vector<Text> all(names.size());
  world->gather(mine.data(), mine.size(), all.data());
  for (size_t rank = 0; rank < all.size(); ++rank)
    rank_texts.push_back(fmt::format("{}: {}", names[rank], all[rank].data()));
}

void add_ranks_command(CLI::App& app, Command& chosen) {
  CLI::App* devices = app.add_subcommand("devices", "Show where the ranks run");
  devices->footer("Example:\n  mpirun -n 4 murmur-mpi devices");
  devices->callback([&chosen] {
    chosen = [] {
      for (const std::string& text : rank_texts) print_out("{}\n", text);
      print_out("--backend {}: each with {} thread{}, if --threads does not say otherwise\n", kRanksName,
                threads_of_rank, threads_of_rank == 1 ? "" : "s");
      const std::string& why = gpus->why_not_all();
      print_out("--backend {}: {}\n", kDeviceRanksName, why.empty() ? "each on its GPU" : "no: " + why);
      return 0;
    };
  });
}

int run_commands(int count, char** words) {
  static constexpr AddCommand kCommands[] = {add_run_command, add_bench_command, add_verify_command,
                                             add_ranks_command};
  return run_program(
      {.name = "murmur-mpi",
       .description = "Murmuration: one flock over many processes, with the bits of one (docs/scale.md)",
       .commands = kCommands,
       .default_command = "run",
       .footer =
           "Start it with mpirun or srun; all ranks step one flock: on processors with --backend ranks, each "
           "on a "
           "GPU with --backend ranks-cuda, and without --backend on GPUs if every rank has one for itself. "
           "Examples:\n"
           "  mpirun -n 8 murmur-mpi run --preset murmuration --boids 100M --steps 1000\n"
           "  mpirun -n 3 murmur-mpi verify --backends cpu,ranks --boids 100k\n"},
      count, words);
}

}  // namespace

int main(int count, char** words) {
  const ExactArithmetic exact;  // MPI ends the program if floating-point exceptions are trapped
  MpiRanks ranks(&count, &words);
  world = &ranks;
  try {
    const std::vector<std::string> names = rank_names(ranks);
    const int here = ranks_here(ranks.host(), names);
    threads_of_rank = threads_without_option(here);
    RankDevices found(ranks);
    gpus = &found;
    collect_rank_texts(names);
    if (ranks.rank() != 0) {
      const Interrupt interrupt;  // rank 0 learns of it after the step
      serve(ranks, found.makers());
      return 0;
    }
    share_memory(static_cast<double>(ranks.size()) / here, ranks.size());
    add_default_backend({.name = kRanksName,
                         .make = make_ranks,
                         .threads = true,
                         .instruction_sets = true,
                         .processes = ranks.size()});
    add_backend({.name = kDeviceRanksName,
                 .make = make_device_ranks,
                 .devices = devices_of_ranks,
                 .kernels = update_kernel_names,
                 .why_not_auto = why_not_alone,
                 .processes = ranks.size()});
    const int code = run_commands(count, words);
    end_serving(ranks);
    return code;
  } catch (const std::exception& error) {
    ranks.abort(error.what());
  }
}

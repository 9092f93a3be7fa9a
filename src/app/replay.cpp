// murmur replay: runs an event log again and checks every hash in it.
#include <memory>
#include <new>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/common_options.h"
#include "app/interrupt.h"
#include "app/log_player.h"
#include "app/progress.h"
#include "sim/errors.h"

namespace murmur {
namespace {

struct ReplayOptions {
  CommonOptions common;  // of which the backend's part
  std::string log;
  bool headless = false;
};

int play(const ReplayOptions& options, const EventLog& log, Simulation<float>& simulation) {
  const int64_t first = simulation.step_number();
  const int64_t last = log.records.empty() ? first : step_of(log.records.back());
  Interrupt interrupt;
  Progress progress(first, last);
  int64_t hashes = 0, events = 0, agreed = first;
  for (const auto& record : log.records) {
    while (simulation.step_number() < step_of(record) && !interrupt.came()) {
      simulation.advance();
      progress.update(simulation.step_number());
    }
    if (interrupt.came()) break;
    if (const Event* const event = std::get_if<Event>(&record)) {
      simulation.post(*event);
      simulation.apply_events();
      ++events;
      continue;
    }
    const HashRecord& recorded = std::get<HashRecord>(record);
    const uint64_t hash = simulation.hash();
    if (hash != recorded.hash) {
      progress.finish();
      fmt::print(
          "replay: differs at step {}: the log says {:016x}, backend {} computes {:016x}; {} earlier hashes "
          "agree{}\n",
          recorded.step, recorded.hash, simulation.backend().name(), hash, hashes,
          hashes > 0 ? fmt::format(", the last at step {}", agreed) : "");
      return 3;
    }
    agreed = recorded.step;
    ++hashes;
  }
  progress.finish();
  if (log.cut) {
    fmt::print(stderr, "murmur: {} is cut off (its writer was stopped): replayed up to step {}\n",
               options.log, last);
  }
  const bool stopped = interrupt.came();
  if (stopped)
    fmt::print(stderr, "murmur: stopped by {} after step {} of {}\n", interrupt.name(),
               simulation.step_number(), last);
  fmt::print("replay: {} hashes agree, {} events, steps={} boids={} backend={} hash={:016x}\n", hashes,
             events, simulation.step_number(), simulation.count(), simulation.backend().name(),
             simulation.hash());
  return stopped ? interrupt.exit_code() : 0;
}

int replay_command(const ReplayOptions& options) {
  const EventLog log = read_event_log(options.log);
  int64_t boids = 0;
  try {
    const auto simulation = simulation_of_log(options.common, options.log, log, boids);
    return play(options, log, *simulation);
  } catch (const std::bad_alloc&) {
    throw RunError(out_of_memory(boids));
  }
}

}  // namespace

void add_replay_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* replay = app.add_subcommand("replay", "Run an event log again and check its hashes");
  replay->add_option("LOG", options->log, "the event log of a run or view")->required();
  replay->add_flag("--headless", options->headless, "without a window (always so, for now)");
  add_backend_options(*replay, options->common);
  replay->footer(
      "Exit code 3 when a hash differs. Examples:\n"
      "  murmur run --boids 10k --steps 600 --log-events flight.jsonl\n"
      "  murmur replay flight.jsonl --backend reference");
  replay->callback([options, &chosen] { chosen = [options] { return replay_command(*options); }; });
}

}  // namespace murmur

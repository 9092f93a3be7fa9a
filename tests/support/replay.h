// An event log that is played on the cpu backend, for tests.
#pragma once

#include <memory>
#include <string>

#include "app/batch/open_run.h"
#include "sim/formats/log_player.h"

namespace murmur {

struct Replay {
  explicit Replay(const std::string& path) : log(read_event_log(path)), player(path, log) {
    CommonOptions options;
    options.backend = "cpu";
    int64_t boids = 0;
    simulation = simulation_of_log(options, path, log, boids);
  }

  EventLog log;
  LogPlayer player;
  std::unique_ptr<Simulation<float>> simulation;
};

}  // namespace murmur

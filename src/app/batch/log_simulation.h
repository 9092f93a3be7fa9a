// The simulation of an event log on the backend that the command line names. sim/formats/log_player.h does the rest; used by
// replay, with and without a window, and by render.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/options/common_options.h"
#include "sim/formats/log_player.h"

namespace murmur {

/// At the start of the log. Sets `boids` to N as soon as it is known. @throws UserError, RunError.
std::unique_ptr<Simulation<float>> simulation_of_log(const CommonOptions& options, const std::string& name,
                                                     const EventLog& log, int64_t& boids);

}  // namespace murmur

// The run of the page: one simulation on the cpu backend, its recorded events, and the event log that it replays.
// Has no user interface and no JavaScript: calls.cpp connects it to the page.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/formats/log_player.h"
#include "sim/run/simulation.h"

namespace murmur {

inline constexpr int64_t kMostWebBoids = 2000000;  ///< limit by the memory of a module, 2 GiB

class WebRun {
 public:
  /// Begins a run. @throws UserError for a wrong scenario, or for more than kMostWebBoids.
  explicit WebRun(const ScenarioSource& source);
  /// Resumes a run from the bytes of a checkpoint. @throws UserError if they are no checkpoint.
  explicit WebRun(std::string_view checkpoint);
  /// Replays an event log. @throws UserError for a wrong log.
  WebRun(const std::string& name, const std::string& log_text);

  Simulation<float>& simulation() { return *simulation_; }
  /// Applies due events, then takes one step. @returns false where the replayed log ends, or where one of its hashes differs.
  bool step();
  /// Posts and applies an event. @throws UserError for a wrong event, or during a replay.
  void post(const Event& event);

  bool plays() const { return player_.has_value(); }
  const LogPlayer& player() const { return *player_; }
  bool replay_over() const { return player_ && (player_->finished() || player_->difference()); }
  int64_t last_step() const;                  ///< last step of the replayed log; -1: no replay
  int64_t events() const { return events_; }  ///< number of events since the start

  /// The text of an event log that murmur replay accepts.
  std::string log_text() const;

  std::string scenario_at_start;  ///< the scenario of the first step as TOML
 private:
  void record();
  void note_hash();

  std::unique_ptr<EventLog> log_;  // declared before player_, which reads it
  std::unique_ptr<Simulation<float>> simulation_;
  std::optional<LogPlayer> player_;
  std::vector<LogRecord> records_;
  LogHeader header_;
  int64_t events_ = 0;
};

/// The cpu backend with all workers of the module. @throws UserError for more than kMostWebBoids.
std::unique_ptr<Backend<float>> web_backend(int64_t boids);

}  // namespace murmur

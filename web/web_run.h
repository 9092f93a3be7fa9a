// The run of the page: one simulation on the cpu backend, its recorded events, and the log that it plays. Shows nothing and
// knows no browser: calls.cpp gives it to JavaScript.
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

inline constexpr int64_t kMostWebBoids = 2000000;  ///< fit in the memory of a module, 2 GiB

class WebRun {
 public:
  /// @throws UserError for a wrong scenario, or for more boids than fit.
  explicit WebRun(const ScenarioSource& source);
  /// Goes on from the bytes of a checkpoint. @throws UserError for others.
  explicit WebRun(std::string_view checkpoint);
  /// Plays an event log. @throws UserError for a wrong log.
  WebRun(const std::string& name, const std::string& log_text);

  Simulation<float>& simulation() { return *simulation_; }
  /// Applies what is due, then takes one step. @returns false where the played log ends, or a hash of it differs.
  bool step();
  /// @throws UserError for a wrong event, and while a log is played.
  void post(const Event& event);

  bool plays() const { return player_.has_value(); }
  const LogPlayer& player() const { return *player_; }
  bool replay_over() const { return player_ && (player_->finished() || player_->difference()); }
  int64_t last_step() const;                  ///< of the log that is played; -1: none
  int64_t events() const { return events_; }  ///< applied since the start

  /// The text of an event log that murmur replay accepts.
  std::string log_text() const;

  std::string scenario_at_start;  ///< TOML
 private:
  void record();
  void note_hash();

  std::unique_ptr<EventLog> log_;  // before its player
  std::unique_ptr<Simulation<float>> simulation_;
  std::optional<LogPlayer> player_;
  std::vector<LogRecord> records_;
  LogHeader header_;
  int64_t events_ = 0;
};

/// The cpu backend of this module, on all of its workers. @throws UserError for more boids than fit.
std::unique_ptr<Backend<float>> web_backend(int64_t boids);

}  // namespace murmur

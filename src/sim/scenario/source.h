// Loads scenarios from files, texts and presets, checks them completely, and changes single keys. All faults are
// reported at once, each with file, line and the allowed values (UserError).
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "sim/scenario/overrides.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// A scenario without faults: all constructors and changes check it.
class ScenarioSource {
 public:
  static ScenarioSource from_file(const std::string& path, const ScenarioOverrides& overrides = {});
  /// Reads the text of a scenario file. @throws RunError. from_file_text() makes the scenario from it.
  static std::string file_text(const std::string& path);
  static ScenarioSource from_file_text(std::string_view text, const std::string& path,
                                       const ScenarioOverrides& overrides = {});
  /// Makes a scenario from text; `name` is the file's name in messages.
  static ScenarioSource from_text(std::string_view text, const std::string& name,
                                  const ScenarioOverrides& overrides = {});
  /// Makes the scenario of a preset. @throws UserError with near names when there is no such preset.
  static ScenarioSource from_preset(const std::string& preset, const ScenarioOverrides& overrides = {});

  const Scenario& scenario() const { return scenario_; }
  /// The whole scenario as TOML, including the world's size; reading it gives the same scenario().
  std::string to_toml() const;
  /// Sets one key (see key_values.h). @throws UserError and changes nothing when key or value is wrong.
  void set(const std::string& key, const SetValue& value);
  /// Applies an event to scenario and N; accept() also checks the event (see events.h).
  void follow(const Event& event, int64_t& boids);
  void accept(const Event& event, int64_t& boids);

 private:
  explicit ScenarioSource(Scenario scenario) : scenario_(std::move(scenario)) {}
  Scenario scenario_;
};

/// Makes relative paths of files in a `set` event absolute, starting from the current folder, so that logs and
/// checkpoints find them from anywhere. The event must have been checked.
void name_files_in_full(Event& event);

}  // namespace murmur

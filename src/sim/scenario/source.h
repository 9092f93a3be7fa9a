// Scenarios from files, texts and presets, checked completely, and changed key by key.
// All faults are reported at once, each with file, line and the allowed values (UserError).
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "sim/scenario/overrides.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// A checked scenario.
class ScenarioSource {
 public:
  static ScenarioSource from_file(const std::string& path, const ScenarioOverrides& overrides = {});
  /// from_file() of what was read before. file_text() @throws RunError.
  static std::string file_text(const std::string& path);
  static ScenarioSource from_file_text(std::string_view text, const std::string& path,
                                       const ScenarioOverrides& overrides = {});
  /// `name` stands for the file in messages.
  static ScenarioSource from_text(std::string_view text, const std::string& name,
                                  const ScenarioOverrides& overrides = {});
  /// @throws UserError with near names when there is no such preset.
  static ScenarioSource from_preset(const std::string& preset, const ScenarioOverrides& overrides = {});

  const Scenario& scenario() const { return scenario_; }
  /// The whole scenario as TOML, the world's size written out: reads back to the same scenario().
  std::string to_toml() const;
  /// Sets one key: see key_values.h. @throws UserError and changes nothing when key or value is wrong.
  void set(const std::string& key, const SetValue& value);
  /// The effect of an event on scenario and N, and the same after a check: see events.h.
  void follow(const Event& event, int64_t& boids);
  void accept(const Event& event, int64_t& boids);

 private:
  explicit ScenarioSource(Scenario scenario) : scenario_(std::move(scenario)) {}
  Scenario scenario_;
};

/// Files that a `set` names by part of their path get the whole path, from the present folder: logs and checkpoints find them from
/// anywhere. The event is checked before.
void name_files_in_full(Event& event);

}  // namespace murmur

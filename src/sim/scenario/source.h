// Reads scenarios: TOML text on top of a preset, merged table by table, checked against one schema.
// All faults are told at once, each with file, line and what is allowed (UserError).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

/// What the command line may say on top of a file.
struct ScenarioOverrides {
  std::optional<int64_t> boids;
  std::optional<uint64_t> seed;
  bool keep_density =
      false;  ///< world and start region times (N / default N)^(1/D), for presets with a fixed world
  std::vector<std::pair<std::string, std::string>>
      set;  ///< further keys: ("rules.radius", "55.0"), values as TOML text
};

/// A scenario together with the TOML tables it came from, so that single keys can be changed later.
class ScenarioSource {
 public:
  static ScenarioSource from_file(const std::string& path, const ScenarioOverrides& overrides = {});
  /// `name` stands for the file in messages.
  static ScenarioSource from_text(std::string_view text, const std::string& name,
                                  const ScenarioOverrides& overrides = {});
  /// @throws UserError with near names when there is no such preset.
  static ScenarioSource from_preset(const std::string& preset, const ScenarioOverrides& overrides = {});

  const Scenario& scenario() const;
  /// The whole merged scenario as TOML, the world's size written out: reads back to the same scenario().
  std::string to_toml() const;
  /// Sets one key ("rules.radius", "obstacle", "cursor.mode"); the world keeps its size unless the key is
  /// world.size. Array indices address array elements: "obstacle[0].radius". Value as TOML text; an empty
  /// value removes the key.
  /// @throws UserError and changes nothing when key or value is wrong.
  void set(const std::string& key, const std::string& value);

  ScenarioSource(const ScenarioSource&);
  ScenarioSource& operator=(const ScenarioSource&);
  ScenarioSource(ScenarioSource&&) noexcept;
  ScenarioSource& operator=(ScenarioSource&&) noexcept;
  ~ScenarioSource();

 private:
  struct Parts;
  explicit ScenarioSource(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace murmur

// Keys that are set during a run make the scenario that a file with them has.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <utility>

#include "sim/scenario/source.h"

namespace murmur {

/// `text`: a scenario file. `cases`: keys and values, of which each changes it.
inline void expect_set_as_in_file(const std::string& text,
                                  std::span<const std::pair<const char*, const char*>> cases) {
  for (const auto& [key, value] : cases) {
    ScenarioOverrides overrides;
    overrides.set = {{key, value}};
    ScenarioSource run = ScenarioSource::from_text(text, "f.toml");
    const std::string before = run.to_toml();
    run.set(key, value);
    EXPECT_NE(run.to_toml(), before) << key;
    EXPECT_EQ(run.to_toml(), ScenarioSource::from_text(text, "f.toml", overrides).to_toml()) << key;
    EXPECT_EQ(ScenarioSource::from_text(run.to_toml(), "again.toml").to_toml(), run.to_toml()) << key;
  }
}

}  // namespace murmur

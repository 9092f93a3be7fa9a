#include "support/trial.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/util/errors.h"
#include "support/random_scenario.h"

namespace murmur {
namespace {

std::string shown(const Outcome& outcome, size_t step) {
  return step < outcome.hashes.size() ? fmt::format("{:016x}", outcome.hashes[step])
                                      : "\"" + outcome.fault + "\"";
}

/// The first step at which two runs differ; none: they do not.
std::optional<size_t> first_difference(const Outcome& a, const Outcome& b) {
  const size_t both = std::min(a.hashes.size(), b.hashes.size());
  const auto at =
      std::mismatch(a.hashes.begin(), a.hashes.begin() + static_cast<std::ptrdiff_t>(both), b.hashes.begin());
  const auto step = static_cast<size_t>(at.first - a.hashes.begin());
  if (step < both || a.hashes.size() != b.hashes.size() || a.fault != b.fault) return step;
  return {};
}

/// The text without lines `begin` .. `end` - 1; none: it is no scenario then.
std::optional<ScenarioSource> without(const std::vector<std::string>& lines, size_t begin, size_t end) {
  std::string text;
  for (size_t k = 0; k < lines.size(); ++k) {
    if (k < begin || k >= end) text += lines[k] + "\n";
  }
  try {
    return ScenarioSource::from_text(text, "a smaller one");
  } catch (const UserError&) {
    return {};
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

Trial random_trial(uint64_t seed, int64_t most_boids) {
  RandomChoice draw(seed);
  const bool many = draw.chance(0.1);
  const int64_t steps = draw.whole(10, 40) / (many ? 5 : 1);
  return {random_scenario(draw, many ? 10 * most_boids : most_boids, steps), steps, draw.bits()};
}

Outcome outcome_of_run(int64_t steps, const std::function<Simulation<float>()>& make, const Visit& visit) {
  Outcome outcome;
  try {
    Simulation<float> run = make();
    for (;;) {
      outcome.hashes.push_back(run.hash());
      if (visit) visit(run);
      if (run.step_number() >= steps) break;
      run.advance();
    }
  } catch (const std::exception& error) {
    outcome.fault = error.what();
  }
  return outcome;
}

Outcome outcome_of(const Trial& trial, const MakeBackend& make, const Visit& visit) {
  return outcome_of_run(
      trial.steps, [&] { return Simulation<float>(trial.source, make()); }, visit);
}

void at_the_end_of_random_flocks(const std::function<void(const State<float>&, const Scenario&)>& check) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const Trial trial = random_trial(seed, 100);
    try {
      Simulation<float> run(trial.source, make_cpu({.threads = 1}));
      while (run.step_number() < trial.steps) run.advance();
      check(run.state(), run.scenario());
    } catch (const UserError&) {  // a start that walls refuse
    } catch (const RunError&) {   // a number that is not finite
    }
  }
}

std::string difference_of(const Trial& trial, const std::vector<Stepper>& steppers) {
  const Outcome wanted = outcome_of(trial, make_reference_float);
  for (const Stepper& stepper : steppers) {
    const Outcome found = stepper.run(trial);
    if (const auto step = first_difference(wanted, found))
      return fmt::format("after step {} the reference has {}, and {} has {}", *step, shown(wanted, *step),
                         stepper.name, shown(found, *step));
  }
  return "";
}

Trial smallest(const Trial& trial, const std::vector<Stepper>& steppers) {
  Trial best = trial;
  const auto try_it = [&](const Trial& smaller) {
    if (difference_of(smaller, steppers).empty()) return false;
    best = smaller;
    return true;
  };
  for (int64_t steps = 1; steps < best.steps; steps *= 2) {
    if (try_it({best.source, steps, best.seed})) break;
  }
  std::vector<std::string> lines = lines_of(best.source.to_toml());
  for (size_t length = lines.size() / 2; length > 0; length /= 2) {
    for (size_t begin = 0; begin < lines.size();) {
      const size_t end = std::min(begin + length, lines.size());
      const auto source = without(lines, begin, end);
      if (source && try_it({*source, best.steps, best.seed})) {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                    lines.begin() + static_cast<std::ptrdiff_t>(end));
      } else {
        begin = end;
      }
    }
  }
  for (int64_t boids = best.source.scenario().boids / 2; boids > 0; boids /= 2) {
    Trial fewer = best;
    fewer.source.set("boids", fmt::format("{}", boids));
    try_it(fewer);
  }
  return best;
}

}  // namespace murmur

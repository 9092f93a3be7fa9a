#include "app/options/initial_state.h"

#include <type_traits>

#include "sim/formats/run_id.h"
#include "sim/formats/state_csv.h"
#include "sim/formats/terrain_image.h"
#include "sim/run/event_effects.h"
#include "sim/run/simulation.h"
#include "sim/util/files.h"

namespace murmur {

template <class T>
Beginning<T> read_beginning(CommonOptions options, const std::string& path) {
  if (path.empty()) return {scenario_source(options), std::nullopt};
  const std::string text = read_text_file(path);
  const StateCsvSummary summary = summarise_state_csv(text);
  // A run that added or removed boids is resumed with --boids: the N from which its world was computed.
  if (options.boids.empty() && options.scenario_file.empty() && summary.boids > 0)
    options.boids = std::to_string(summary.boids);
  const ScenarioSource source = scenario_source(options);
  const ScenarioSource then = scenario_at(source, summary.step);
  return {source, parse_state_csv<T>(text, path, then.scenario())};
}

template <class T>
std::string run_id(const Beginning<T>& beginning) {
  return run_id({.scenario = beginning.source.to_toml(),
                 .precision = std::is_same_v<T, float> ? "float" : "double",
                 .first_step = beginning.step(),
                 .start_hash = beginning.state ? state_hash(*beginning.state) : 0,
                 .image_hash = terrain_image_hash(beginning.source.scenario())});
}

template Beginning<float> read_beginning(CommonOptions, const std::string&);
template Beginning<double> read_beginning(CommonOptions, const std::string&);
template std::string run_id(const Beginning<float>&);
template std::string run_id(const Beginning<double>&);

}  // namespace murmur

#include "app/options/initial_state.h"

#include <type_traits>

#include "sim/formats/run_id.h"
#include "sim/formats/state_csv.h"
#include "sim/formats/terrain_image.h"
#include "sim/run/event_effects.h"
#include "sim/run/simulation.h"
#include "sim/util/files.h"

namespace murmur {

void InputFile::read() {
  if (!text && !path.empty()) text = std::make_shared<const std::string>(read_text_file(path));
}

void take_boids(CommonOptions& options, const InputFile& initial) {
  if (options.names_boids() || !options.scenario_file.empty()) return;
  if (const int64_t boids = summarise_state_csv(*initial.text).boids; boids > 0)
    options.boids = std::to_string(boids);
}

template <class T>
Beginning<T> read_beginning(CommonOptions options, InputFile initial) {
  if (initial.path.empty()) return {scenario_source(options), std::nullopt};
  initial.read();
  take_boids(options, initial);
  const ScenarioSource source = scenario_source(options);
  const ScenarioSource then = scenario_at(source, summarise_state_csv(*initial.text).step);
  return {source, parse_state_csv<T>(*initial.text, initial.path, then.scenario())};
}

template <class T>
std::string run_id(const Beginning<T>& beginning) {
  return run_id({.scenario = beginning.source.to_toml(),
                 .precision = std::is_same_v<T, float> ? "float" : "double",
                 .first_step = beginning.step(),
                 .start_hash = beginning.state ? state_hash(*beginning.state) : 0,
                 .image_hash = terrain_image_hash(beginning.source.scenario())});
}

template Beginning<float> read_beginning(CommonOptions, InputFile);
template Beginning<double> read_beginning(CommonOptions, InputFile);
template std::string run_id(const Beginning<float>&);
template std::string run_id(const Beginning<double>&);

}  // namespace murmur
